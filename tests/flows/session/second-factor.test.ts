/** Passkeys and recovery codes after the password (docs/decisions/0219). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, testServer, type TestServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'
import { softPasskey } from '../../factories/passkey.ts'

let server: TestServer
let now = Date.now()
let username: string
const DEVICE = 'office laptop'

beforeAll(async () => {
  server = await testServer({ clock: () => new Date(now) })
})
afterAll(() => server.close())
beforeEach(async () => {
  now += 60 * 60_000
  ;({ username } = await makeUser(server.database.pool, 'office'))
  await server.database.pool.query(`update settings set value = null where name = 'second_factor_compulsory'`)
})

const door = (path: string, body: object, device = DEVICE) =>
  server.call(null, 'POST', path, { body, headers: { 'x-device-id': device } })
const password = (device = DEVICE) => door('auth', { username, password: PASSWORD }, device)
const demand = () =>
  server.database.pool.query(`update settings set value = 'on' where name = 'second_factor_compulsory'`)

/** Adds a passkey as this person does on their own page. */
async function addPasskey(name = 'Laptop') {
  const passkey = softPasskey()
  const { body } = await server.call(username, 'POST', 'passkeys/challenge')
  const credential = passkey.register(body.options)
  const added = await server.call(username, 'POST', 'passkeys', {
    body: { attempt: body.attempt, name, credential },
  })
  return { passkey, added, codes: added.body.recovery_codes as string[] }
}
const events = async () =>
  (
    await server.database.pool.query<{ kind: string; details: string }>(
      'select kind, details from security_events where about = $1 or about = $2 order by id',
      [username, 'Laptop'],
    )
  ).rows

describe('one’s own passkeys', () => {
  it('the first gives ten recovery codes, a second one none; both are listed', async () => {
    const { added, codes, passkey } = await addPasskey()
    expect(added.status).toBe(201)
    expect(codes).toHaveLength(10)
    expect(new Set(codes.map((code) => code.length))).toEqual(new Set([19]))
    now += 1_000
    expect((await addPasskey('Phone')).codes).toEqual([])
    const { body } = await server.call(username, 'GET', 'passkeys')
    expect(body).toMatchObject({
      passkeys: [{ id: passkey.id, name: 'Laptop', used_at: null }, { name: 'Phone' }],
      recovery_codes_left: 10,
      is_compulsory: false,
    })
  })

  it('adding and removing ask for a password that was typed lately', async () => {
    const { passkey } = await addPasskey()
    await server.database.pool.query(`update sessions set proved_at = proved_at - interval '16 minutes'`)
    for (const [method, path] of [
      ['POST', 'passkeys/challenge'],
      ['DELETE', `passkeys/${passkey.id}`],
      ['POST', 'recoverycodes'],
    ] as const)
      expect((await server.call(username, method, path)).body.code).toBe('password_needed')
  })

  it('a challenge is answered once, by its own person, and by what answers it', async () => {
    const { body } = await server.call(username, 'POST', 'passkeys/challenge')
    const register = (by: string, credential: object) =>
      server.call(by, 'POST', 'passkeys', { body: { attempt: body.attempt, name: 'Laptop', credential } })
    const { username: other } = await makeUser(server.database.pool, 'office')
    const own = softPasskey().register(body.options)
    expect((await register(other, own)).status).toBe(410)
    const wrong = [
      softPasskey({ origin: 'http://evil.example' }).register(body.options),
      softPasskey({ site: 'evil.example' }).register(body.options),
      softPasskey().register({ challenge: 'another' }),
    ]
    for (const credential of wrong) expect((await register(username, credential)).status).toBe(400)
    expect((await register(username, own)).status).toBe(201)
    expect((await register(username, softPasskey().register(body.options))).status).toBe(410)
  })

  it('new codes end those of before, and need a passkey', async () => {
    expect((await server.call(username, 'POST', 'recoverycodes')).status).toBe(409)
    const { codes } = await addPasskey()
    const { body } = await server.call(username, 'POST', 'recoverycodes')
    expect(body.recovery_codes).toHaveLength(10)
    const { body: asked } = await password()
    expect((await door('auth/recoverycode', { attempt: asked.attempt, code: codes[0]! })).status).toBe(400)
    const entered = await door('auth/recoverycode', { attempt: asked.attempt, code: body.recovery_codes[0] })
    expect(entered.status).toBe(200)
  })

  it('the last one takes the recovery codes with it, and stays where the role needs one', async () => {
    const { passkey } = await addPasskey()
    await demand()
    const refused = await server.call(username, 'DELETE', `passkeys/${passkey.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'passkey_needed'])
    await server.database.pool.query(
      `update settings set value = null where name = 'second_factor_compulsory'`,
    )
    expect((await server.call(username, 'DELETE', `passkeys/${passkey.id}`)).status).toBe(204)
    const { body } = await server.call(username, 'GET', 'passkeys')
    expect(body).toEqual({ passkeys: [], recovery_codes_left: 0, is_compulsory: false })
    expect((await password()).status).toBe(200)
  })

  it('no user sees or removes another’s, and customers have none', async () => {
    const { passkey } = await addPasskey()
    const { username: other } = await makeUser(server.database.pool, 'office')
    expect((await server.call(other, 'GET', 'passkeys')).body.passkeys).toEqual([])
    expect((await server.call(other, 'DELETE', `passkeys/${passkey.id}`)).status).toBe(404)
    const { username: customer } = await makeUser(server.database.pool, 'customer')
    expect((await server.call(customer, 'GET', 'passkeys')).status).toBe(403)
  })
})

describe('the second step of a sign-in', () => {
  it('a password alone begins no session any more; the passkey does', async () => {
    const { passkey } = await addPasskey()
    const { status, body } = await password()
    expect([status, body.code, body.access]).toEqual([401, 'second_factor', undefined])
    expect(body.options.allowCredentials).toMatchObject([{ id: passkey.id }])
    const entered = await door('auth/passkey', {
      attempt: body.attempt,
      credential: passkey.sign(body.options),
    })
    expect(entered.status).toBe(200)
    expect(entered.body.user.username).toBe(username)
    expect((await events()).at(-1)).toMatchObject({
      kind: 'sign_in',
      details: expect.stringContaining('with a passkey'),
    })
    const again = await door('auth/passkey', {
      attempt: body.attempt,
      credential: passkey.sign(body.options),
    })
    expect([again.status, again.body.code]).toEqual([410, 'attempt_over'])
  })

  it('refuses another’s passkey, another site’s answer, an old challenge and a copy that counts backwards', async () => {
    const { passkey } = await addPasskey()
    const stranger = softPasskey()
    const first = (await password()).body
    const early = passkey.sign(first.options)
    const { body } = await password()
    const answers = [
      { ...stranger.sign(body.options), id: passkey.id, rawId: passkey.id },
      stranger.sign(body.options),
      passkey.sign(first.options),
    ]
    for (const credential of answers) {
      const refused = await door('auth/passkey', { attempt: body.attempt, credential })
      expect([refused.status, refused.body.message]).toEqual([400, 'This passkey was not taken.'])
    }
    expect(
      (await door('auth/passkey', { attempt: body.attempt, credential: passkey.sign(body.options) })).status,
    ).toBe(200)
    // The count of this answer is below the last one's: two hold the key.
    expect((await door('auth/passkey', { attempt: first.attempt, credential: early })).status).toBe(400)
  })

  it('a recovery code is good once, in any writing', async () => {
    const { codes } = await addPasskey()
    const typed = ` ${codes[0]!.toLowerCase().replaceAll('-', ' ')} `
    const { body } = await password()
    const entered = await door('auth/recoverycode', { attempt: body.attempt, code: typed })
    expect(entered.status).toBe(200)
    const { body: later } = await password()
    const again = await door('auth/recoverycode', { attempt: later.attempt, code: codes[0]! })
    expect([again.status, again.body.code]).toEqual([400, 'is not right, or was used before'])
  })

  it('five wrong answers, five minutes or another device end the attempt', async () => {
    const { codes } = await addPasskey()
    const attempt = async () => (await password()).body.attempt as string
    const code = (attemptId: string, text: string, device = DEVICE) =>
      door('auth/recoverycode', { attempt: attemptId, code: text }, device)
    const guessed = await attempt()
    for (let n = 0; n < 5; n++) expect((await code(guessed, 'AAAA-AAAA-AAAA-AAAA')).status).toBe(400)
    expect((await code(guessed, codes[0]!)).status).toBe(410)
    expect((await code(await attempt(), codes[0]!, 'another device')).status).toBe(410)
    const slow = await attempt()
    now += 5 * 60_000 + 1
    expect((await code(slow, codes[0]!)).status).toBe(410)
    expect((await code('018f0000-0000-7000-8000-000000000000', codes[0]!)).status).toBe(410)
    expect((await events()).filter(({ kind }) => kind === 'refused')).toHaveLength(5)
  })

  it('an attempt ends when the password or the sessions end, and when the account is closed', async () => {
    const { codes } = await addPasskey()
    const { body } = await password()
    await server.call(username, 'DELETE', 'sessions')
    expect((await door('auth/recoverycode', { attempt: body.attempt, code: codes[0]! })).status).toBe(410)
    const { body: next } = await password()
    await server.database.pool.query('update users set account_lock = true where username = $1', [username])
    const closed = await door('auth/recoverycode', { attempt: next.attempt, code: codes[0]! })
    expect([closed.status, closed.body.code]).toEqual([401, 'account_closed'])
  })

  it('two answers at once begin one session', async () => {
    const { codes } = await addPasskey()
    const { body } = await password()
    const both = await Promise.all(
      [0, 1].map((n) => door('auth/recoverycode', { attempt: body.attempt, code: codes[n]! })),
    )
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    const { rows } = await server.database.pool.query(
      'select count(*)::int as used from recovery_codes c join users u on u.id = c.user_id where u.username = $1 and used_at is not null',
      [username],
    )
    expect(rows[0].used).toBe(1)
  })
})

describe('where roles 1 to 8 need one', () => {
  beforeEach(demand)

  it('a person who has none registers one to sign in, and gets the recovery codes', async () => {
    const { status, body } = await password()
    expect([status, body.code]).toEqual([401, 'passkey_needed'])
    const passkey = softPasskey()
    const entered = await door('auth/newpasskey', {
      attempt: body.attempt,
      name: 'Laptop',
      credential: passkey.register(body.options),
    })
    expect(entered.status).toBe(200)
    expect(entered.body.recovery_codes).toHaveLength(10)
    expect((await password()).body.code).toBe('second_factor')
  })

  it('an attempt to register one ends once the person has one, and their codes stay good', async () => {
    const register = ({ body }: Awaited<ReturnType<typeof password>>, device: string) => {
      const credential = softPasskey().register(body.options)
      return door('auth/newpasskey', { attempt: body.attempt, name: 'Laptop', credential }, device)
    }
    const early = await password('another device')
    const entered = await register(await password(), DEVICE)
    expect([early.body.code, entered.status]).toEqual(['passkey_needed', 200])
    const late = await register(early, 'another device')
    expect([late.status, late.body.code, late.body.access]).toEqual([410, 'attempt_over', undefined])
    const { body } = await password()
    const code = entered.body.recovery_codes[0]
    expect((await door('auth/recoverycode', { attempt: body.attempt, code })).status).toBe(200)
  })

  it('no other way leads past it, and other roles need none', async () => {
    const { body } = await password()
    expect((await door('auth/recoverycode', { attempt: body.attempt, code: 'AAAA' })).status).toBe(410)
    const { username: picker } = await makeUser(server.database.pool, 'picker')
    expect((await door('auth', { username: picker, password: PASSWORD })).status).toBe(200)
  })
})

it('without PUBLIC_URL passkeys work at localhost alone, and with it at that address', async () => {
  const named = await testServer({ settings: { PUBLIC_URL: 'https://orders.example.com' } })
  const { username: ann } = await makeUser(named.database.pool, 'office')
  const { body } = await named.call(ann, 'POST', 'passkeys/challenge', {
    headers: { host: 'orders.example.com' },
  })
  expect(body.options.rp.id).toBe('orders.example.com')
  const passkey = softPasskey({ origin: 'https://orders.example.com', site: 'orders.example.com' })
  const credential = passkey.register(body.options)
  const added = await named.call(ann, 'POST', 'passkeys', {
    body: { attempt: body.attempt, name: 'Laptop', credential },
    headers: { host: 'orders.example.com' },
  })
  expect(added.status).toBe(201)
  await named.close()
  const host = '127.0.0.1'
  const refused = await server.call(username, 'POST', 'passkeys/challenge', { headers: { host } })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Passkeys work at the public address of the server, and on this machine at localhost.',
  ])
  // A recovery code leads in from every address.
  const { codes } = await addPasskey()
  const headers = { host, 'x-device-id': DEVICE }
  const asked = await server.call(null, 'POST', 'auth', { body: { username, password: PASSWORD }, headers })
  expect(asked.body.code).toBe('second_factor')
  const answer = { attempt: asked.body.attempt, code: codes[0] }
  expect((await server.call(null, 'POST', 'auth/recoverycode', { body: answer, headers })).status).toBe(200)
})
