import { describe, expect, it } from 'vitest'
import { makeUser } from '../../factories/business.ts'
import { PASSWORD } from '../../factories/app.ts'
import { openFlow } from '../../factories/flow.ts'

let now = Date.now()
const flow = openFlow({ clock: () => new Date(now) })
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'

/** A sign-in of this person, and what its session can do. */
async function signIn(username: string, device: string, agent: string) {
  const answer = await flow.server.call(null, 'POST', 'auth', {
    body: { username, password: PASSWORD },
    headers: { 'x-device-id': device, 'user-agent': agent },
  })
  const { access, refresh } = answer.body as { access: string; refresh: string }
  const headers = { authorization: `Bearer ${access}`, 'x-device-id': device }
  const call = (method: 'GET' | 'DELETE', path: string) => flow.server.call(null, method, path, { headers })
  return {
    call,
    list: async () => (await call('GET', 'sessions')).body as Record<string, unknown>[],
    refresh: async () =>
      (await flow.server.call(null, 'POST', 'auth/refresh', { body: { refresh }, headers })).status,
  }
}
const kinds = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ device_kind, is_this }) => [device_kind, is_this])

describe('one’s own sessions', () => {
  it('are listed with their device, the one that asks first, without those of other users', async () => {
    const { username, id } = await makeUser(flow.pool, 'picker')
    const other = await makeUser(flow.pool, 'picker')
    await signIn(other.username, `of ${other.id}`, PHONE)
    const begun = now
    const phone = await signIn(username, `phone of ${id}`, PHONE)
    now += 5 * 60_000
    const desk = await signIn(username, `desk of ${id}`, DESK)
    now += 60_000
    await signIn(username, 'unnamed', 'curl/8.5')
    expect(kinds(await phone.list())).toEqual([
      ['Chrome on Android', true],
      ['', false],
      ['Edge on Windows', false],
    ])
    const [first] = await desk.list()
    expect(first).toMatchObject({ device_kind: 'Edge on Windows', is_this: true })
    const [, ...rest] = await desk.list()
    const seen = rest.find(({ device_kind }) => device_kind === 'Chrome on Android')!
    expect([Date.parse(String(seen['begun_at'])), Date.parse(String(seen['last_used_at']))]).toEqual([
      begun,
      now,
    ])
  })

  it('are not listed once they have ended, by themselves or by a person', async () => {
    const { username, id } = await makeUser(flow.pool, 'office')
    await signIn(username, `old of ${id}`, PHONE)
    now += 12 * 3_600_000 + 1_000
    const desk = await signIn(username, `desk of ${id}`, DESK)
    expect(kinds(await desk.list())).toEqual([['Edge on Windows', true]])
  })

  it('end one by one, at once, and a second time without a word', async () => {
    const { username, id } = await makeUser(flow.pool, 'customer')
    const phone = await signIn(username, `phone of ${id}`, PHONE)
    const desk = await signIn(username, `desk of ${id}`, DESK)
    const there = (await desk.list()).find(({ is_this }) => !is_this)!
    expect((await phone.call('GET', 'users')).status).toBe(200)
    const both = await Promise.all([1, 2].map(() => desk.call('DELETE', `sessions/${String(there['id'])}`)))
    expect(both.map(({ status }) => status)).toEqual([204, 204])
    expect([(await phone.call('GET', 'users')).status, await phone.refresh()]).toEqual([401, 401])
    expect(kinds(await desk.list())).toEqual([['Edge on Windows', true]])
    expect((await desk.call('DELETE', `sessions/${String(there['id'])}`)).status).toBe(204)
  })

  it('cannot be ended by another person, who gets 404', async () => {
    const mine = await makeUser(flow.pool, 'administrator')
    const theirs = await makeUser(flow.pool, 'picker')
    const admin = await signIn(mine.username, `of ${mine.id}`, DESK)
    const picker = await signIn(theirs.username, `of ${theirs.id}`, PHONE)
    const [row] = await picker.list()
    expect((await admin.call('DELETE', `sessions/${String(row!['id'])}`)).status).toBe(404)
    expect((await admin.call('DELETE', 'sessions/none')).status).toBe(400)
    expect((await picker.call('GET', 'users')).status).toBe(200)
  })

  it('end all together, the one that asks among them, and another person’s do not', async () => {
    const { username, id } = await makeUser(flow.pool, 'picker')
    const other = await makeUser(flow.pool, 'picker')
    const bystander = await signIn(other.username, `of ${other.id}`, PHONE)
    const phone = await signIn(username, `phone of ${id}`, PHONE)
    const desk = await signIn(username, `desk of ${id}`, DESK)
    expect((await desk.call('DELETE', 'sessions')).status).toBe(204)
    for (const one of [phone, desk])
      expect([(await one.call('GET', 'users')).status, await one.refresh()]).toEqual([401, 401])
    expect((await bystander.call('GET', 'users')).status).toBe(200)
  })
})
