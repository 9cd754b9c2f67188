import { createServer, type AddressInfo } from 'node:net'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openReader } from './reader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a replica that cannot be reached is a line of the log once, and once more after it was reached', async () => {
  let isAway = true
  const primary = {
    async query() {
      if (isAway) throw new Error('connect ECONNREFUSED')
      return { rows: [{ lsn: '0/1' }] }
    },
  } as unknown as pg.Pool
  const lines: string[] = []
  const log = { info: () => undefined, warn: (line: string) => void lines.push(line) }
  const reader = openReader('postgres://larder@127.0.0.1:1/larder', primary, log, 1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toEqual(['the replica could not be looked at: Error: connect ECONNREFUSED'])
  // One look that needs no replica yet: there is nothing to compare with.
  isAway = false
  await vi.advanceTimersByTimeAsync(5_000)
  isAway = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveLength(2)
  vi.useRealTimers()
  await reader.close()
})

/** A message of PostgreSQL's protocol. */
function message(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const READY = message('Z', 'I')
const DONE = message('C', 'SELECT 1\0')
/** The answer to a query with values: one row with one column of type bool, true. */
const HAS = Buffer.concat([
  message('1'),
  message('2'),
  message(
    'T',
    Buffer.from([0, 1]),
    'has\0',
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, -1, -1, -1, -1, 0, 0]),
  ),
  message('D', Buffer.from([0, 1, 0, 0, 0, 1]), 't'),
  DONE,
  READY,
])

/** A replica that has everything. While its line is cut, it takes connections and queries, and answers no query. */
async function startReplica() {
  const replica = { isCut: false, url: '', close: () => {} }
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    let hasStarted = false
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      for (;;) {
        // The first message has no type.
        const start = hasStarted ? 1 : 0
        if (received.length < start + 4) return
        const end = start + received.readInt32BE(start)
        if (received.length < end) return
        const type = hasStarted ? String.fromCharCode(received[0]!) : 'start'
        received = received.subarray(end)
        hasStarted = true
        if (type === 'start') socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]))
        if (type === 'Q') socket.write(Buffer.concat([DONE, READY]))
        if (type === 'S' && !replica.isCut) socket.write(HAS)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  replica.url = `postgres://larder@127.0.0.1:${(server.address() as AddressInfo).port}/larder`
  replica.close = () => void server.close()
  return replica
}

it('a replica that takes queries and does not answer is not read from, until it answers again', async () => {
  vi.useRealTimers()
  // Sockets need what the other timers do.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const replica = await startReplica()
  const primary = { query: async () => ({ rows: [{ lsn: '0/1' }] }) } as unknown as pg.Pool
  const lines: string[] = []
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
  const reader = openReader(replica.url, primary, log, 4)
  const isPrimaryRead = () => reader.pool() === primary
  /** Lets a minute pass, and sockets work in between. */
  async function becomes(wanted: boolean): Promise<boolean> {
    for (let tenths = 0; tenths < 600 && isPrimaryRead() !== wanted; tenths++) {
      await vi.advanceTimersByTimeAsync(100)
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
    return isPrimaryRead() === wanted
  }
  expect(await becomes(false)).toBe(true)
  replica.isCut = true
  expect(await becomes(true)).toBe(true)
  replica.isCut = false
  expect(await becomes(false)).toBe(true)
  expect(lines).toEqual([
    'reports and search are read from the replica',
    'the replica could not be looked at: Error: Query read timeout',
    'the replica does not follow: reports and search are read from the database itself',
    'reports and search are read from the replica',
  ])
  vi.useRealTimers()
  await reader.close()
  replica.close()
})
