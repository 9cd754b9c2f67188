/** A request that never ends loses its connection: a client that sends a byte now and then would keep them all. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../factories/app.ts'

let server: TestServer
let address: URL

beforeAll(async () => {
  server = await testServer({ settings: { SLOWEST_REQUEST_S: '1' } })
  address = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(() => server.close())

/** Sends the beginning, then `more` again and again. Resolves with the answer when the server ends the connection. */
function untilClosed(beginning: string, more: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    let sending: NodeJS.Timeout | undefined
    const socket = connect(Number(address.port), address.hostname, () => {
      socket.write(beginning)
      if (more) sending = setInterval(() => socket.write(more), 100)
    })
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
    // A write to a connection that has just been ended fails.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(sending)
      resolve(heard)
    })
  })
}

const HEAD = 'POST /api/auth/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

it.each([
  ['whose head never ends', HEAD, 'X-More: 1\r\n'],
  ['whose body never ends', `${HEAD}Content-Length: 1000\r\n\r\n`, ' '],
])('a request %s is answered 408 and its connection closed', async (_, beginning, more) => {
  expect(await untilClosed(beginning, more)).toMatch(/^HTTP\/1\.1 408 /)
})

it.each([
  ['before a request', ''],
  ['in the middle of one', `${HEAD}Content-Length: 1000\r\n\r\n`],
])('a connection on which nothing moves is closed, %s', async (_, beginning) => {
  // Two time limits apply: that of the request, which answers, and that of the connection, which does not.
  expect(await untilClosed(beginning, '')).toMatch(/^(HTTP\/1\.1 408 |$)/)
})
