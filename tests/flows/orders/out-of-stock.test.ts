/** A mark "out of stock" and counts that do not know of each other (docs/decisions/0239). */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeItem, makeOrder, type ItemRecord } from '../../factories/business.ts'
import { patchOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'
import { realDevice, type RealDevice } from '../../factories/real-device.ts'

const flow = openFlow()
const devices: RealDevice[] = []
let item: ItemRecord

beforeEach(async () => {
  item = await makeItem(flow.pool, {
    order_id: (await makeOrder(flow.pool, orderAt(flow.house.location))).id,
  })
})
afterEach(async () => {
  for (const { engine } of devices.splice(0)) await engine.close()
})

const stored = async () => {
  const { rows } = await flow.pool.query(
    'select out_of_stock, picked, unit_quantity, case_quantity from order_items where id = $1',
    [item.id],
  )
  return rows[0] as object
}
const nothing = { out_of_stock: true, picked: false, unit_quantity: 0, case_quantity: 0 }
const patch = (who: 'office' | 'picker', body: object) =>
  flow.call(who, 'PATCH', `orderitems/${item.id}`, body)
const pushed = async (body: Record<string, unknown>, base: Record<string, unknown>) => {
  const by = flow.house.people.picker
  const [result] = await push(flow.server, by.username, [patchOf(by, item, body, base)])
  return result!
}

it('a count that did not know of the mark is a clash with it, and is not stored', async () => {
  await patch('office', { out_of_stock: true })
  for (const body of [{ unit_quantity: 2 }, { case_quantity: 1 }, { picked: true }]) {
    const result = await pushed(body, { unit_quantity: 0, out_of_stock: false })
    expect([result.outcome, result.status, result.body.fields, result.body.by.who]).toEqual([
      'conflict',
      409,
      { out_of_stock: { mine: false, theirs: true, base: false } },
      flow.house.as.office,
    ])
    expect(await stored()).toEqual(nothing)
  }
  // What picks nothing meets nothing.
  expect((await pushed({ unit_quantity: 0, bin_override: 'Z-1' }, { out_of_stock: false })).outcome).toBe(
    'applied',
  )
})

it('a mark that did not know of a count is a clash with it, and wipes nothing', async () => {
  await patch('picker', { unit_quantity: 2 })
  const result = await pushed(
    { out_of_stock: true },
    { out_of_stock: false, unit_quantity: 0, case_quantity: 0 },
  )
  expect([result.outcome, result.body.fields]).toEqual([
    'conflict',
    { unit_quantity: { mine: 0, theirs: 2, base: 0 } },
  ])
  expect(await stored()).toMatchObject({ out_of_stock: false, unit_quantity: 2 })
  const seen = await pushed(
    { out_of_stock: true },
    { out_of_stock: false, unit_quantity: 2, case_quantity: 0 },
  )
  expect(seen.outcome).toBe('applied')
  expect(await stored()).toEqual(nothing)
})

it('a plain call counts on no marked line, unless it takes the mark off', async () => {
  await patch('office', { out_of_stock: true })
  for (const body of [{ unit_quantity: 1 }, { picked: true }]) {
    const { status, body: said } = await patch('picker', body)
    expect([status, said.out_of_stock]).toEqual([
      400,
      'is set: what is out of stock is not picked. Take the mark off first',
    ])
  }
  expect((await patch('picker', { out_of_stock: false, unit_quantity: 1 })).status).toBe(200)
  expect(await stored()).toMatchObject({ out_of_stock: false, unit_quantity: 1 })
})

it('a line that is made out of stock has no counts', async () => {
  const { status, body } = await flow.call('office', 'POST', 'orderitems', {
    order: item.order_id,
    product: item.product,
    units_ordered: 2,
    unit_quantity: 2,
    picked: true,
    out_of_stock: true,
  })
  expect([status, body]).toMatchObject([201, nothing])
})

it.each(['mine', 'theirs'] as const)('a scan that met a mark is decided on its card: %s', async (choice) => {
  const device = await realDevice(() => flow.server, flow.house.as.picker)
  devices.push(device)
  const { engine } = device
  await engine.pullNow()
  const edit = { entity: 'orderitems', entity_id: item.id, method: 'PATCH', order: item.order_id } as const
  await engine.commit([
    { ...edit, body: { unit_quantity: 1 }, adds: { unit_quantity: 1 }, raw_scan: `]C1${item.product}` },
    {
      entity: 'ordersubitems',
      entity_id: engine.newId(),
      method: 'POST',
      order: item.order_id,
      order_item: item.id,
      body: { order_item: item.id, unit_type: 'u', lot_code: 'L-7' },
      raw_scan: `]C1${item.product}`,
    },
  ])
  await patch('office', { out_of_stock: true })
  const { refused } = await engine.saveNow()
  expect(refused.map(({ state, answer }) => [state, Object.keys(answer?.clash ?? {})])).toEqual([
    ['conflict', ['out_of_stock']],
  ])
  await engine.resolveConflict(refused[0]!.mutation_id, choice)
  await engine.saveNow()
  expect(await engine.db.outbox.count()).toBe(0)
  const { rows } = await flow.pool.query('select id from order_subitems where order_item_id = $1', [item.id])
  if (choice === 'mine') expect(await stored()).toMatchObject({ out_of_stock: false, unit_quantity: 1 })
  else expect(await stored()).toEqual(nothing)
  expect(rows).toHaveLength(choice === 'mine' ? 1 : 0)
})
