/** Sign-in by the identity provider of the house (docs/decisions/0223), against a real provider. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, testServer, type TestServer } from '../../factories/app.ts'
import { untilSomebodyWaits } from '../../factories/behind-lock.ts'
import { makeUser } from '../../factories/business.ts'
import { CLIENT, identityProvider, type IdentityProvider } from '../../factories/identity-provider.ts'
import { softPasskey } from '../../factories/passkey.ts'

const PUBLIC_URL = 'http://localhost:8080'
const DEVICE = 'office laptop'
let provider: IdentityProvider
let server: TestServer
let now = Date.now()

beforeAll(async () => {
  provider = await identityProvider(PUBLIC_URL)
  server = await testServer({
    clock: () => new Date(now),
    settings: { PUBLIC_URL, OIDC_ISSUER: provider.issuer, OIDC_NAME: 'Harbor accounts', ...CLIENT },
  })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const door = (path: string, body: object, device = DEVICE) =>
  server.call(null, 'POST', path, { body, headers: { 'x-device-id': device, host: 'localhost:8080' } })

/** Makes a user of the house, and their identity at the provider. */
async function makeBoth(role: Parameters<typeof makeUser>[1] = 'office', over: object = {}) {
  const name = randomUUID().slice(0, 8)
  const email = `${name}@example.com`
  const user = await makeUser(server.database.pool, role, { email: email.toUpperCase() })
  provider.identities.set(name, { email, email_verified: true, ...over })
  return { name, email, user }
}
/** Returns the query with which the provider leads back after this person has signed in there. */
async function backFrom(name: string, device = DEVICE): Promise<string> {
  const { body } = await door('auth/oidc', {}, device)
  return provider.signIn(body.url, name)
}
const finish = (search: string, device = DEVICE) => door('auth/oidc/finish', { search }, device)

it('the sign-in screen learns the provider’s name', async () => {
  expect((await server.call(null, 'GET', 'auth/oidc')).body).toEqual({ name: 'Harbor accounts' })
})

describe('a person who comes back from the provider', () => {
  it('is the one member of the staff with this verified address, and from then on the same', async () => {
    const { name, email, user } = await makeBoth()
    const first = await finish(await backFrom(name))
    expect([first.status, first.body.user?.username]).toEqual([200, user.username])
    const { rows } = await server.database.pool.query(
      `select details from security_events where kind = 'sign_in' and about = $1`,
      [user.username],
    )
    expect(rows).toEqual([{ details: 'by the identity provider' }])
    // The address goes to another user, here and at the provider: the provider's own id decides.
    await server.database.pool.query(`update users set email = '' where id = $1`, [user.id])
    await makeUser(server.database.pool, 'manager', { email })
    provider.identities.set(name, { email: `new-${email}`, email_verified: true })
    const second = await finish(await backFrom(name))
    expect([second.status, second.body.user?.username]).toEqual([200, user.username])
  })

  it('has a session like any other', async () => {
    const { name, user } = await makeBoth('picker')
    const { body } = await finish(await backFrom(name))
    const { body: own } = await server.call(null, 'GET', 'sessions', {
      headers: { authorization: `Bearer ${body.access}` },
    })
    expect(own).toMatchObject([{ is_this: true }])
    const refreshed = await door('auth/refresh', { refresh: body.refresh })
    expect(refreshed.status).toBe(200)
    expect(body.user.id).toBe(user.id)
  })

  it.each([
    ['whose address is not verified', { email_verified: false }, /names no mail address/],
    ['who has no address', { email: undefined }, /names no mail address/],
    [
      'whom nobody here is',
      { email: 'stranger@example.com' },
      /Nobody of the staff has the address stranger@example\.com/,
    ],
  ])('is refused %s', async (_who, over, words) => {
    const { name } = await makeBoth('office', over)
    const refused = await finish(await backFrom(name))
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(words)])
  })

  it('is refused as a customer, and where two have the address', async () => {
    const customer = await makeBoth('customer')
    expect((await finish(await backFrom(customer.name))).status).toBe(403)
    const twice = await makeBoth()
    await makeUser(server.database.pool, 'picker', { email: twice.email })
    expect((await finish(await backFrom(twice.name))).status).toBe(403)
  })

  it('is refused where the account is locked, also when it was linked before', async () => {
    const { name, user } = await makeBoth()
    expect((await finish(await backFrom(name))).status).toBe(200)
    await server.database.pool.query('update users set account_lock = true where id = $1', [user.id])
    const refused = await finish(await backFrom(name))
    expect([refused.status, refused.body.code]).toEqual([401, 'account_closed'])
  })

  it('is asked for a passkey like after a password', async () => {
    const { name, user } = await makeBoth()
    const passkey = softPasskey({ origin: PUBLIC_URL })
    const headers = { host: 'localhost:8080' }
    const asked = await server.call(user.username, 'POST', 'passkeys/challenge', { headers })
    const credential = passkey.register(asked.body.options)
    const body = { attempt: asked.body.attempt, name: 'Laptop', credential }
    expect((await server.call(user.username, 'POST', 'passkeys', { body, headers })).status).toBe(201)
    const step = await finish(await backFrom(name))
    expect([step.status, step.body.code]).toEqual([401, 'second_factor'])
    const answer = { attempt: step.body.attempt, credential: passkey.sign(step.body.options) }
    expect((await door('auth/passkey', answer)).status).toBe(200)
  })
})

describe('the link with an identity', () => {
  const NEW = 'Rk3!poVbn-x'
  /** Makes a person who is linked. From then on the provider names an address that no user here has. */
  async function makeLinked() {
    const { name, email, user } = await makeBoth()
    expect((await finish(await backFrom(name))).status).toBe(200)
    provider.identities.set(name, { email: `private-${email}`, email_verified: true })
    return { name, user }
  }

  it.each<[string, object]>([
    ['address', { email: `${randomUUID()}@example.com` }],
    ['password', { new_password: NEW, new_password_confirm: NEW }],
  ])('ends when another user sets the %s, and the verified address makes a new one', async (_what, body) => {
    const { name, user } = await makeLinked()
    const { username } = await makeUser(server.database.pool, 'manager')
    expect((await server.call(username, 'PATCH', `users/${user.id}`, { body })).status).toBe(200)
    expect((await finish(await backFrom(name))).status).toBe(403)
    const { rows } = await server.database.pool.query('select email from users where id = $1', [user.id])
    provider.identities.set(name, { email: rows[0].email, email_verified: true })
    const again = await finish(await backFrom(name))
    expect([again.status, again.body.user?.username]).toEqual([200, user.username])
  })

  it('stays when the person sets a new password, or the office changes another field', async () => {
    const { name, user } = await makeLinked()
    const { username } = await makeUser(server.database.pool, 'manager')
    const path = `users/${user.id}`
    expect((await server.call(username, 'PATCH', path, { body: { first_name: 'Ann' } })).status).toBe(200)
    const body = { old_password: PASSWORD, new_password: NEW, new_password_confirm: NEW }
    expect((await server.call(user.username, 'PATCH', path, { body })).status).toBe(200)
    expect((await finish(await backFrom(name))).status).toBe(200)
  })

  it('begins no session where it ends while the sign-in waits for the account', async () => {
    const { name, user } = await makeLinked()
    const search = await backFrom(name)
    const holder = await server.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from users where id = $1 for no key update', [user.id])
      const finishing = finish(search)
      await untilSomebodyWaits(server.database.pool)
      await holder.query('delete from oidc_links where user_id = $1', [user.id])
      await holder.query('commit')
      expect((await finishing).status).toBe(403)
    } finally {
      holder.release()
    }
  })
})

describe('the address that leads back', () => {
  it('counts once, on the device that began, and for a quarter of an hour', async () => {
    const { name } = await makeBoth()
    const search = await backFrom(name)
    expect((await finish(search, 'another device')).body.code).toBe('attempt_over')
    expect((await finish(search)).status).toBe(200)
    expect((await finish(search)).body.code).toBe('attempt_over')
    const late = await backFrom(name)
    now += 15 * 60_000 + 1
    expect((await finish(late)).body.code).toBe('attempt_over')
    expect((await finish('?code=x&state=made-up')).body.code).toBe('attempt_over')
  })

  it('is refused where the code is not the provider’s, or belongs to another sign-in', async () => {
    const { name } = await makeBoth()
    const own = new URLSearchParams(await backFrom(name))
    const other = new URLSearchParams(await backFrom(name))
    const mixed = new URLSearchParams(own)
    mixed.set('code', other.get('code')!)
    const refused = await finish(`?${mixed}`)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The identity provider did not sign you in. Please try again.',
    ])
    other.set('code', 'made up')
    expect((await finish(`?${other}`)).status).toBe(400)
  })

  it('may say that the person declined', async () => {
    const { body } = await door('auth/oidc', {})
    const state = new URL(body.url).searchParams.get('state')!
    const search = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
    expect((await finish(`?${search}`)).status).toBe(400)
  })
})

it('the answer says that the provider is away, and a password signs in', async () => {
  const gone = await identityProvider(PUBLIC_URL)
  await gone.close()
  const alone = await testServer({ settings: { PUBLIC_URL, OIDC_ISSUER: gone.issuer, ...CLIENT } })
  const { username } = await makeUser(alone.database.pool, 'office')
  const headers = { host: 'localhost:8080' }
  const refused = await alone.call(null, 'POST', 'auth/oidc', { body: {}, headers })
  expect([refused.status, refused.body.message]).toEqual([
    503,
    'The identity provider does not answer. Sign in with your password, or try again later.',
  ])
  expect(
    (await alone.call(null, 'POST', 'auth', { body: { username, password: PASSWORD }, headers })).status,
  ).toBe(200)
  await alone.close()
})

it('without a provider none is offered, and no sign-in by one begins', async () => {
  const plain = await testServer()
  expect((await plain.call(null, 'GET', 'auth/oidc')).body).toEqual({ name: null })
  expect((await plain.call(null, 'POST', 'auth/oidc', { body: {} })).status).toBe(409)
  expect((await plain.call(null, 'POST', 'auth/oidc/finish', { body: { search: '?state=x' } })).status).toBe(
    409,
  )
  await plain.close()
})
