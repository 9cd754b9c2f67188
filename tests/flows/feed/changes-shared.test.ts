/** Answers that several devices share (`server/feed/readings.ts`): each is as its device would have read it alone. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type pg from 'pg'
import type { Changes } from '#contract/sync/protocol.ts'
import { readEnv } from '#server/env.ts'
import { readPerson } from '#server/platform/auth/people.ts'
import type { Person } from '#contract/permissions.ts'
import { openFeed, readChanges, type Feed } from '#server/feed/changes.ts'
import { makeItem, makeUser } from '../../factories/business.ts'
import { removalOf, patchOf } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { size } from '../../factories/pulls.ts'
import { chanceOf } from '../../sim/chance.ts'

const flow = openFlow()
const env = readEnv({ NODE_ENV: 'test' })
/** The names of the statements since the test began. */
const statements: string[] = []
let pool: pg.Pool
let people: Record<string, Person>
let shared: Feed
let alone: Feed

beforeAll(async () => {
  pool = counting(flow.pool)
  // A shared reading ends only where a test says so.
  shared = openFeed(context(), () => 600_000)
  alone = openFeed(context(), () => 0)
  people = {}
  for (const { id, username } of Object.values(flow.house.people))
    people[username] = (await readPerson(flow.pool, env, id))!
})
afterEach(async () => {
  await shared.close()
  statements.length = 0
})

const context = () => ({ env, pool, clock: () => new Date() })

type Query = (...args: unknown[]) => unknown

/** Returns the same pool, which records each statement. */
function counting(real: pg.Pool): pg.Pool {
  const noting =
    (query: Query): Query =>
    (...args) => {
      const [first] = args
      statements.push(typeof first === 'string' ? first : (first as { name: string }).name)
      return query(...args)
    }
  const withNotes = <T extends { query: unknown }>(of: T, connect?: () => Promise<unknown>): T =>
    new Proxy(of, {
      get(target, name) {
        if (name === 'connect' && connect) return connect
        if (name === 'query') return noting((target.query as Query).bind(target))
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value as Query).bind(target) : value
      },
    })
  return withNotes(real, async () => withNotes(await real.connect()))
}

const pull = async (feed: Feed, username: string, since?: string, limit = 2_000) =>
  JSON.parse(
    await readChanges(context(), feed, {
      person: people[username]!,
      device: 'd',
      since,
      limit,
      isTurn: true,
    }),
  ) as Changes

/** Returns the cursor of a person who has everything. */
async function caughtUp(username: string): Promise<string> {
  let page = await pull(alone, username)
  while (page.more) page = await pull(alone, username, page.cursor)
  return page.cursor
}

/** Returns one person's cursor for another person: the same place, with the other one's own rights. */
const asOf = (cursor: string, own: string) =>
  cursor
    .split('~')
    .map((part, n) => (n === 2 ? own.split('~')[2]! : part))
    .join('~')

const change = (coupon_note: string) =>
  flow.server.call(flow.house.as.office, 'PATCH', `orderitems/${flow.house.item.id}`, {
    body: { coupon_note },
  })

const readsOfOrders = () => statements.filter((name) => name.startsWith('changed orders')).length

/** Returns the content of an answer, without its time. */
const said = (page: Changes) => ({
  ...page,
  server_time: null,
  cursor: page.cursor.split('~')[2],
})

describe('an answer of the feed that several devices share', () => {
  it('is read once for all devices of the same view at the same cursor, and never for two views', async () => {
    const chance = chanceOf(1, 'views')
    const names = Object.keys(people)
    const isOfHouse = (name: string) =>
      !['buyer', 'customer', 'stranger'].some((who) => flow.house.as[who as 'buyer'] === name)
    const at = new Map<string, string>()
    for (const name of names) at.set(name, await caughtUp(name))
    await change('for everybody')
    let sharing = 0
    for (let n = 0; n < 60; n++) {
      const [one, other] = [chance.pick(names), chance.pick(names)]
      const place = chance.pick(names)
      const cursors = [asOf(at.get(place)!, at.get(one)!), asOf(at.get(place)!, at.get(other)!)] as const
      const wanted = [await pull(alone, one, cursors[0]), await pull(alone, other, cursors[1])]
      statements.length = 0
      const pages = await Promise.all([pull(shared, one, cursors[0]), pull(shared, other, cursors[1])])
      const isOneView = isOfHouse(one) && isOfHouse(other)
      expect(readsOfOrders(), `${one} and ${other}`).toBe(isOneView ? 1 : 2)
      expect(pages.map(said)).toEqual(wanted.map(said))
      sharing += Number(isOneView && one !== other)
      await shared.close()
    }
    expect(sharing).toBeGreaterThan(10)
  })

  it('costs two statements, where one that is read alone costs fifteen and its transaction', async () => {
    const [picker, foreman] = [flow.house.as.picker, flow.house.as.foreman]
    const since = await caughtUp(picker)
    const theirs = asOf(since, await caughtUp(foreman))
    await change('counted')
    statements.length = 0
    await pull(alone, picker, since)
    const ofItsOwn = statements.length
    await pull(shared, picker, since)
    statements.length = 0
    expect(size((await pull(shared, foreman, theirs)).rows)).toBeGreaterThan(0)
    expect([ofItsOwn, statements.length]).toEqual([16, 2])
  })

  it('is read again for a device that has received more: its cursor does not go back', async () => {
    const [picker, foreman] = [flow.house.as.picker, flow.house.as.foreman]
    const [since, theirs] = [await caughtUp(picker), await caughtUp(foreman)]
    await pull(shared, foreman, theirs)
    await change('behind the reading')
    const told = await pull(alone, picker, since)
    expect(told.rows.items).toHaveLength(1)
    const after = await pull(shared, picker, told.cursor)
    expect(size(after.rows)).toBe(0)
    expect(size((await pull(alone, picker, after.cursor)).rows)).toBe(0)
  })

  it('is read again for a device that received a transaction which the reading saw running', async () => {
    const [picker, foreman] = [flow.house.as.picker, flow.house.as.foreman]
    const [since, theirs] = [await caughtUp(picker), await caughtUp(foreman)]
    const [older, younger] = [await flow.pool.connect(), await flow.pool.connect()]
    for (const client of [older, younger]) {
      const { id } = await makeItem(flow.pool, { order_id: flow.house.order.id })
      await client.query('begin')
      await client.query(`update order_items set coupon_note = 'late' where id = $1`, [id])
    }
    // This write sends no notice, which would be one more transaction.
    await makeItem(flow.pool, { order_id: flow.house.order.id })
    await pull(shared, foreman, theirs)
    // The bounds of the snapshot stay the same: the older one still runs, and a younger one has ended before.
    await younger.query('commit')
    const told = await pull(alone, picker, since)
    const after = await pull(shared, picker, told.cursor)
    const again = await pull(alone, picker, after.cursor)
    await older.query('commit')
    for (const client of [older, younger]) client.release()
    expect([size(after.rows), size(again.rows)]).toEqual([0, 0])
  })

  it('names an edit of the person only where its rows hold it', async () => {
    const { picker, foreman } = flow.house.people
    const [since, theirs] = [await caughtUp(picker.username), await caughtUp(foreman.username)]
    await change('before the reading')
    await pull(shared, foreman.username, theirs)
    const edit = patchOf(picker, flow.house.item, { unit_quantity: 2 }, { unit_quantity: 0 })
    const body = { device_id: edit.device_id, mutations: [edit] }
    const pushed = await flow.server.call(picker.username, 'POST', 'sync/push', { body })
    expect(pushed.body.results[0]).toMatchObject({ outcome: 'applied' })
    const page = await pull(shared, picker.username, since)
    expect([page.rows.items?.[0]?.unit_quantity, page.held]).toEqual([0, []])
    const next = await pull(alone, picker.username, page.cursor)
    expect([next.rows.items?.[0]?.unit_quantity, next.held]).toEqual([2, [edit.mutation_id]])
  })

  it('is not given to a person who has deleted something since it was read', async () => {
    const { picker, foreman } = flow.house.people
    const item = await makeItem(flow.pool, { order_id: flow.house.order.id })
    const [since, theirs] = [await caughtUp(foreman.username), await caughtUp(picker.username)]
    await change('before the reading')
    await pull(shared, picker.username, theirs)
    const edit = removalOf(foreman, 'orderitems', item.id)
    const body = { device_id: edit.device_id, mutations: [edit] }
    await flow.server.call(foreman.username, 'POST', 'sync/push', { body })
    const page = await pull(shared, foreman.username, since)
    expect([page.gone.items, page.held]).toEqual([[item.id], [edit.mutation_id]])
  })

  it('reads alone after a reading has failed, and the next reading is shared again', async () => {
    const picker = flow.house.as.picker
    const since = await caughtUp(picker)
    await change('in spite of a fault')
    await expect(shared.use(({ client }) => client.query('select from no_such_table'))).rejects.toThrow(
      /no_such_table/,
    )
    const page = await pull(shared, picker, since)
    expect(page.rows.items).toHaveLength(1)
    statements.length = 0
    await pull(shared, picker, since)
    expect(statements).toHaveLength(2)
  })

  it('misses nothing and sends nothing twice, whenever readings end and transactions commit', async () => {
    const chance = chanceOf(1, 'shared readings')
    const devices = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const { username, id } = await makeUser(flow.pool, 'picker')
        people[username] = (await readPerson(flow.pool, env, id))!
        return {
          username,
          limit: n % 2 ? 2_000 : 3,
          cursor: await caughtUp(username),
          versions: new Map<string, number[]>(),
        }
      }),
    )
    const items: { id: string }[] = []
    for (let n = 0; n < 12; n++) items.push(await makeItem(flow.pool, { order_id: flow.house.order.id }))
    async function ask(feed: Feed, device: (typeof devices)[number]) {
      const page = await pull(feed, device.username, device.cursor, device.limit)
      expect(page.range).toBeNull()
      device.cursor = page.cursor
      for (const { id, version } of page.rows.items ?? [])
        device.versions.set(id, [...(device.versions.get(id) ?? []), version])
      return page
    }
    /** The transactions that stay open. Each writes a line that no other transaction writes. */
    const late = new Map<string, pg.PoolClient>()
    const free = items.slice(2)
    const touch = (client: pg.Pool | pg.PoolClient, id: string) =>
      client.query(`update order_items set coupon_note = coupon_note || '.' where id = $1`, [id])
    async function endLate(id: string) {
      const client = late.get(id)
      late.delete(id)
      await client?.query('commit')
      client?.release()
    }
    async function beginLate(id: string) {
      const client = await flow.pool.connect()
      late.set(id, client)
      await client.query('begin')
      await touch(client, id)
    }
    const steps: (() => Promise<unknown>)[] = [
      () => touch(flow.pool, chance.pick(free).id),
      () => Promise.all(devices.filter(() => chance.next() < 0.5).map((device) => ask(shared, device))),
      () => ask(alone, chance.pick(devices)),
      () => shared.close(),
      () => {
        const { id } = chance.pick(items.slice(0, 2))
        return late.has(id) ? endLate(id) : beginLate(id)
      },
    ]
    for (let n = 0; n < 400; n++) await chance.pick(steps)()
    for (const id of late.keys()) await endLate(id)
    await shared.close()
    const { rows } = await flow.pool.query<{ id: string; version: number }>(
      'select id, version from order_items where id = any($1)',
      [items.map(({ id }) => id)],
    )
    for (const device of devices) {
      // The first of two pulls may be the end of an earlier one, and lead to the feed's place of that time.
      for (let n = 0; n < 2; n++) while ((await ask(shared, device)).more);
      for (const { id, version } of rows) {
        const told = device.versions.get(id) ?? []
        expect(told.at(-1), `${device.username} ${device.limit} is told ${told.join()}`).toBe(version)
        // A row that is written while a device pulls in pages may be on a page and again behind the last one.
        if (device.limit === 2_000)
          expect(new Set(told).size, `${device.username} is told ${told.join()}`).toBe(told.length)
      }
    }
  })
})
