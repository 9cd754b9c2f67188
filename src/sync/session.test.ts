import { beforeEach, describe, expect, it } from 'vitest'
import { makeDevice, type Device } from './testing/device.ts'
import { FakeServer, json, signInNeeded } from './testing/fake-server.ts'
import { item, order, uuid, user } from '#contract/testing/rows.ts'
import { createClient } from '#src/api/client.ts'
import { ApiError, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import { createSession } from '#src/api/session.ts'

let server: FakeServer
let device: Device
const stored = () => device.deviceDb.sessions.get(6)
const refreshes = () => server.calls.filter((call) => call.path === 'auth/refresh/').length
const orders = () => device.client.api('GET', 'orders/')
const html = (status: number) =>
  new Response('<html>portal</html>', { status, headers: { 'content-type': 'text/html' } })

beforeEach(async () => {
  server = new FakeServer()
  server.expiresIn = 60
  device = await makeDevice(server)
})

/** Opens the session as the same browser does after a reload, or in another tab. */
async function anotherTab() {
  const session = createSession({ env: device.env, device: device.deviceDb, iterations: 10 })
  await session.ready
  return { session, client: createClient({ env: device.env, session }) }
}

describe('the stored session', () => {
  it('A137 A140 holds access, refresh, expires_in, last_refresh, the user and the typed username, and survives a reload', async () => {
    expect(await stored()).toEqual({
      user_id: 6,
      username: 'picker',
      access: 'access-1',
      refresh: 'refresh-1',
      expires_in: 60,
      last_refresh: device.clock.ms,
      ledger_key: server.ledgerKey?.(6),
      user: user(),
    })
    const { session } = await anotherTab()
    expect(session.get()).toMatchObject({ phase: 'in', username: 'picker', signInNeeded: false })
  })

  it('A139 takes the record with the typed username out of the users list as the current user', async () => {
    const promoted = user({ role_id: 11 })
    await device.session.matchUser([user({ id: 9, username: 'Picker', role_id: 1 }), promoted])
    expect(device.session.get().user).toEqual(promoted)
    expect((await anotherTab()).session.get().user).toEqual(promoted)
  })

  it('is of the same person after the office has renamed them, and this device knows them by the new name', async () => {
    const renamed = user({ username: 'dario', role_id: 11 })
    await device.session.matchUser([user({ id: 9, username: 'picker' }), renamed])
    expect(device.session.get()).toMatchObject({ username: 'dario', user: renamed })
    expect((await anotherTab()).session.get()).toMatchObject({ username: 'dario', user: renamed })
    await device.session.signOut()
    server.fault = () => new TypeError('no network')
    expect(await device.session.signIn('picker', 'harborvine')).toMatchObject({ kind: 'unreachable' })
    expect(await device.session.signIn('dario', 'harborvine')).toMatchObject({ kind: 'offline' })
  })

  it('sends the device’s own id with every call', async () => {
    await orders()
    const ids = new Set(server.calls.map((call) => call.headers['x-device-id']))
    expect([...ids]).toEqual([await device.session.deviceId()])
  })
})

describe('an expired token', () => {
  it('A213 A215 is refreshed before the next call when expires_in seconds have passed, and not a second sooner', async () => {
    device.clock.ms += 59_999
    await orders()
    expect(refreshes()).toBe(0)
    device.clock.ms += 1
    await orders()
    expect(server.calls.slice(-2).map((call) => call.path)).toEqual(['auth/refresh/', 'orders/'])
    expect(server.calls.at(-1)?.headers['authorization']).toBe('Bearer access-2')
    expect(await stored()).toMatchObject({
      access: 'access-2',
      refresh: 'refresh-2',
      last_refresh: device.clock.ms,
    })
  })

  it('is refreshed once for any number of callers: two tabs and many calls', async () => {
    const other = await anotherTab()
    device.clock.ms += 60_000
    await Promise.all([
      orders(),
      orders(),
      other.client.api('GET', 'orders/'),
      other.client.api('GET', 'users'),
    ])
    expect(refreshes()).toBe(1)
  })

  it('without a network leaves the person signed in, and the refresh waits', async () => {
    device.clock.ms += 60_000
    server.fault = () => new TypeError('no network')
    await expect(orders()).rejects.toBeInstanceOf(NetworkError)
    expect(device.session.get()).toMatchObject({ phase: 'in', signInNeeded: false })
    server.fault = () => null
    expect(await orders()).toEqual({ ok: true })
  })

  it('keeps the old refresh token when the answer was lost', async () => {
    device.clock.ms += 60_000
    server.fault = ({ path }) => (path === 'auth/refresh/' ? 'lose-answer' : null)
    await expect(orders()).rejects.toBeInstanceOf(NetworkError)
    server.fault = () => null
    expect(await orders()).toEqual({ ok: true })
    expect(server.calls.filter((call) => call.path === 'auth/refresh/').map((call) => call.body)).toEqual([
      { refresh: 'refresh-1' },
      { refresh: 'refresh-1' },
    ])
  })

  it('is refreshed although a tab that holds the lock is frozen', async () => {
    device.clock.ms += 60_000
    void device.env.locks.request('larder-refresh-6', {}, () => new Promise(() => undefined))
    const passing = setInterval(() => device.clock.pass(1_000), 10)
    expect(await orders().finally(() => clearInterval(passing))).toEqual({ ok: true })
  })
})

describe('a 401', () => {
  it('A311 A312 leads to one refresh and one retry of the call', async () => {
    server.revokeAccess()
    expect(await orders()).toEqual({ ok: true })
    expect(server.calls.slice(1).map((call) => call.path)).toEqual(['orders/', 'auth/refresh/', 'orders/'])
  })

  it('A312 again after the refresh ends the session', async () => {
    server.fault = ({ path }) => (path === 'orders/' ? signInNeeded('no') : null)
    await expect(orders()).rejects.toBeInstanceOf(SignInNeeded)
    expect(server.calls.filter((call) => call.path === 'orders/')).toHaveLength(2)
    expect(refreshes()).toBe(1)
    expect(await stored()).toBeUndefined()
    expect(device.session.get()).toMatchObject({ phase: 'ended', signInNeeded: true, username: 'picker' })
  })

  it('A214 whose refresh is refused clears the session and keeps the name of the person', async () => {
    server.revokeAll()
    await expect(orders()).rejects.toBeInstanceOf(SignInNeeded)
    expect(await stored()).toBeUndefined()
    expect((await anotherTab()).session.get()).toMatchObject({ phase: 'ended', user: { id: 6 } })
  })

  it.each([
    ['a captive portal', () => html(403)],
    ['a middlebox’s own 401', () => json({ error: 'authentication required' }, 401)],
    ['a middlebox’s own 403', () => json({ message: 'blocked by policy', code: 'denied' }, 403)],
    ['a server that is down', () => json({ message: 'later' }, 503)],
    ['a limit', () => json({ message: 'slow down' }, 429)],
    ['a lost line', () => new TypeError('no network')],
  ])('A314 whose refresh meets %s leaves the person signed in', async (_, fault) => {
    server.revokeAccess()
    server.fault = ({ path }) => (path === 'auth/refresh/' ? fault() : null)
    await expect(orders()).rejects.toBeInstanceOf(NetworkError)
    expect(device.session.get().phase).toBe('in')
  })
})

describe('any other error', () => {
  it('a 401 of a proxy on the way, again after a refresh, is an error like any other', async () => {
    server.fault = ({ path }) => (path === 'orders/' ? json({ error: 'proxy login' }, 401) : null)
    await expect(orders()).rejects.toMatchObject({ status: 401 })
    expect(device.session.get().phase).toBe('in')
    server.fault = () => null
    expect(await orders()).toEqual({ ok: true })
  })

  it('A313 A314 never ends the session: a 404 of barcodealternates, a 400, 403, 409 or 500', async () => {
    for (const status of [400, 403, 404, 409, 423, 500]) {
      server.fault = () => json({ message: 'no' }, status)
      await expect(device.client.api('GET', 'barcodealternates/123')).rejects.toBeInstanceOf(ApiError)
      await expect(orders()).rejects.toMatchObject({ status })
    }
    expect(device.session.get().phase).toBe('in')
    expect(await stored()).toBeDefined()
  })
})

describe('edits and the session', () => {
  const scanned = async () => {
    server.put('orders', order(7))
    server.put('items', item(1, 7))
    const engine = await device.open()
    await engine.pullNow()
    await engine.commit([
      { entity: 'orderitems', entity_id: uuid(1), method: 'PATCH', body: { unit_quantity: 2 }, order: 7 },
    ])
    return engine
  }

  it('a dead refresh token asks for sign-in and keeps every edit; signing in again sends them', async () => {
    const engine = await scanned()
    server.revokeAll()
    expect(await engine.saveNow()).toMatchObject({ sent: 0, waiting: 1 })
    expect(engine.status.get()).toMatchObject({ signInNeeded: true, unsent: 1 })
    await device.session.signIn('picker', 'harborvine')
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    expect(server.world.item(uuid(1))?.unit_quantity).toBe(2)
  })

  it('another user’s token never carries them', async () => {
    const engine = await scanned()
    server.add(user({ id: 8, username: 'foreman', role_id: 11 }))
    server.fault = ({ path }) => (path === 'sync/push' ? new TypeError('no network') : null)
    await device.session.signOut({ flush: () => engine.saveNow() })
    server.fault = () => null
    await device.session.signIn('foreman', 'harborvine')
    expect(await engine.saveNow()).toMatchObject({ sent: 0, waiting: 1 })
    expect(server.written.size).toBe(0)
    await device.session.signIn('picker', 'harborvine')
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
  })

  it('signing out sends waiting edits first', async () => {
    const engine = await scanned()
    await device.session.signOut({ flush: () => engine.saveNow() })
    expect(server.written.size).toBe(1)
    expect(device.session.get()).toMatchObject({ phase: 'out', user: null })
    expect(await device.deviceDb.sessions.count()).toBe(0)
  })
})

describe('a person who changes their own record', () => {
  it('is known here by the new name and password from then on, and by the old ones no more', async () => {
    const renamed = user({ username: 'dario' })
    await device.session.changedSelf(renamed, 'Vt7#mlZw-q')
    expect(device.session.get()).toMatchObject({ phase: 'in', username: 'dario', user: renamed })
    await device.session.matchUser([user({ username: 'dario', role_id: 11 })])
    expect(device.session.get().user).toMatchObject({ role_id: 11 })
    await device.session.signOut()
    server.fault = () => new TypeError('no network')
    expect(await device.session.signIn('picker', 'harborvine')).toMatchObject({ kind: 'unreachable' })
    expect(await device.session.signIn('dario', 'harborvine')).toMatchObject({ kind: 'unreachable' })
    expect(await device.session.signIn('dario', 'Vt7#mlZw-q')).toMatchObject({ kind: 'offline' })
  })

  it('signs in without a network however a letter of the password is typed', async () => {
    await device.session.changedSelf(user(), 'caf\u00e9 am Hafen 7')
    await device.session.signOut()
    server.fault = () => new TypeError('no network')
    expect(await device.session.signIn('picker', 'cafe am Hafen 7')).toMatchObject({ kind: 'unreachable' })
    expect(await device.session.signIn('picker', 'cafe\u0301 am Hafen 7')).toMatchObject({ kind: 'offline' })
  })

  it('keeps the password for the offline sign-in if they changed only their name', async () => {
    await device.session.changedSelf(user({ first_name: 'Dario' }), null)
    await device.session.signOut()
    server.fault = () => new TypeError('no network')
    expect(await device.session.signIn('picker', 'harborvine')).toMatchObject({ kind: 'offline' })
  })
})

describe('signing in without a network', () => {
  beforeEach(async () => {
    await device.session.signOut()
    server.fault = () => new TypeError('no network')
  })

  it('works for a person who signed in here within 14 days, with the same password only', async () => {
    expect(await device.session.signIn('picker', 'wrong')).toMatchObject({ kind: 'unreachable' })
    expect(await device.session.signIn('picker', 'harborvine')).toMatchObject({
      kind: 'offline',
      user: { id: 6 },
    })
    expect(device.session.get()).toMatchObject({ phase: 'offline', signInNeeded: true })
    await expect(orders()).rejects.toBeInstanceOf(SignInNeeded)
  })

  it('is over after 14 days, and after the clock was set back as far', async () => {
    device.clock.ms += 14 * 86_400_000 + 1
    expect(await device.session.offlineSignIn('picker', 'harborvine')).toBeNull()
    device.clock.ms -= 30 * 86_400_000
    expect(await device.session.offlineSignIn('picker', 'harborvine')).toBeNull()
  })

  it.each(['auth/', 'auth/refresh/'])(
    'is over for good once %s says that the account is closed',
    async (call) => {
      // The person signs in with a network first. Then another user locks the account.
      server.fault = () => null
      await device.session.signIn('picker', 'harborvine')
      server.fault = ({ path }) =>
        path === call ? json({ message: 'no', code: 'account_closed' }, 401) : null
      if (call === 'auth/') await device.session.signIn('picker', 'harborvine')
      else {
        server.revokeAccess()
        await expect(orders()).rejects.toBeInstanceOf(SignInNeeded)
      }
      server.fault = () => new TypeError('no network')
      expect(await device.session.offlineSignIn('picker', 'harborvine')).toBeNull()
    },
  )

  it('is not offered if the server itself refused', async () => {
    server.fault = () => null
    expect(await device.session.signIn('picker', 'wrong')).toMatchObject({
      kind: 'refused',
      error: { status: 401 },
    })
    expect(device.session.get().phase).toBe('out')
  })
})

describe('a tab whose person changed in another tab', () => {
  it('says so, and becomes the other person on request', async () => {
    server.add(user({ id: 9, username: 'chef' }))
    const tab = await anotherTab()
    await tab.session.signIn('chef', 'harborvine')
    expect(tab.session.get()).toMatchObject({ user: { id: 9 }, isOther: false })
    await expect.poll(device.session.get).toMatchObject({ user: { id: 9 }, isOther: true })
    device.session.follow()
    expect(device.session.get()).toMatchObject({ user: { id: 9 }, isOther: false })
  })

  it('says so as well if the earlier person had signed out there', async () => {
    server.add(user({ id: 9, username: 'chef' }))
    const tab = await anotherTab()
    await tab.session.signOut()
    await expect.poll(device.session.get).toMatchObject({ phase: 'out', isOther: false })
    await tab.session.signIn('chef', 'harborvine')
    await expect.poll(device.session.get).toMatchObject({ user: { id: 9 }, isOther: true })
  })

  it('signs out its own person alone, where the other one signed in while it sent what waits', async () => {
    server.add(user({ id: 9, username: 'chef' }))
    const tab = await anotherTab()
    await device.session.signOut({ flush: () => tab.session.signIn('chef', 'harborvine') })
    expect(await stored()).toBeUndefined()
    expect(tab.session.get()).toMatchObject({ phase: 'in', user: { id: 9 } })
    expect(device.session.get()).toMatchObject({ user: { id: 9 }, isOther: true })
    const logout = () => server.calls.find((call) => call.path === 'auth/logout/')
    await expect.poll(logout).toMatchObject({ body: { refresh: 'refresh-1' } })
    expect(await tab.client.api('GET', 'orders/')).toEqual({ ok: true })
  })

  it('says nothing of a person who signs in here, nor if there was no person here', async () => {
    server.add(user({ id: 9, username: 'chef' }))
    await device.session.signIn('chef', 'harborvine')
    expect(device.session.get()).toMatchObject({ user: { id: 9 }, isOther: false })
    await device.session.signOut()
    const tab = await anotherTab()
    await tab.session.signIn('picker', 'harborvine')
    await expect.poll(device.session.get).toMatchObject({ user: { id: 6 }, isOther: false })
  })
})

describe('the data for a sign-in without a network', () => {
  const office = { username: 'office', password: 'harborvine' }
  const verifierOf = async (id: number) => (await device.deviceDb.people.get(id))?.verifier
  const signIn = () => device.session.signIn(office.username, office.password)
  beforeEach(() => {
    server.add(user({ id: 8, username: 'office', role_id: 8 }))
  })

  it('are not kept for roles 1 to 8, unless the device is marked as the office’s own', async () => {
    expect(await signIn()).toMatchObject({ kind: 'in' })
    expect(await verifierOf(8)).toBeNull()
    expect(await verifierOf(6)).not.toBeNull()
    await device.session.people.markOfficeDevice(true)
    await signIn()
    expect(await verifierOf(8)).not.toBeNull()
    server.fault = () => new TypeError('no network')
    expect(await signIn()).toMatchObject({ kind: 'offline' })
    // Removing the mark also removes the verifiers kept under it. Other roles keep theirs.
    await device.session.people.markOfficeDevice(false)
    expect(await device.session.people.isOfficeDevice()).toBe(false)
    expect(await verifierOf(8)).toBeNull()
    expect(await verifierOf(6)).not.toBeNull()
    expect(await signIn()).toMatchObject({ kind: 'unreachable' })
  })

  it('are not kept for a new password of roles 1 to 8 either', async () => {
    await signIn()
    await device.session.changedSelf(user({ id: 8, username: 'office', role_id: 8 }), 'Vt7#mlZw-q')
    expect(await verifierOf(8)).toBeNull()
  })

  it('are deleted after 14 days', async () => {
    device.clock.ms += 14 * 86_400_000
    await device.session.people.forgetVerifiers()
    expect(await verifierOf(6)).not.toBeNull()
    device.clock.ms += 1
    await device.session.people.forgetVerifiers()
    expect(await verifierOf(6)).toBeNull()
  })
})
