import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refreshed, SessionAnswer } from '#contract/people/schema.ts'
import { PASSWORD, testServer, type TestServer } from '../../factories/app.ts'
import { untilSomebodyWaits } from '../../factories/behind-lock.ts'
import { makeItem, makeUser } from '../../factories/business.ts'

let server: TestServer
let now = Date.now()
const pool = () => server.database.pool

beforeAll(async () => {
  server = await testServer({ clock: () => new Date(now) })
})
afterAll(() => server.close())

async function signIn(username: string, password: string, address = '192.0.2.1', device?: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/',
    remoteAddress: address,
    headers: device ? { 'x-device-id': device } : {},
    payload: { username, password },
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const toBase64 = (text: string) => Buffer.from(text).toString('base64url')
const fromBase64 = (text: string) => Buffer.from(text, 'base64url').toString()
const withToken = (access: string, path = 'users') =>
  server.call(null, 'GET', path, { headers: { authorization: `Bearer ${access}` } })

describe('signing in', () => {
  it('A265 gives access, refresh, expires_in and user, and no password', async () => {
    const { id, username } = await makeUser(pool(), 'picker')
    const { status, body } = await signIn(username, PASSWORD)
    expect(status).toBe(200)
    expect(SessionAnswer.strict().parse(body).user).toMatchObject({
      id,
      username,
      role_id: 14,
      is_staff: true,
    })
    expect(JSON.stringify(body)).not.toContain('argon2')
    expect((await withToken(body.access)).status).toBe(200)
  })

  it('A265 answers a wrong password exactly as an unknown name, without tokens', async () => {
    const { username } = await makeUser(pool(), 'picker')
    const wrong = await signIn(username, 'not this one')
    const unknown = await signIn('nobody at all', 'not this one')
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ message: expect.any(String) })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it.each(['account_lock', 'is_active'])(
    'is refused with a reason by %s to a person who knows the password',
    async (flag) => {
      const { username } = await makeUser(pool(), 'picker', { [flag]: flag === 'account_lock' })
      const right = await signIn(username, PASSWORD)
      expect(right.status).toBe(401)
      expect(right.body.message).toMatch(/locked/)
      expect(right.body).not.toHaveProperty('access')
      const wrong = await signIn(username, 'not this one')
      expect(wrong.body.message).not.toMatch(/locked/)
    },
  )

  it('is refused to an account that is locked while its password is verified, and leaves no session', async () => {
    const { id, username } = await makeUser(pool(), 'picker')
    const holder = await pool().connect()
    await holder.query('begin')
    await holder.query('update users set account_lock = true where id = $1', [id])
    const waiting = signIn(username, PASSWORD)
    await untilSomebodyWaits(pool())
    await holder.query('commit')
    holder.release()
    const { status, body } = await waiting
    expect([status, body.message]).toEqual([401, expect.stringMatching(/locked/)])
    expect((await pool().query('select from sessions where user_id = $1', [id])).rowCount).toBe(0)
  })

  it('begins at most 240 sessions of a person in an hour, also at the same moment, with Retry-After', async () => {
    const { id, username } = await makeUser(pool(), 'picker')
    const other = await makeUser(pool(), 'picker')
    await pool().query(
      `insert into sessions (id, user_id, device_id, created_at, last_used_at)
         select gen_random_uuid(), $1::int, 'scanner ' || n, $2::timestamptz, $2::timestamptz
           from generate_series(1, 238) n`,
      [id, new Date(now - 600_000)],
    )
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => signIn(username, PASSWORD, '192.0.2.1', `phone ${n}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    // The server does not even verify the password.
    const { status, headers, body } = await signIn(username, 'not this one')
    expect([status, headers['retry-after'], body.message]).toEqual([
      429,
      '3000',
      'This person has signed in too often. Please wait 50 minutes and try again.',
    ])
    expect((await signIn(other.username, PASSWORD)).status).toBe(200)
    now += 3_000_000
    expect((await signIn(username, PASSWORD)).status).toBe(200)
  })

  it('says which field is missing', async () => {
    const { status, body } = await signIn('', PASSWORD)
    expect(status).toBe(400)
    expect(body).toMatchObject({ username: 'is needed', message: 'username: is needed' })
  })

  it('is slowed for a name after ten failures, with Retry-After, and for no other name', async () => {
    const { username } = await makeUser(pool(), 'picker')
    const other = await makeUser(pool(), 'picker')
    for (let n = 0; n < 10; n++) expect((await signIn(username, `guess ${n}`)).status).toBe(401)
    const limited = await signIn(username, PASSWORD)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(limited.body.message).toMatch(/wait/)
    // The limit belongs to the name, for every address and in whatever letters; a warehouse is one address.
    expect((await signIn(username, PASSWORD, '192.0.2.77')).status).toBe(429)
    expect((await signIn(username.toUpperCase(), PASSWORD)).status).toBe(429)
    expect((await signIn(other.username, PASSWORD)).status).toBe(200)
    await pool().query(`update sign_in_failures set at = at - interval '5 minutes'`)
    expect((await signIn(username, PASSWORD)).status).toBe(200)
  })

  it('lets no more guesses through that come at the same moment, and the right password is not among them', async () => {
    const { username } = await makeUser(pool(), 'picker')
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => signIn(username, n === 40 ? PASSWORD : `guess ${n}`)),
    )
    const counts = new Map<number, number>()
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
    expect(counts.get(401)).toBeLessThanOrEqual(10)
    expect([counts.get(200), counts.get(401)! + counts.get(429)!]).toEqual([undefined, 60])
    const limited = answers.find(({ status }) => status === 429)!
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('lets right passwords through that come at the same moment', async () => {
    const { username } = await makeUser(pool(), 'picker')
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(username, PASSWORD)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  it('is not slowed by another user’s guesses on a device that the person has signed in on before', async () => {
    const { username } = await makeUser(pool(), 'picker')
    expect((await signIn(username, PASSWORD, '192.0.2.1', 'their scanner')).status).toBe(200)
    for (let n = 0; n < 11; n++) await signIn(username, `guess ${n}`, '192.0.2.1', `a thief's ${n}`)
    expect((await signIn(username, PASSWORD)).status).toBe(429)
    expect((await signIn(username, PASSWORD, '192.0.2.1', 'their scanner')).status).toBe(200)
    // Guesses on the person's own device are counted for that device.
    for (let n = 0; n < 10; n++) await signIn(username, `guess ${n}`, '192.0.2.1', 'their scanner')
    expect((await signIn(username, PASSWORD, '192.0.2.1', 'their scanner')).status).toBe(429)
  })

  it('forgets failures once the right password came', async () => {
    const { username } = await makeUser(pool(), 'picker')
    for (let n = 0; n < 9; n++) await signIn(username, `guess ${n}`)
    expect((await signIn(username, PASSWORD)).status).toBe(200)
    expect((await signIn(username, 'one more')).status).toBe(401)
    expect((await signIn(username, PASSWORD)).status).toBe(200)
  })

  it('is slowed for a name after forty failures in an hour and a hundred in a day', async () => {
    const { username } = await makeUser(pool(), 'picker')
    const failed = (many: number, ago: string) =>
      pool().query(
        `insert into sign_in_failures (key, at) select 'name:' || lower($1), now() - $2::interval from generate_series(1, $3)`,
        [username, ago, many],
      )
    await failed(39, '20 minutes')
    expect((await signIn(username, 'one more')).status).toBe(401)
    const hour = await signIn(username, PASSWORD)
    expect(hour.status).toBe(429)
    expect(Number(hour.headers['retry-after'])).toBeGreaterThan(35 * 60)
    await pool().query(`update sign_in_failures set at = at - interval '1 hour'`)
    await failed(60, '3 hours')
    const day = await signIn(username, PASSWORD)
    expect([day.status, day.body.message]).toEqual([429, expect.stringMatching(/Please wait 21 hours/)])
  })

  it('counts the addresses of one IPv6 network together, and another network apart', async () => {
    await pool().query(
      `insert into sign_in_failures (key) select 'address:2001:db8:1:2::/64' from generate_series(1, 200)`,
    )
    const { username } = await makeUser(pool(), 'picker')
    expect((await signIn(username, PASSWORD, '2001:db8:1:2:aaaa::1')).status).toBe(429)
    expect((await signIn(username, PASSWORD, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('200 wrong guesses of a guest lock no user out of a device on which they have signed in before', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => makeUser(pool(), 'picker')))
    const address = '192.0.2.150'
    for (const { username } of people)
      expect((await signIn(username, PASSWORD, address, `scanner of ${username}`)).status).toBe(200)
    const statuses: number[] = []
    for (let n = 0; n < 201; n++)
      statuses.push((await signIn(`guest ${n}`, 'a guess', address, `guest ${n}`)).status)
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([401, 429])
    for (const { username } of people)
      expect((await signIn(username, PASSWORD, address, `scanner of ${username}`)).status).toBe(200)
    // The device's own failures are still counted, up to their limit.
    const { username } = people[0]!
    for (let n = 0; n < 10; n++) await signIn(username, `guess ${n}`, address, `scanner of ${username}`)
    expect((await signIn(username, PASSWORD, address, `scanner of ${username}`)).status).toBe(429)
  })

  it('slows an address after very many failures of many names', async () => {
    await pool().query(
      `insert into sign_in_failures (key) select 'address:192.0.2.200' from generate_series(1, 200)`,
    )
    const { username } = await makeUser(pool(), 'picker')
    expect((await signIn(username, PASSWORD, '192.0.2.201', 'their scanner')).status).toBe(200)
    expect((await signIn(username, PASSWORD, '192.0.2.200')).status).toBe(429)
    // A person who has signed in on that device before is not locked out with the others.
    expect((await signIn(username, PASSWORD, '192.0.2.200', 'their scanner')).status).toBe(200)
  })
})

describe('an access token', () => {
  it('A011 is needed: without one, with garbage or with a forged one the answer is 401', async () => {
    const { username } = await makeUser(pool(), 'administrator')
    const { access } = await server.signIn(username)
    const forged = `${access.slice(0, -3)}${access.endsWith('AAA') ? 'BBB' : 'AAA'}`
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${access.split('.')[1]}.`
    for (const token of ['', 'garbage', 'a.b.c', forged, none]) {
      const { status, body } = await withToken(token)
      expect([token, status]).toEqual([token, 401])
      expect(body).toEqual({ message: 'Please sign in.', code: 'sign_in_needed' })
    }
    expect((await server.call(null, 'GET', 'users')).status).toBe(401)
  })

  it('names its issuer, what it is for and its key, and one for something else is refused', async () => {
    const { username } = await makeUser(pool(), 'picker')
    const { access } = await server.signIn(username)
    const [head, claims] = access.split('.', 2).map((part) => JSON.parse(fromBase64(part)))
    expect(head.kid).toMatch(/^[\w-]{8}$/)
    expect(claims).toMatchObject({ iss: 'larder', aud: 'larder-api' })
    const { rows } = await pool().query(`select value from facts where key = 'signing_key'`)
    const signed = (changes: object) => {
      const text = [head, { ...claims, ...changes }].map((part) => toBase64(JSON.stringify(part))).join('.')
      return `${text}.${createHmac('sha256', rows[0].value).update(text).digest('base64url')}`
    }
    expect((await withToken(signed({}))).status).toBe(200)
    expect((await withToken(signed({ aud: 'something else' }))).status).toBe(401)
    expect((await withToken(signed({ iss: 'somebody else' }))).status).toBe(401)
    // The release before issued such tokens: a session goes on while two releases run side by side.
    expect((await withToken(signed({ aud: undefined, iss: undefined }))).status).toBe(200)
  })

  it('A011 changes nothing without one', async () => {
    const item = await makeItem(pool())
    const { status } = await server.call(null, 'PATCH', `orderitems/${item.id}`, { body: { picked: true } })
    expect(status).toBe(401)
    const { rows } = await pool().query('select picked, version from order_items where id = $1', [item.id])
    expect(rows).toEqual([{ picked: false, version: 1 }])
  })

  it('A266 ends after expires_in, and the refresh gives one that works', async () => {
    const { username } = await makeUser(pool(), 'picker')
    const { body: session } = await signIn(username, PASSWORD)
    now += (session.expires_in - 2) * 1_000
    expect((await withToken(session.access)).status).toBe(200)
    now += 3_000
    expect((await withToken(session.access)).status).toBe(401)
    const refreshed = await server.call(null, 'POST', 'auth/refresh', { body: { refresh: session.refresh } })
    expect(refreshed.status).toBe(200)
    expect((await withToken(Refreshed.strict().parse(refreshed.body).access)).status).toBe(200)
  })

  it('comes with the person’s own key to what stays on a device, the same at each sign-in and refresh', async () => {
    const [{ username }, other] = [await makeUser(pool(), 'picker'), await makeUser(pool(), 'picker')]
    const { body: first } = await signIn(username, PASSWORD)
    const { body: second } = await signIn(username, PASSWORD)
    const { body: refreshed } = await server.call(null, 'POST', 'auth/refresh', {
      body: { refresh: second.refresh },
    })
    // 256 bits in base64url.
    expect(first.ledger_key).toMatch(/^[\w-]{43}$/)
    expect([second.ledger_key, refreshed.ledger_key]).toEqual([first.ledger_key, first.ledger_key])
    expect((await signIn(other.username, PASSWORD)).body.ledger_key).not.toBe(first.ledger_key)
  })

  it('carries the role that the users list has now', async () => {
    const { id, username } = await makeUser(pool(), 'administrator')
    expect((await server.call(username, 'GET', 'users?no_page=1')).body.length).toBeGreaterThan(1)
    await pool().query('update users set role_id = 32, is_staff = false where id = $1', [id])
    // A right that was taken away is valid for at most a second longer.
    now += 1_001
    const list = await server.call(username, 'GET', 'users?no_page=1')
    expect(list.body).toEqual([expect.objectContaining({ id, role_id: 32 })])
    await pool().query('update users set account_lock = true where id = $1', [id])
    now += 1_001
    const locked = await server.call(username, 'GET', 'users?no_page=1')
    expect([locked.status, locked.body.message]).toEqual([401, 'This account is closed.'])
  })
})
