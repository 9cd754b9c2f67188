/** A device asks whether it has the same rows as the server, and reads again what differs. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clockIn } from '#contract/day.ts'
import { TABLES, type Table } from '#contract/sync/entities.ts'
import { verify } from '#src/sync/pull/verify.ts'
import { makeItem, makeOrder, makePiece, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'
import { realDevice, type RealDevice } from '../../factories/real-device.ts'
import { ZONE } from '../../factories/zone.ts'

const MINUTE_MS = 60_000
const [hour = 0, minute = 0] = clockIn(ZONE, new Date()).slice(-5).split(':').map(Number)
/** Starts at eight in the morning: a device of the day before is not compared, and these tests let hours pass. */
let now = Date.now() + (8 * 60 - hour * 60 - minute) * MINUTE_MS
const flow = openFlow({ clock: () => new Date(now) })
const devices: RealDevice[] = []

beforeEach(() => {
  // The rows that the server has read for an earlier test are too old for this one.
  now += 20 * MINUTE_MS
})
afterEach(async () => {
  for (const { engine } of devices.splice(0)) await engine.close()
})

async function deviceOf(username: string): Promise<RealDevice> {
  const device = await realDevice(() => flow.server, username)
  devices.push(device)
  await device.engine.pullNow()
  return device
}
/** Asks the server. Returns whether the device must pull something again. */
const ask = ({ engine, client, env }: RealDevice) =>
  verify({ db: engine.db, env, client, person: engine.user })
const line = async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  const item = await makeItem(flow.pool, { order_id: order.id })
  await makePiece(flow.pool, item)
  return item
}
/** Changes a row as a defect would: without a notice to the feed. */
async function changeUnheard(sql: string, values: unknown[]): Promise<void> {
  const client = await flow.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(sql, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}
/** Returns the tables of the device that differ, as the office reads them. */
async function differedOf({ engine }: RealDevice): Promise<Table[]> {
  const { body } = await flow.call('administrator', 'GET', 'devices?no_page=1')
  const mine = (body as { user: number; differed: Table[]; differed_at: string | null }[]).find(
    ({ user }) => user === engine.user.id,
  )
  return mine?.differed_at ? mine.differed : []
}

it.each(['picker', 'customer'] as const)('finds no difference on the device of a %s', async (who) => {
  await line()
  const device = await deviceOf(flow.house.as[who])
  expect(await device.engine.db.items.count()).toBeGreaterThan(0)
  expect(await ask(device)).toBe(false)
  expect(await differedOf(device)).toEqual([])
})

it('compares every table, also under edits that wait', async () => {
  const item = await line()
  const device = await deviceOf(flow.house.as.picker)
  const edit = { entity: 'orderitems', entity_id: item.id, method: 'PATCH', order: item.order_id } as const
  await device.engine.commit([{ ...edit, body: { unit_quantity: 1 } }])
  const asked: { compared: Table[]; differ: Table[] }[] = []
  const client = {
    api: async (...call: Parameters<typeof device.client.api>) => {
      const verdict = await device.client.api(...call)
      asked.push(verdict as (typeof asked)[number])
      return verdict as never
    },
  }
  await verify({ db: device.engine.db, env: device.env, client, person: device.engine.user })
  expect(asked).toEqual([{ compared: [...TABLES], differ: [], cursor: null }])
})

it('reads again what the feed has missed, notifies the office, and is right afterwards', async () => {
  const item = await line()
  const device = await deviceOf(flow.house.as.picker)
  await changeUnheard(`update order_items set bin_override = 'Z-99' where id = $1`, [item.id])
  await device.engine.pullNow()
  expect(await device.engine.db.items.get(item.id)).not.toMatchObject({ bin_override: 'Z-99' })
  expect(await ask(device)).toBe(true)
  expect(await differedOf(device)).toEqual(['items'])
  await device.engine.pullNow()
  expect(await device.engine.db.items.get(item.id)).toMatchObject({ bin_override: 'Z-99' })
  expect(await ask(device)).toBe(false)
})

it('heals a row that the device alone has changed, has lost or has too many', async () => {
  const [changed, lost] = [await line(), await line()]
  const device = await deviceOf(flow.house.as.picker)
  const { db } = device.engine
  await db.items.update(changed.id, { bin_override: 'Z-99' })
  await db.items.delete(lost.id)
  const { upc } = await makeProduct(flow.pool)
  await device.engine.pullNow()
  await db.products.add({ ...(await db.products.get(upc))!, upc: 'no product' })
  expect(await ask(device)).toBe(true)
  expect(await differedOf(device)).toEqual(['items', 'products'])
  await device.engine.pullNow()
  expect(await db.items.get(changed.id)).not.toMatchObject({ bin_override: 'Z-99' })
  expect(await db.items.get(lost.id)).toBeDefined()
  expect(await db.products.get('no product')).toBeUndefined()
})

it('leaves out a table in which something has changed since the device pulled', async () => {
  const item = await line()
  const device = await deviceOf(flow.house.as.picker)
  await device.engine.db.items.update(item.id, { bin_override: 'Z-99' })
  await flow.pool.query('update order_items set picked = not picked where id = $1', [item.id])
  expect(await ask(device)).toBe(false)
})

it('reads what many see once in a quarter of an hour', async () => {
  const item = await line()
  const [first, second] = [await deviceOf(flow.house.as.picker), await deviceOf(flow.house.as.foreman)]
  expect(await ask(first)).toBe(false)
  await changeUnheard(`update order_items set bin_override = 'Z-99' where id = $1`, [item.id])
  // By the rows that were read for the first device, the second one is right.
  expect(await ask(second)).toBe(false)
  now += 16 * MINUTE_MS
  expect(await ask(second)).toBe(true)
})

it('answers an invalid cursor with nothing', async () => {
  const { status, body } = await flow.call('picker', 'POST', 'sync/digests', {
    cursor: 'none',
    tables: { items: '0 0' },
  })
  expect([status, body]).toEqual([200, { compared: [], differ: [], cursor: null }])
})
