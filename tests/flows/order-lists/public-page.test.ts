/** `/demo/{name}` as the server answers it: what a link to it shows, and how often it is answered. */
import fastify, { type FastifyInstance } from 'fastify'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkout, readEnv } from '#server/env.ts'
import { addPublicPage } from '#server/order-lists/public-page.ts'
import { makeLimits } from '#server/platform/limits.ts'
import { testDatabase, type TestDatabase } from '../../setup/database.ts'
import { makeLocation, makeOrderList } from '../../factories/business.ts'

let database: TestDatabase
const open: FastifyInstance[] = []

beforeAll(async () => {
  database = await testDatabase()
  const { id } = await makeLocation(database.pool)
  await makeOrderList(database.pool, [], {
    company_location_id: id,
    is_public: true,
    public_name: 'Fresh Fish Menu',
  })
})
afterAll(async () => {
  await Promise.all(open.map((app) => app.close()))
  await database.drop()
})

/** The page's server, beside the door whose count it shares. */
function pageOf(settings: Record<string, string>, { pool }: Pick<TestDatabase, 'pool'> = database) {
  const env = readEnv({ NODE_ENV: 'test', ...settings })
  const limits = makeLimits(env)
  const app = fastify()
  addPublicPage(app, { pool, env, limits }, path.join(checkout, 'index.html'))
  open.push(app)
  const get = (headers = {}) => app.inject({ url: '/demo/fresh-FISH-menu', headers })
  return { limits, get }
}

it('a link to a public list leads to where people open the app, however its server was reached', async () => {
  const { get } = pageOf({ PUBLIC_URL: 'https://orders.example.com' })
  const { body } = await get({ host: '10.0.0.7:8080' })
  expect(body).toContain(
    '<meta property="og:url" content="https://orders.example.com/demo/fresh-FISH-menu" />',
  )
  expect(body).not.toContain('10.0.0.7')
})

it('without such an address it names none, by whichever host its server was asked', async () => {
  const { body } = await pageOf({}).get({ host: 'larder.local:8080' })
  expect(body).toContain('<meta property="og:title" content="Fresh Fish Menu')
  expect(body).not.toMatch(/og:url|larder\.local/)
})

it('is counted together with the other calls of an address that has not signed in', async () => {
  const { limits, get } = pageOf({ ADDRESS_CALLS_A_MINUTE: '1' })
  expect((await get()).statusCode).toBe(200)
  limits.address('127.0.0.1')
  limits.address('127.0.0.1')
  expect((await get()).statusCode).toBe(429)
})

it('the page comes without a preview while the database does not answer', async () => {
  const query = () => Promise.reject(new Error('The database is starting.'))
  const { statusCode, body } = await pageOf({}, { pool: { query } as unknown as TestDatabase['pool'] }).get()
  expect([statusCode, body.includes('<div id="root">'), body.includes('og:title')]).toEqual([
    200,
    true,
    false,
  ])
})
