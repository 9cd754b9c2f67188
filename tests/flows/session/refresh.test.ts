import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { untilSomebodyWaits } from '../../factories/behind-lock.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'

let server: TestServer
let now = Date.now()
let username: string
/** The token that signing in gave on this device. */
let first: string
const DEVICE = 'scanner 7'
/** Chance, session, generation and signature, with a point between them. */
const TOKEN_LENGTH = 43 + 36 + 1 + 43 + 3

beforeAll(async () => {
  server = await testServer({ clock: () => new Date(now) })
})
afterAll(() => server.close())
beforeEach(async () => {
  ;({ username } = await makeUser(server.database.pool, 'picker'))
  first = (await server.signIn(username, DEVICE)).refresh
})

/** Both tokens, or the status of the refusal in their place. */
async function refreshed(token: string, device = DEVICE): Promise<{ access: string; refresh: string }> {
  const { status, body } = await server.call(null, 'POST', 'auth/refresh/', {
    body: { refresh: token },
    headers: { 'x-device-id': device },
  })
  return status === 200 && body.access ? body : { access: String(status), refresh: String(status) }
}
/** The next refresh token, or the status of the refusal. */
const refresh = async (token: string, device = DEVICE) => (await refreshed(token, device)).refresh
/** What a call with this access token is answered. */
const usersWith = async (access: string) =>
  (await server.call(null, 'GET', 'users', { headers: { authorization: `Bearer ${access}` } })).status

describe('a refresh token', () => {
  it('A266 gives a new access and a new refresh token each time', async () => {
    const second = await refresh(first)
    const third = await refresh(second)
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await refresh(third)).toMatch(/^[\w-]{43}\.[\w-]{36}\.4\.[\w-]{43}$/)
  })

  it('A266 gives another access token within the same second, too', async () => {
    const { access, refresh: token } = await server.signIn(username, DEVICE)
    const { body } = await server.call(null, 'POST', 'auth/refresh/', {
      body: { refresh: token },
      headers: { 'x-device-id': DEVICE },
    })
    expect(body.access).toMatch(/^ey/)
    expect(body.access).not.toBe(access)
  })

  it('A266 is refused with words when it is none of ours, and with 400 when it is none at all', async () => {
    const unknown = await server.call(null, 'POST', 'auth/refresh/', { body: { refresh: 'none of ours' } })
    expect([unknown.status, unknown.body]).toEqual([
      401,
      { message: 'Please sign in again.', code: 'sign_in_needed' },
    ])
    expect((await server.call(null, 'POST', 'auth/refresh/', { body: {} })).status).toBe(400)
  })

  it('is not an access token, nor the other way round', async () => {
    const { access } = await server.signIn(username, DEVICE)
    expect(await refresh(access)).toBe('401')
    const call = await server.call(null, 'GET', 'users', { headers: { authorization: `Bearer ${first}` } })
    expect(call.status).toBe(401)
  })

  it('stays good while its successor is unused: a lost answer signs no user out', async () => {
    const lost = await refresh(first)
    const again = await refresh(first)
    const onceMore = await refresh(first)
    expect([lost, again, onceMore].every((token) => token.length === TOKEN_LENGTH)).toBe(true)
    expect(await refresh(onceMore)).toHaveLength(TOKEN_LENGTH)
  })

  it('keeps two tabs signed in that refresh with the same token at once', async () => {
    let [one, two] = await Promise.all([refresh(first), refresh(first)])
    expect([one.length, two.length]).toEqual([TOKEN_LENGTH, TOKEN_LENGTH])
    ;[one, two] = await Promise.all([refresh(one), refresh(two)])
    expect([one.length, two.length]).toEqual([TOKEN_LENGTH, TOKEN_LENGTH])
  })

  it.each([DEVICE, 'a thief'])(
    'is refused once its successor was used, and ends the session, also with the device id %s',
    async (device) => {
      const second = await refresh(first)
      const { access, refresh: third } = await refreshed(second)
      expect(await usersWith(access)).toBe(200)
      expect(await refresh(first, device)).toBe('401')
      expect([await refresh(third), await usersWith(access)]).toEqual(['401', 401])
    },
  )

  it('is refused where it is superseded while its refresh waits for another of the session', async () => {
    await refresh(first)
    const holder = await server.database.pool.connect()
    await holder.query('begin')
    const { rows } = await holder.query<{ id: string }>(
      'select s.id from sessions s join users u on u.id = s.user_id where u.username = $1 for update of s',
      [username],
    )
    const session = [rows[0]!.id]
    const waiting = refresh(first)
    await untilSomebodyWaits(server.database.pool)
    await holder.query('update refresh_tokens set superseded_at = now() where session_id = $1', session)
    await holder.query('commit')
    holder.release()
    expect(await waiting).toBe('401')
  })

  it('is worth nothing on another device, and the owner stays signed in', async () => {
    expect(await refresh(first, 'a thief')).toBe('401')
    expect(await refresh(first)).toHaveLength(TOKEN_LENGTH)
  })

  it('ends after sixty days without use', async () => {
    now += 61 * 86_400_000
    expect(await refresh(first)).toBe('401')
  })

  it('ends ninety days after the sign-in, however often it was used', async () => {
    let token = first
    for (const days of [59, 30]) {
      now += days * 86_400_000
      token = await refresh(token)
      expect(token).toHaveLength(TOKEN_LENGTH)
    }
    now += 86_400_000
    expect(await refresh(token)).toBe('401')
  })

  it('that was copied with its device id is of use until the other branch is used: then both have to sign in', async () => {
    let [owner, copy] = [await refresh(first), await refresh(first)]
    owner = await refresh(owner)
    copy = await refresh(copy)
    expect([owner.length, copy.length]).toEqual([TOKEN_LENGTH, TOKEN_LENGTH])
    copy = await refresh(copy)
    expect(copy).toHaveLength(TOKEN_LENGTH)
    expect([await refresh(owner), await refresh(copy)]).toEqual(['401', '401'])
  })

  it('of a locked account is refused with a code that makes the device forget the account', async () => {
    const call = (token: string) =>
      server.call(null, 'POST', 'auth/refresh/', {
        body: { refresh: token },
        headers: { 'x-device-id': DEVICE },
      })
    await server.database.pool.query('update users set account_lock = true where username = $1', [username])
    expect((await call(first)).body).toEqual({ message: 'Please sign in again.', code: 'account_closed' })
    expect((await call('none of ours')).body).toEqual({
      message: 'Please sign in again.',
      code: 'sign_in_needed',
    })
  })

  it.each(['account_lock = true', 'is_active = false'])('is refused at once with %s', async (change) => {
    const second = await refresh(first)
    await server.database.pool.query(`update users set ${change} where username = $1`, [username])
    expect(await refresh(second)).toBe('401')
    expect(await refresh(first)).toBe('401')
  })

  it('is kept only as its hash', async () => {
    const { rows } = await server.database.pool.query<{ all: string }>(
      'select string_agg(t::text, $1) as all from refresh_tokens t',
      ['\n'],
    )
    expect(rows[0]!.all).not.toContain(first)
  })
})

describe('signing out', () => {
  const logout = (token: string) => server.call(null, 'POST', 'auth/logout/', { body: { refresh: token } })

  it('ends the session of this device and of no other', async () => {
    const { refresh: elsewhere } = await server.signIn(username, 'scanner 8')
    const second = await refresh(first)
    expect((await logout(second)).status).toBe(204)
    expect(await refresh(second)).toBe('401')
    expect(await refresh(first)).toBe('401')
    expect(await refresh(elsewhere, 'scanner 8')).toHaveLength(TOKEN_LENGTH)
  })

  it('ends the access token of this session with the refresh token', async () => {
    const { access, refresh: token } = await server.signIn(username, DEVICE)
    expect(await usersWith(access)).toBe(200)
    expect((await logout(token)).status).toBe(204)
    expect(await usersWith(access)).toBe(401)
  })

  it('is no error with an unknown token', async () => {
    expect((await logout('none of ours')).status).toBe(204)
  })
})

describe('signing in again', () => {
  it('ends this user’s earlier session on the device, so that a copy of its tokens is worth nothing', async () => {
    const earlier = await refreshed(first)
    const elsewhere = await server.signIn(username, 'scanner 8')
    const other = await makeUser(server.database.pool, 'picker')
    const colleague = await server.signIn(other.username, DEVICE)
    const { access, refresh: token } = await server.signIn(username, DEVICE)
    expect([await refresh(earlier.refresh), await usersWith(earlier.access)]).toEqual(['401', 401])
    for (const one of [access, elsewhere.access, colleague.access]) expect(await usersWith(one)).toBe(200)
    expect(await refresh(token)).toHaveLength(TOKEN_LENGTH)
    expect(await refresh(colleague.refresh)).toHaveLength(TOKEN_LENGTH)
  })

  it('leaves one session of a device, however many come at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => server.signIn(username, DEVICE)))
    now += 1_001
    const answers = []
    for (const { access } of all) answers.push(await usersWith(access))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
  })
})
