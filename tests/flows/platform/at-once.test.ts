import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLE } from '#contract/permissions.ts'
import { readEnv } from '#server/env.ts'
import { openOutbox } from '#server/mail/outbox.ts'
import { peopleOf } from '#server/platform/auth/people.ts'
import { makeLimits } from '#server/platform/limits.ts'
import { readFrom } from '#server/platform/reader.ts'
import { makeRefusals } from '#server/platform/refusal-events.ts'
import { makeShares } from '#server/platform/shares.ts'
import type { Context } from '#server/platform/context.ts'
import { NO_DISK } from '#server/platform/disk.ts'
import { runAtOnce } from '#server/edits/at-once.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeItem, makeLocation, makeOrder, makeProduct, makeUser } from '../../factories/business.ts'
import { patchOf } from '../../factories/edits.ts'

let server: TestServer
let pool: TestServer['database']['pool']
beforeAll(async () => {
  server = await testServer()
  pool = server.database.pool
})
afterAll(() => server.close())

const patch = (username: string, item: string, body: object) =>
  server.call(username, 'PATCH', `orderitems/${item}`, { body })

async function house(lines: number) {
  const [ann, bob] = await Promise.all([makeUser(pool, 'picker'), makeUser(pool, 'manager')])
  const [one, two] = [await makeOrder(pool), await makeOrder(pool)]
  const items: { id: string; order_id: number }[] = []
  for (let n = 0; n < lines; n++) items.push(await makeItem(pool, { order_id: n % 2 ? two.id : one.id }))
  // Signed in beforehand, so that the calls below come at one moment.
  await Promise.all([ann, bob].map(({ username }) => server.call(username, 'GET', 'users?limit=1')))
  return { people: [ann, bob] as { id: number; username: string }[], items }
}

it('answers each of many calls at one moment with its own row, and keeps whose it was', async () => {
  const { people, items } = await house(12)
  const answers = await Promise.all(
    items.map(({ id }, n) => patch(people[n % 2]!.username, id, { unit_quantity: n + 1 })),
  )
  expect(answers.map(({ status, body }) => [status, body.id, body.unit_quantity, body.version])).toEqual(
    items.map(({ id }, n) => [200, id, n + 1, 2]),
  )
  const { rows } = await pool.query<{ entity_id: string; user_id: number }>(
    'select entity_id, user_id from mutations where entity_id = any($1::text[])',
    [items.map(({ id }) => id)],
  )
  expect(new Map(rows.map((row) => [row.entity_id, row.user_id]))).toEqual(
    new Map(items.map(({ id }, n) => [id, people[n % 2]!.id])),
  )
})

it('runs those of one person together, and not each in a transaction of its own', async () => {
  const { people, items } = await house(12)
  await Promise.all(items.map(({ id }) => patch(people[0]!.username, id, { unit_quantity: 1 })))
  const { rows } = await pool.query<{ transactions: number }>(
    'select count(distinct changed_xid)::int as transactions from order_items where id = any($1::uuid[])',
    [items.map(({ id }) => id)],
  )
  expect(rows[0]!.transactions).toBeLessThan(items.length / 2)
})

it('answers a call that comes in the very moment in which the one before it has its answer', async () => {
  const { people, items } = await house(1)
  const [{ id: user, username }] = people as [{ id: number; username: string }]
  const parts = {
    env: readEnv({ NODE_ENV: 'test' }),
    pool,
    pushPool: pool,
    clock: () => new Date(),
    log: server.app.log,
  }
  const context = {
    ...parts,
    announcer: { announce: () => undefined, flush: () => Promise.resolve() },
    outbox: openOutbox(parts),
    people: peopleOf(pool, parts.clock, parts.env),
    limits: makeLimits(parts.env),
    shares: makeShares(parts.env),
    refusals: makeRefusals(parts),
    stripe: null,
    metrics: { pushed: () => undefined },
    disk: NO_DISK,
    reader: readFrom(pool),
  } satisfies Context
  const person = { id: user, username, role_id: ROLE.picker, is_staff: true, company: null }
  const change = (unit_quantity: number) =>
    runAtOnce(
      context,
      { person, device: `device of ${username}` },
      patchOf({ id: user, username }, items[0]!, { unit_quantity }),
    )
  expect((await change(1)).outcome).toBe('applied')
  expect((await change(2)).body).toMatchObject({ unit_quantity: 2, version: 3 })
})

it('answers many changes of a staged order at one moment, which wait for no place of each other', async () => {
  const company_location = (await makeLocation(pool)).id
  const office = (await makeUser(pool, 'office')).username
  const upcs = await Promise.all(Array.from({ length: 8 }, async () => (await makeProduct(pool)).upc))
  const ids: string[] = []
  for (const upc of upcs) {
    const body = { upc, company_location, unit_quantity: 1, case_quantity: 0 }
    ids.push((await server.call(office, 'POST', 'sharedcartitems/?force_add=True', { body })).body.id)
  }
  const change = (id: string) =>
    server.call(office, 'PATCH', `sharedcartitems/${id}`, { body: { unit_quantity: 2 } })
  const answers = await Promise.all(ids.map(change))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

it('makes one change of a row after the other, each with a version of its own', async () => {
  const { people, items } = await house(1)
  const { id } = items[0]!
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((unit_quantity) => patch(people[0]!.username, id, { unit_quantity })),
  )
  expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7])
  const last = answers.find(({ body }) => body.version === 7)!
  const now = await server.call(people[0]!.username, 'GET', `orderitems/${id}`)
  expect(now.body.unit_quantity).toBe(last.body.unit_quantity)
})

it('refuses one of them alone', async () => {
  const { people, items } = await house(6)
  await pool.query('update orders set invoiced = true where id = $1', [items[1]!.order_id])
  const wrong = items[2]!.id
  const answers = await Promise.all(
    items.map(({ id }) =>
      patch(people[0]!.username, id, id === wrong ? { unit_quantity: 'x' } : { picked: true }),
    ),
  )
  // The odd ones are of the locked order.
  expect(answers.map(({ status }) => status)).toEqual([200, 423, 400, 423, 200, 423])
})
