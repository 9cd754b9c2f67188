/** The server as a database role that owns nothing: the owner's role migrates (docs/operations.md, "Two roles"). */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PASSWORD } from '../factories/app.ts'
import { makeItem, makeOrder } from '../factories/business.ts'
import { makeHouse, orderAt } from '../factories/house.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { endAll, run, runServer } from './server.ts'

const ROLE = `larder_app_${randomUUID().slice(0, 8)}`
const ROLE_PASSWORD = 'harborvine'
let database: TestDatabase
let settings: Record<string, string>

beforeEach(async () => {
  database = await testDatabase({ bare: true })
  await database.pool.query(`create role ${ROLE} login password '${ROLE_PASSWORD}'`)
  const url = new URL(database.url)
  url.username = ROLE
  url.password = ROLE_PASSWORD
  settings = { DATABASE_URL: url.href, DATABASE_OWNER_URL: database.url }
})
afterEach(async () => {
  await endAll()
  await database.pool.query(`drop owned by ${ROLE}`)
  await database.pool.query(`drop role ${ROLE}`)
  await database.drop()
})

async function call(url: string, method: 'POST' | 'PATCH', path: string, body: object, access?: string) {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-device-id': 'office 1',
      ...(access && { authorization: `Bearer ${access}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

it('starts on an empty database, works, and starts again, while its role can change no table', async () => {
  const first = runServer({ settings })
  await first.ready
  const house = await makeHouse(database.pool)
  const order = await makeOrder(database.pool, orderAt(house.location))
  const item = await makeItem(database.pool, { order_id: order.id })
  first.child.kill()
  expect(await first.ended).toBe(0)

  const url = await runServer({ settings }).ready
  const { body } = await call(url, 'POST', 'auth/', { username: house.as.office, password: PASSWORD })
  const access = String(body['access'])
  const picked = await call(url, 'PATCH', `orderitems/${item.id}`, { unit_quantity: 2, picked: true }, access)
  expect([picked.status, picked.body]).toEqual([200, expect.objectContaining({ unit_quantity: 2 })])
  const made = await call(
    url,
    'POST',
    `orders/${order.id}/generateinvoice`,
    { confirm_nothing: true, confirm_zero: true },
    access,
  )
  expect([made.status, made.body]).toEqual([200, expect.anything()])

  const role = new pg.Client({ connectionString: settings['DATABASE_URL'] })
  await role.connect()
  for (const sql of [
    'create table mine (id int)',
    'alter table ledger disable trigger ledger_only_grows',
    'drop table security_events',
    'truncate orders cascade',
  ])
    await expect(role.query(sql)).rejects.toThrow(/permission denied|must be owner/)
  await role.end()

  const { ended, out } = run(['server/run.mjs', 'setting', 'cutoff', '17:30'], { settings })
  expect([await ended, out.stderr]).toEqual([0, ''])
})
