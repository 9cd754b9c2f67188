/** A new signing key: access tokens of before end, devices stay signed in, and what they sealed still opens. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rotateSigningKey } from '#server/platform/auth/signing-key.ts'
import { transaction } from '#server/platform/context.ts'
import { PASSWORD, testServer, type TestServer } from '../../factories/app.ts'
import { makeUser } from '../../factories/business.ts'

let before: TestServer
let after: TestServer
beforeAll(async () => {
  before = await testServer()
})
afterAll(async () => {
  await after.close()
})

const post = async (
  { app }: TestServer,
  url: string,
  payload: object,
  headers: Record<string, string> = {},
) => {
  const answer = await app.inject({ method: 'POST', url: `/api/${url}`, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const get = async ({ app }: TestServer, access: string) =>
  (
    await app.inject({
      method: 'GET',
      url: '/api/sync/changes',
      headers: { authorization: `Bearer ${access}` },
    })
  ).statusCode

it('ends access tokens at the restart; refresh tokens and sealing keys go on', async () => {
  const { username } = await makeUser(before.database.pool, 'picker')
  const device = { 'x-device-id': 'floor 1' }
  const signedIn = await post(before, 'auth', { username, password: PASSWORD }, device)
  expect(signedIn.status).toBe(200)
  for (let n = 0; n < 2; n += 1) await transaction(before.database.pool, rotateSigningKey)
  // A process that runs goes on with the key of its start.
  expect(await get(before, signedIn.body.access)).toBe(200)
  after = await testServer({ database: before.database })
  expect(await get(after, signedIn.body.access)).toBe(401)
  const refreshed = await post(after, 'auth/refresh', { refresh: signedIn.body.refresh }, device)
  expect(refreshed.status).toBe(200)
  expect(await get(after, refreshed.body.access)).toBe(200)
  expect(refreshed.body.ledger_key).toBe(signedIn.body.ledger_key)
})
