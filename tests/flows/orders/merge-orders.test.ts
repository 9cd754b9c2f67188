import { beforeEach, expect, it } from 'vitest'
import { OrderRow } from '#contract/orders/schema.ts'
import { untilSomebodyWaits } from '../../factories/behind-lock.ts'
import { makeItem, makeLocation, makeOrder, makePiece, type OrderRecord } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'
import { makeDevice } from '../../factories/pulls.ts'

const flow = openFlow()
/** Orders of one location: the one that remains, and two that are merged into it. */
let base: OrderRecord
let one: OrderRecord
let two: OrderRecord

beforeEach(async () => {
  const { pool } = flow
  base = await makeOrder(pool, { ...orderAt(flow.house.location), note: 'Side door' })
  one = await makeOrder(pool, { ...orderAt(flow.house.location), note: 'Ring twice' })
  two = await makeOrder(pool, orderAt(flow.house.location))
})

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers = {}) =>
  flow.server.call(flow.house.as.office, method, path, { ...(body !== undefined && { body }), headers })
const merge = (over: object = {}, headers = {}) =>
  call('POST', 'mergeorders/', { base_order: base.id, orders_to_merge: [one.id, two.id], ...over }, headers)
const items = async (order: OrderRecord) =>
  (await call('GET', `orderitems/?order=${order.id}&no_page=1`)).body as Record<string, unknown>[]
const there = async (order: OrderRecord) => (await call('GET', `orders/${order.id}`)).status

it('B240 C338 the items of the merged orders are the base order’s, and the merged orders are gone', async () => {
  const { pool } = flow
  const mine = await makeItem(pool, { order_id: base.id, coupon_note: 'ripe' })
  const same = await makeItem(pool, { order_id: one.id, product: mine.product, units_ordered: 3 })
  const picked = await makeItem(pool, {
    order_id: two.id,
    product: mine.product,
    coupon_amount: '1.00',
    coupon_note: 'late',
  })
  const other = await makeItem(pool, { order_id: two.id })
  const piece = await makePiece(pool, picked, { weight_lbs: '4.250', lot_code: 'L7' })
  await call('PATCH', `orderitems/${picked.id}`, { unit_quantity: 2, picked: true })
  await call('PATCH', `orderitems/${other.id}`, { unit_quantity: 1, picked: true })

  const { status, body } = await merge()
  expect(status).toBe(200)
  expect(OrderRow.safeParse(body).error).toBeUndefined()
  expect(body).toMatchObject({
    id: base.id,
    note: 'Side door\nRing twice',
    items_count: 2,
    picked_count: 1,
    picked_total: '6.50',
    status: 'picking',
  })
  expect([await there(one), await there(two)]).toEqual([404, 404])
  const lines = await items(base)
  expect(new Set(lines.map(({ id }) => id))).toEqual(new Set([mine.id, other.id]))
  expect(lines.find(({ id }) => id === other.id)).toMatchObject({ order: base.id, picked: true })
  // The three lines become one: ordered, picked and coupon amounts are added; weights and lots stay.
  expect(lines.find(({ id }) => id === mine.id)).toMatchObject({
    order: base.id,
    units_ordered: 7,
    units_originally_ordered: 7,
    unit_quantity: 2,
    picked: false,
    coupon_amount: '1.00',
    coupon_note: 'ripe; late',
    estimated_price: '17.50',
    final_price: '4.00',
    subitems: [{ id: piece.id, order_item: mine.id, order: base.id, weight_lbs: '4.250', lot_code: 'L7' }],
  })
  // A call that names a deleted line gets the line that it was added to, with the history of both.
  for (const { id } of [same, picked])
    expect(await call('GET', `orderitems/${id}`)).toMatchObject({ status: 200, body: { id: mine.id } })
  const audit = (await call('GET', `orderitems/${picked.id}/audit`)).body as { body: unknown }[]
  expect(audit.map((line) => line.body)).toContainEqual({ unit_quantity: 2, picked: true })
})

it.each([
  ['price', { price_per_unit: '2.60' }],
  ['substitution', { original_product: '0000000000017' }],
  ['tax', { taxable: true }],
  ['stock', { out_of_stock: true }],
])('a line with another %s stays one of its own', async (_, over) => {
  const { pool } = flow
  const mine = await makeItem(pool, { order_id: base.id })
  const apart = await makeItem(pool, { order_id: one.id, product: mine.product, ...over })
  expect((await merge()).status).toBe(200)
  expect(new Set((await items(base)).map(({ id }) => id))).toEqual(new Set([mine.id, apart.id]))
})

it.each([
  ['all of them were', [true, true, true], true],
  ['one that goes into it was not', [true, true, false], false],
  ['it was not itself', [false, true, true], false],
])('a sum is billed at average weight where %s: %j → %s', async (_, said, sum) => {
  const { pool } = flow
  const mine = await makeItem(pool, { order_id: base.id })
  const lines = [mine.id]
  for (const { id } of [one, two])
    lines.push((await makeItem(pool, { order_id: id, product: mine.product })).id)
  // A line of another product: it moves as it is.
  const other = await makeItem(pool, { order_id: two.id })
  const excused = [...lines.filter((_, n) => said[n]), other.id]
  await pool.query('update order_items set billed_at_average = true where id = any($1)', [excused])
  expect((await merge()).status).toBe(200)
  const left = await items(base)
  expect(left.map(({ id, billed_at_average }) => [id, billed_at_average])).toEqual(
    expect.arrayContaining([
      [mine.id, sum],
      [other.id, true],
    ]),
  )
  expect(left).toHaveLength(2)
})

it('the history of a piece is found at its line in the base order', async () => {
  const item = await makeItem(flow.pool, { order_id: one.id })
  await call('POST', 'ordersubitems', { order_item: item.id, unit_type: 'u', lot_code: 'L9' })
  await merge()
  const { body } = await call('GET', `orderitems/${item.id}/audit`)
  expect(body).toMatchObject([{ entity: 'ordersubitems', method: 'POST', body: { lot_code: 'L9' } }])
})

it('a device receives the moved lines, and learns which orders are gone', async () => {
  const { pool } = flow
  const mine = await makeItem(pool, { order_id: base.id })
  const same = await makeItem(pool, {
    order_id: two.id,
    product: mine.product,
    unit_quantity: 1,
    final_price: '2.50',
  })
  const its = await makePiece(pool, same)
  const item = await makeItem(pool, { order_id: one.id })
  const piece = await makePiece(pool, item, { lot_code: null })
  await pool.query('update order_items set unit_quantity = 1 where id = $1', [item.id])
  const device = makeDevice(flow.server, flow.house.as.office)
  await device.catchUp()
  await merge()
  const pages = await device.pull()
  expect(device.rows.items.get(item.id)).toMatchObject({ order: base.id })
  expect(device.rows.subitems.get(piece.id)).toMatchObject({ order: base.id, order_item: item.id })
  // The line that was added to another one is gone, and its piece belongs to that line.
  expect(device.rows.items.has(same.id)).toBe(false)
  expect(device.rows.subitems.get(its.id)).toMatchObject({ order: base.id, order_item: mine.id })
  expect(device.keys('orders')).toContain(base.id)
  expect(device.keys('orders').filter((id) => id === one.id || id === two.id)).toEqual([])
  expect(pages.every(({ range }) => range === null)).toBe(true)
  expect(pages.flatMap(({ gone }) => gone.items ?? [])).not.toContain(item.id)
})

it('B158 C269 orders of another location are refused by name, and nothing is moved', async () => {
  const { pool } = flow
  const next = await makeLocation(pool, { company_id: flow.house.location.company_id })
  const other = await makeOrder(pool, orderAt(next))
  const item = await makeItem(pool, { order_id: one.id })
  const { status, body } = await merge({ orders_to_merge: [one.id, other.id] })
  expect([status, body.message]).toEqual([
    409,
    `Order ${other.id} is for another location than order ${base.id}.`,
  ])
  expect(await items(one)).toMatchObject([{ id: item.id }])
})

it('B157 B261 C188 invoiced orders are refused, a line each', async () => {
  for (const order of [one, two])
    await flow.pool.query('update orders set invoiced = true where id = $1', [order.id])
  const { status, body } = await merge()
  expect([status, body.message]).toEqual([
    423,
    `Order ${one.id} is invoiced and locked.\nOrder ${two.id} is invoiced and locked.`,
  ])
  await flow.pool.query('update orders set invoiced = (id = $1) where id = any($2)', [
    base.id,
    [base.id, one.id, two.id],
  ])
  expect((await merge()).status).toBe(423)
  expect(await there(one)).toBe(200)
})

it.each([
  ['B187 C268 no order to merge', { orders_to_merge: [] }, 'orders_to_merge'],
  ['no base order', { base_order: undefined }, 'base_order'],
  ['an order that is no number', { orders_to_merge: ['x'] }, 'orders_to_merge.0'],
])('%s is refused in its field', async (_, over, field) => {
  const { status, body } = await merge(over)
  expect([status, body[field]]).toEqual([400, expect.any(String)])
})

it('B158 C269 the base order is not among those that go into it', async () => {
  const { status, body } = await merge({ orders_to_merge: [one.id, base.id] })
  expect([status, body]).toMatchObject([400, { orders_to_merge: 'must not name the base order' }])
  expect(await there(one)).toBe(200)
})

it('an order that is not there is named, and another company’s is as unknown as none', async () => {
  const { status, body } = await merge({ orders_to_merge: [one.id, 2_000_000_000] })
  expect([status, body.message]).toEqual([404, 'There is no order 2000000000.'])
  for (const who of ['picker', 'floorPicker', 'buyer', 'customer', 'stranger'] as const) {
    const refused = await flow.server.call(flow.house.as[who], 'POST', 'mergeorders/', {
      body: { base_order: base.id, orders_to_merge: [one.id] },
    })
    expect([who, refused.status]).toEqual([who, 403])
  }
  expect(await there(one)).toBe(200)
})

it('a device that holds edits of a merged order is named first, and confirmed it is merged all the same', async () => {
  const { pool } = flow
  await makeItem(pool, { order_id: one.id })
  await pool.query(
    'insert into devices (device_id, user_id, unsent) values ($1, $2, $3) on conflict (device_id, user_id) do update set unsent = excluded.unsent',
    ['scanner', flow.house.people.picker.id, JSON.stringify({ [one.id]: 3 })],
  )
  const { status, body } = await merge()
  expect([status, body]).toMatchObject([
    409,
    {
      code: 'unsent_edits',
      message: `Order ${one.id} is not all here yet: ${flow.house.as.picker} has 3 unsent changes.`,
    },
  ])
  expect(await there(one)).toBe(200)
  expect((await merge({ confirm_unsent: true })).status).toBe(200)
  expect(await there(one)).toBe(404)
})

it('two clerks who merge crosswise: one wins, the other gets a message, and every line is there once', async () => {
  const { pool } = flow
  const mine = await makeItem(pool, { order_id: base.id })
  const other = await makeItem(pool, { order_id: one.id })
  const crosswise = [
    merge({ base_order: base.id, orders_to_merge: [one.id] }),
    merge({ base_order: one.id, orders_to_merge: [base.id] }),
  ]
  const answers = await Promise.all(crosswise)
  const won = answers.findIndex(({ status }) => status === 200)
  const lost = answers[1 - won]!
  const [kept, gone] = won === 0 ? [base, one] : [one, base]
  expect([lost.status, lost.body.message]).toEqual([
    404,
    `Order ${gone.id} was merged into order ${kept.id}.`,
  ])
  expect(new Set((await items(kept)).map(({ id }) => id))).toEqual(new Set([mine.id, other.id]))
})

it('a scan that waits for an order that is merged away meanwhile finds its line in the base order', async () => {
  const { pool } = flow
  const item = await makeItem(pool, { order_id: two.id })
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from orders where id = $1 for update', [two.id])
  // The merge waits at the order's lock before the scan does, and removes the order.
  const merging = merge()
  await untilSomebodyWaits(pool)
  const body = { picked: true }
  const scanning = flow.server.call(flow.house.as.picker, 'PATCH', `orderitems/${item.id}`, { body })
  await untilSomebodyWaits(pool, 2)
  await holder.query('commit')
  holder.release()
  expect((await merging).status).toBe(200)
  expect(await scanning).toMatchObject({ status: 200, body: { order: base.id, picked: true } })
})

it('a merge that is repeated with its key is done once', async () => {
  await makeItem(flow.pool, { order_id: one.id })
  const key = { 'idempotency-key': `merge-${base.id}` }
  const first = await merge({}, key)
  expect(first.status).toBe(200)
  expect(await merge({}, key)).toMatchObject({ status: 200, body: first.body })
  expect((await merge({ orders_to_merge: [one.id] }, key)).status).toBe(422)
})
