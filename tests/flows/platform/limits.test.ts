/** How many calls the server accepts from one person, and without a sign-in from one address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testServer, type TestServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'

let server: TestServer
let ann: string
let ben: string

beforeAll(async () => {
  server = await testServer({ settings: { PERSON_CALLS_A_MINUTE: '10', ADDRESS_CALLS_A_MINUTE: '20' } })
  ann = (await makeUser(server.database.pool, 'office')).username
  ben = (await makeUser(server.database.pool, 'picker')).username
})
afterAll(() => server.close())

const statuses = async (calls: number, call: () => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let n = 0; n < calls; n++) all.push((await call()).status)
  return all
}

it('a person makes three minutes’ worth of calls at once and waits then, with Retry-After; others do not wait', async () => {
  const all = await statuses(40, () => server.call(ann, 'GET', 'users'))
  expect(all.filter((status) => status === 200).length).toBeGreaterThanOrEqual(30)
  const { status, headers, body } = await server.call(ann, 'GET', 'users')
  expect([status, body]).toEqual([429, { message: 'Too many calls. Please wait a moment and try again.' }])
  const seconds = Number(headers['retry-after'])
  expect(seconds >= 1 && seconds <= 60).toBe(true)
  expect((await server.call(ben, 'GET', 'users')).status).toBe(200)
})

it('calls without a token are counted for their address, and those with one are not', async () => {
  const all = await statuses(80, () => server.call(null, 'GET', 'orders'))
  expect([all[0], all.at(-1)]).toEqual([401, 429])
  expect((await server.call(null, 'GET', 'orderlists?public=1')).status).toBe(429)
  expect((await server.call(ben, 'GET', 'users')).status).toBe(200)
})

describe('where a stranger has used up the allowance of an address', () => {
  /** One call a minute, three at once: the allowance does not come back during a test, however long it takes. */
  let strict: TestServer
  beforeAll(async () => {
    strict = await testServer({ settings: { ADDRESS_CALLS_A_MINUTE: '1' } })
  })
  afterAll(() => strict.close())

  async function post(path: string, payload: object, device: string, remoteAddress: string) {
    const headers = { 'x-device-id': device }
    const url = `/api/${path}`
    const answer = await strict.app.inject({ method: 'POST', url, payload, headers, remoteAddress })
    return { status: answer.statusCode, refresh: answer.json().refresh as string }
  }
  const signIn = (username: string, device: string, from: string) =>
    post('auth', { username, password: PASSWORD }, device, from)
  const refresh = (token: string, device: string, from: string) =>
    post('auth/refresh', { refresh: token }, device, from)
  /** Makes a stranger's calls until the address has no allowance left. */
  async function useUp(from: string) {
    const all = await statuses(10, () => refresh('none of ours', 'laptop', from))
    expect([all[0], all.at(-1)]).toEqual([401, 429])
  }

  it('a device that the server knows refreshes and signs in; an unknown one waits', async () => {
    const here = '192.0.2.1'
    const { username } = await makeUser(strict.database.pool, 'picker')
    const { refresh: token } = await signIn(username, 'scanner 1', here)
    await signIn(username, 'scanner 2', here)
    await useUp(here)
    expect((await refresh(token, 'scanner 1', here)).status).toBe(200)
    expect((await signIn(username, 'scanner 2', here)).status).toBe(200)
    expect((await signIn(username, 'a new phone', here)).status).toBe(429)
  })

  it('forty devices refresh beside 1,200 calls of strangers, and none is refused', async () => {
    const here = '192.0.2.2'
    const { username } = await makeUser(strict.database.pool, 'picker')
    const devices = Array.from({ length: 40 }, (_, n) => `handheld ${n}`)
    const tokens: string[] = []
    // Each first sign-in comes from an address of its own, because an unknown device counts for its address.
    for (const [n, device] of devices.entries())
      tokens.push((await signIn(username, device, `198.51.100.${n + 1}`)).refresh)
    const strangers: Promise<{ status: number }>[] = []
    const own = devices.map((device, n) => {
      for (let call = 0; call < 30; call++) strangers.push(refresh('none of ours', 'laptop', here))
      return refresh(tokens[n]!, device, here)
    })
    expect((await Promise.all(own)).map(({ status }) => status)).toEqual(devices.map(() => 200))
    const refused = (await Promise.all(strangers)).filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(1_190)
  })

  it('a session and a known device have a count of their own, each', async () => {
    const here = '192.0.2.3'
    const { username } = await makeUser(strict.database.pool, 'picker')
    const { refresh: token } = await signIn(username, 'scanner 1', here)
    await signIn(username, 'scanner 2', here)
    await useUp(here)
    const refreshes = await statuses(60, () => refresh(token, 'scanner 1', here))
    expect([refreshes[0], refreshes.at(-1)]).toEqual([200, 429])
    expect((await signIn(username, 'scanner 2', here)).status).toBe(200)
  })
})

it('the description of the calls is counted for the address, and health checks apart from it', async () => {
  const get = async (url: string, remoteAddress: string) => ({
    status: (await server.app.inject({ method: 'GET', url, remoteAddress })).statusCode,
  })
  const docs = await statuses(80, () => get('/api/docs/json', '2001:db8::1'))
  expect([docs[0], docs.at(-1)]).toEqual([200, 429])
  // The first address is in the same network, the second in another one.
  expect((await get('/api/docs', '2001:db8::2')).status).toBe(429)
  expect((await get('/api/docs/json', '2001:db8:0:1::1')).status).toBe(200)
  // Many calls run at once, because the bound grows while they are answered.
  const checks = await statuses(40, async () => {
    const fifty = await Promise.all(Array.from({ length: 50 }, () => get('/readyz', '2001:db8::1')))
    return { status: Math.max(...fifty.map(({ status }) => status)) }
  })
  expect([checks[0], checks.at(-1)]).toEqual([200, 429])
})

it('photographs are counted for the address, apart from its other calls, and a warehouse reads some thousand at once', async () => {
  const get = async (remoteAddress: string) => {
    const url = `/photos/${'0'.repeat(32)}.jpg`
    return (await server.app.inject({ method: 'GET', url, remoteAddress })).statusCode
  }
  const { limits } = server.app.larder
  const count = (photos: number) => {
    for (let n = 0; n < photos; n++) limits.photo('203.0.113.20')
  }
  count(8_000)
  expect(await get('203.0.113.20')).toBe(404)
  expect(() => count(20_000)).toThrow('Too many calls.')
  // Many calls run at once, because the bound grows while they are answered.
  expect(await Promise.all(Array.from({ length: 100 }, () => get('203.0.113.20')))).toContain(429)
  expect(await get('203.0.113.21')).toBe(404)
  const other = { url: '/api/distributor', remoteAddress: '203.0.113.20' }
  expect((await server.app.inject(other)).statusCode).toBe(200)
})

it('a proxy’s header without the setting for it causes one warning', async () => {
  const warned = () =>
    server.logged.filter(({ level, msg }) => level === 40 && msg.includes('TRUST_PROXY')).length
  for (let n = 0; n < 3; n++)
    await server.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(warned()).toBe(1)
  const behind = await testServer({ settings: { TRUST_PROXY: '1' } })
  await behind.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(behind.logged.filter(({ level }) => level >= 40)).toEqual([])
  await behind.close()
})
