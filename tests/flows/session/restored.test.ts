/** A backup that is put back knows none of the tokens of since: devices stay signed in all the same, and only they. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { markRestored } from '#server/platform/restored.ts'
import { transaction } from '#server/platform/context.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'

const DEVICE = 'scanner 7'
let server: TestServer
let now = Date.now()
let user: number
/** The tokens that the device has had, from the sign-in's own on. Only the first two are in the backup. */
let tokens: string[]

beforeAll(async () => {
  server = await testServer({ clock: () => new Date(now) })
})
afterAll(() => server.close())

async function refresh(token: string, device = DEVICE): Promise<string> {
  const { status, body } = await server.call(null, 'POST', 'auth/refresh/', {
    body: { refresh: token },
    headers: { 'x-device-id': device },
  })
  return status === 200 ? body.refresh : String(status)
}
const query = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values)

beforeEach(async () => {
  const { id, username } = await makeUser(server.database.pool, 'picker')
  user = id
  tokens = [(await server.signIn(username, DEVICE)).refresh]
  while (tokens.length < 5) tokens.push(await refresh(tokens.at(-1)!))
  // As the backup has it.
  const own = 'session_id in (select id from sessions where user_id = $1)'
  await query(`delete from refresh_tokens where generation > 2 and ${own}`, [user])
  await query(`update refresh_tokens set superseded_at = null where generation = 2 and ${own}`, [user])
})

const restore = () =>
  transaction(server.database.pool, (client) =>
    markRestored(client, new Date(now), new Date(now).toISOString()),
  )

it('the last token of a device is taken in a restored epoch, and the session goes on', async () => {
  await restore()
  const next = await refresh(tokens[4]!)
  expect(next).toMatch(/\.6\.[\w-]{43}$/)
  expect(await refresh(await refresh(next))).toMatch(/\.8\.[\w-]{43}$/)
})

it('a token whose answer was lost is good again', async () => {
  await restore()
  const [lost, next] = [await refresh(tokens[4]!), await refresh(tokens[4]!)]
  expect([lost, next]).not.toContain('401')
})

it('without a restore it is refused: neither a release nor a promotion makes it good, nor another epoch after one', async () => {
  await query(`delete from facts where key like 'restored%'`)
  expect(await refresh(tokens[4]!)).toBe('401')
  await restore()
  await query(`update facts set value = gen_random_uuid()::text where key = 'epoch'`)
  expect(await refresh(tokens[4]!)).toBe('401')
})

it('one token a session and restore is taken: newer ones are refused then', async () => {
  await restore()
  expect(await refresh(tokens[2]!)).not.toBe('401')
  expect([await refresh(tokens[3]!), await refresh(tokens[4]!)]).toEqual(['401', '401'])
  await restore()
  expect(await refresh(tokens[4]!), 'the next restore').not.toBe('401')
})

it('a token of a generation that the backup has is refused where it is not the one that is kept', async () => {
  await query(
    `delete from refresh_tokens where generation = 2 and session_id in (select id from sessions where user_id = $1)`,
    [user],
  )
  await restore()
  expect(await refresh(tokens[1]!)).not.toBe('401')
  expect(await refresh(tokens[1]!.replace(/^../, 'xx')), 'its signature').toBe('401')
})

it.each([
  ['another signature', (token: string) => `${token.slice(0, -2)}xx`],
  ['a higher generation', (token: string) => token.replace('.5.', '.9.')],
  [
    'another session',
    (token: string) => token.replace(/\.[\w-]{36}\./, '.018f0000-0000-7000-8000-000000000000.'),
  ],
  ['nothing but itself', (token: string) => token.split('.')[0]!],
])('a token with %s is refused', async (_, forge) => {
  await restore()
  expect(await refresh(forge(tokens[4]!))).toBe('401')
  expect(await refresh(tokens[4]!)).not.toBe('401')
})

it('a token is refused on another device, and where the session has ended or is not known', async () => {
  await restore()
  expect(await refresh(tokens[4]!, 'a thief')).toBe('401')
  await query('update sessions set revoked_at = now() where user_id = $1', [user])
  expect(await refresh(tokens[4]!)).toBe('401')
  await query('delete from sessions where user_id = $1', [user])
  expect(await refresh(tokens[4]!)).toBe('401')
})

it('the time between the backup and the restore does not count as silence', async () => {
  now += 61 * 86_400_000
  await restore()
  expect(await refresh(tokens[4]!)).not.toBe('401')
})
