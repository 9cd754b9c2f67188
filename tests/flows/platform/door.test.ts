/** Calls that the server refuses before a sign-in, and how much any caller may send. */
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { MOST_UNSENT_ORDERS } from '#contract/sync/protocol.ts'
import { openFlow } from '../../factories/flow.ts'

const flow = openFlow()

/** Returns a push with so many entries, none of them a count. A push of 8 MB holds 500,000 of them. */
const badUnsent = (count: number) =>
  `{"device_id":"x","mutations":[],"unsent":{${Array.from({ length: count }, (_, n) => `"${n}":-1`).join(',')}}}`

describe('before a sign-in', () => {
  it('a call is answered 401 whatever its body is: the body is not read', async () => {
    for (const [path, text] of [
      ['sync/push', badUnsent(500_000)],
      ['sync/push', '{"not JSON'],
      ['orders', 'x'.repeat(2_000_000)],
      ['warehouses', '[]'],
      ['receipts', '<receipt/>'],
    ] as const) {
      const { status, body } = await flow.server.call(null, 'POST', path, { text })
      expect([path, status, body]).toEqual([
        path,
        401,
        { message: 'Please sign in.', code: 'sign_in_needed' },
      ])
    }
  })

  it('a call is answered 401 before its body has come', async () => {
    const address = new URL(await flow.server.app.listen({ host: '127.0.0.1', port: 0 }))
    const status = await new Promise((resolve, reject) => {
      const call = request({
        host: address.hostname,
        port: address.port,
        path: '/api/sync/push',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 8_000_000 },
      })
      call.on('error', reject)
      call.on('response', (answer) => {
        resolve(answer.statusCode)
        call.destroy()
      })
      // The caller sends the beginning of a body, and never the rest.
      call.write('{"device_id":')
    })
    expect(status).toBe(401)
  })

  it('a query that is wrong is not checked', async () => {
    expect((await flow.server.call(null, 'GET', 'orders?limit=nonsense')).status).toBe(401)
    expect((await flow.server.call(null, 'GET', 'orderlists?public=0&limit=nonsense')).status).toBe(401)
  })

  it('A301 the public lists answer, and so do the calls of a sign-in', async () => {
    for (const path of ['orderlists?public=1', 'orderlists?public=True', 'distributor', 'demo'])
      expect([path, (await flow.server.call(null, 'GET', path)).status]).toEqual([path, 200])
    expect((await flow.server.call(null, 'POST', 'auth/refresh', { body: {} })).status).toBe(400)
  })

  it('a call that a role may not make is refused before its body is read', async () => {
    const { status } = await flow.server.call(flow.house.as.buyer, 'POST', 'warehouses', {
      text: '{"not JSON',
    })
    expect(status).toBe(403)
  })
})

describe('a list in a call', () => {
  it('is counted before its elements are checked', async () => {
    const { status, body } = await flow.server.call(flow.house.as.picker, 'POST', 'sync/push', {
      text: badUnsent(MOST_UNSENT_ORDERS + 1),
    })
    const said = 'holds 5001, which is more than 5000'
    expect([status, body]).toEqual([400, { unsent: said, message: `unsent: ${said}` }])
  })

  it('with many faults is refused with the first twenty', async () => {
    const { status, body } = await flow.server.call(flow.house.as.picker, 'POST', 'sync/push', {
      text: badUnsent(MOST_UNSENT_ORDERS),
    })
    expect([status, Object.keys(body).length, body.message.split('\n').length]).toEqual([400, 21, 20])
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field ${n}`, n]))
    const plain = await flow.server.call(flow.house.as.office, 'POST', 'users', { body: unknown })
    expect([plain.status, plain.body.message.split('\n').length]).toEqual([400, 20])
  })

  it('has a bound wherever the API takes one', async () => {
    const { body } = await flow.server.call(null, 'GET', 'docs/json')
    const open: string[] = []
    const look = (shape: Record<string, unknown>, path: string) => {
      if (shape['type'] === 'array' && shape['maxItems'] === undefined) open.push(path)
      for (const [name, inner] of Object.entries(shape))
        if (typeof inner === 'object' && inner !== null) look(inner as typeof shape, `${path}.${name}`)
    }
    for (const [path, calls] of Object.entries<Record<string, { requestBody?: object; parameters?: object }>>(
      body.paths,
    ))
      for (const [method, { requestBody = {}, parameters = {} }] of Object.entries(calls))
        look({ requestBody, parameters }, `${method} ${path}`)
    expect(open).toEqual([])
  })
})

describe('a body of more than 100,000 values', () => {
  const values = (count: number, of: string) =>
    `[${Array<string>(count - 1)
      .fill(of)
      .join(',')}]`
  it.each([
    ['in one list', values(100_001, '0')],
    ['in one object', `{${values(100_001, '"a":0').slice(1, -1)}}`],
    ['in the depth', '['.repeat(100_001)],
    ['of a field that the call does not have', `{"device_id":"x","other":${values(100_001, '{}')}}`],
  ])('%s is answered 413 before it is parsed', async (_where, text) => {
    const { status, body } = await flow.server.call(flow.house.as.picker, 'POST', 'sync/push', { text })
    expect([status, body.code]).toEqual([413, 'too_many_values'])
    const plain = await flow.server.call(flow.house.as.office, 'POST', 'users', { text })
    expect([plain.status, plain.body.code]).toEqual([413, 'too_many_values'])
  })

  it('is one more than what is read: long texts are not counted, and unknown fields are left out', async () => {
    const text = `{"device_id":"device of ${flow.house.as.picker}","mutations":[],"other":[${'0,'.repeat(99_000)}"${'[,{'.repeat(100_000)}"]}`
    const { status, body } = await flow.server.call(flow.house.as.picker, 'POST', 'sync/push', { text })
    expect([status, body.results]).toEqual([200, []])
  })
})

describe('an answer of the API', () => {
  it('is kept by no cache', async () => {
    for (const [who, path] of [
      [flow.house.as.office, 'orders'],
      [flow.house.as.office, `orders/${2 ** 30}`],
      [null, 'orders'],
      [null, 'distributor'],
    ] as const)
      expect((await flow.server.call(who, 'GET', path)).headers['cache-control']).toBe('no-store')
  })
})
