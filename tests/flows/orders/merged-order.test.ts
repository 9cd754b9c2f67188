/** Calls and edits that still name an order after it was merged into another one (docs/decisions/0136). */
import { beforeEach, expect, it } from 'vitest'
import {
  makeItem,
  makeMail,
  makeOrder,
  makeProduct,
  type ItemRecord,
  type OrderRecord,
} from '../../factories/business.ts'
import { makeEdit, newId, patchOf, postOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { makeTwoToMerge, orderAt, type Somebody } from '../../factories/house.ts'

const flow = openFlow()
let base: OrderRecord
let one: OrderRecord
/** Two lines of one product: `gone` is added to `left`. */
let left: ItemRecord
let gone: ItemRecord
/** A line of another product: it moves as it is. */
let moved: ItemRecord

beforeEach(async () => {
  ;({ base, one, left, gone } = await makeTwoToMerge(flow.pool, flow.house.location))
  moved = await makeItem(flow.pool, { order_id: one.id, unit_quantity: 1, picked: true })
})

const merge = (into = base, from = one) =>
  flow.call('office', 'POST', 'mergeorders/', {
    base_order: into.id,
    orders_to_merge: [from.id],
    confirm_unsent: true,
  })
const send = (who: Somebody, ...edits: unknown[]) => push(flow.server, flow.house.as[who], edits)
/** Sends the counts of edits that the picker's device still holds. */
const hold = (unsent: Record<number, number>) =>
  flow.call('picker', 'POST', 'sync/push', {
    device_id: `device of ${flow.house.as.picker}`,
    unsent,
    mutations: [],
  })
const asked = async (order: OrderRecord) => {
  const { status, body } = await flow.call('office', 'POST', `orders/${order.id}/generateinvoice`)
  return [status, body.code, body.message]
}
const heldOf = (order: OrderRecord, count: number) => [
  409,
  'unsent_edits',
  `Order ${order.id} is not all here yet: ${flow.house.as.picker} has ${count} unsent changes.`,
]

it('no invoice is made unasked while a device holds edits of an order that went into it, also through two merges', async () => {
  await hold({ [one.id]: 3 })
  await merge()
  expect(await asked(base)).toEqual(heldOf(base, 3))
  // The device reports edits once more under the old number, beside those of the base order itself.
  await hold({ [one.id]: 2, [base.id]: 3 })
  expect(await asked(base)).toEqual(heldOf(base, 5))
  const third = await makeOrder(flow.pool, orderAt(flow.house.location))
  await makeItem(flow.pool, { order_id: third.id, unit_quantity: 1, picked: true })
  await merge(third, base)
  expect(await asked(third)).toEqual(heldOf(third, 5))
  await hold({})
  expect((await asked(third))[0]).toBe(200)
})

it('and none of its orders goes on into another one unasked', async () => {
  await hold({ [one.id]: 2 })
  await merge()
  const third = await makeOrder(flow.pool, orderAt(flow.house.location))
  const { status, body } = await flow.call('office', 'POST', 'mergeorders/', {
    base_order: third.id,
    orders_to_merge: [base.id],
  })
  expect([status, body.code, body.message]).toEqual(heldOf(base, 2))
  await hold({})
})

it('a line that was added to it offline is in the order that it went into, with its piece and its scans', async () => {
  await merge()
  const [item, piece] = [newId(), newId()]
  const { picker, foreman } = flow.house.people
  const made = postOf(foreman, 'orderitems', item, {
    order: one.id,
    product: moved.product,
    units_ordered: 2,
  })
  expect(
    await send(
      'foreman',
      made,
      postOf(foreman, 'ordersubitems', piece, { order_item: item, unit_type: 'u', lot_code: 'L7' }),
      patchOf(foreman, { id: item }, { order: one.id, unit_quantity: 1 }, { unit_quantity: 0 }),
    ),
  ).toMatchObject([
    { outcome: 'applied', status: 201, body: { id: item, order: base.id } },
    { outcome: 'applied', body: { order: base.id } },
    { outcome: 'applied', body: { unit_quantity: 1 } },
  ])
  expect(await send('foreman', made)).toMatchObject([{ outcome: 'applied', body: { id: item } }])
  // A picker adds only substitutes for lines of the order (A199). The line is in the base order by now.
  const stand = await makeProduct(flow.pool)
  await flow.pool.query('update products set acceptable_substitutions = array[$2] where upc = $1', [
    moved.product,
    stand.upc,
  ])
  const standing = { order: one.id, product: stand.upc, original_product: moved.product, units_ordered: 1 }
  expect(await send('picker', postOf(picker, 'orderitems', newId(), standing))).toMatchObject([
    { outcome: 'applied', status: 201, body: { order: base.id, original_product: moved.product } },
  ])
  const { body: order } = await flow.call('office', 'GET', `orders/${base.id}`)
  expect(order).toMatchObject({ items_count: 4 })
})

it('a change of a moved line may name its old order', async () => {
  await merge()
  const edit = patchOf(
    flow.house.people.picker,
    moved,
    { order: one.id, unit_quantity: 2 },
    { unit_quantity: 1 },
  )
  expect(await send('picker', edit)).toMatchObject([
    { outcome: 'applied', body: { id: moved.id, order: base.id, unit_quantity: 2 } },
  ])
  // The change may name no other order.
  const other = await makeOrder(flow.pool, orderAt(flow.house.location))
  const wrong = patchOf(flow.house.people.picker, moved, { order: other.id })
  expect(await send('picker', wrong)).toMatchObject([{ outcome: 'refused', status: 400 }])
})

it('its note or day is a card that says where it is, and changes nothing', async () => {
  await merge()
  const { office } = flow.house.people
  const edit = makeEdit(office, {
    entity: 'orders',
    entity_id: String(one.id),
    call: { method: 'PATCH', path: `/api/orders/${one.id}/`, body: { note: 'Ring twice' } },
    base: { version: null, values: { note: '' } },
  })
  expect(await send('office', edit)).toMatchObject([
    {
      outcome: 'conflict',
      body: {
        deleted: true,
        message: `Order ${one.id} was merged into order ${base.id}. Look at that order and change it there.`,
      },
    },
  ])
  expect((await flow.call('office', 'GET', `orders/${base.id}`)).body).toMatchObject({ note: '' })
})

it('the tax flag and the missing mark of a line do not pass to a larger line', async () => {
  await merge()
  for (const body of [{ taxable: true }, { ignore_missing_items: true }])
    expect(await send('office', patchOf(flow.house.people.office, gone, body))).toMatchObject([
      { outcome: 'conflict', body: { message: expect.stringContaining(`order ${base.id}`) } },
    ])
  expect((await flow.call('office', 'GET', `orderitems/${left.id}`)).body).toMatchObject({
    taxable: false,
    ignore_missing_items: false,
  })
})

it.each([
  ['GET', ''],
  ['DELETE', ''],
  ['POST', '/generateinvoice'],
] as const)(
  '%s orders/{id}%s says which order it is in, to those who may know of it',
  async (method, path) => {
    await merge()
    const there = (who: Somebody) => flow.call(who, method, `orders/${one.id}${path}`)
    expect(await there('office')).toMatchObject({
      status: 404,
      body: { message: `Order ${one.id} was merged into order ${base.id}.`, merged_into: base.id },
    })
    expect((await there('stranger')).body.message).not.toContain('merged')
    // The number is forgotten when the order that it leads to is deleted.
    await flow.call('office', 'DELETE', `orders/${base.id}`)
    expect((await there('office')).body.message).toBe('There is no such order.')
  },
)

it('an order that went into another one meanwhile is not merged once more, and it says so', async () => {
  await merge()
  const { status, body } = await merge()
  expect([status, body.message]).toEqual([404, `Order ${one.id} was merged into order ${base.id}.`])
})

it('prices that changed since an order was confirmed, each once, and the mails of an order, are found with the one that it went into', async () => {
  const change = (name: string) => ({
    product: left.product,
    name,
    unit_type: 'u',
    seen: '1.00',
    price: '2.00',
  })
  for (const [{ id }, ...names] of [
    [base, 'Salt'],
    [one, 'Salt', 'Rice'],
  ] as const)
    await flow.pool.query('update orders set price_changes = $2 where id = $1', [
      id,
      JSON.stringify(names.map(change)),
    ])
  const mail = await makeMail(flow.pool, { kind: 'order', order_id: one.id })
  expect((await merge()).body).toMatchObject({ price_changes: [change('Salt'), change('Rice')] })
  expect((await flow.call('office', 'GET', `mails/${mail.id}`)).body).toMatchObject({ order: base.id })
})

it('the invoice history of a merged order is shown with the order that it went into, by its number', async () => {
  const office = (path: string, body?: unknown) => flow.call('office', 'POST', path, body)
  const confirmed = { confirm_average: true, confirm_unsent: true, confirm_nothing: true }
  for (const id of [one.id, base.id]) {
    expect((await office(`orders/${id}/generateinvoice`, confirmed)).status).toBe(200)
    expect((await office(`orders/${id}/unlock`)).status).toBe(200)
  }
  // A detail that begins like the mark is not taken for the mark.
  await flow.pool.query(
    `update invoice_history set detail = 'Of order' where order_id = $1 and act = 'unlocked'`,
    [one.id],
  )
  const third = await makeOrder(flow.pool, orderAt(flow.house.location))
  expect((await merge()).status).toBe(200)
  expect((await merge(third, base)).status).toBe(200)
  const { body } = await flow.call('office', 'GET', `orders/${third.id}/invoice/history`)
  expect(body.map(({ act, detail }: Record<string, string>) => `${act}: ${detail}`)).toEqual([
    `unlocked: Of order ${base.id}.`,
    `generated: Of order ${base.id}.`,
    `unlocked: Of order ${one.id}. Of order`,
    `generated: Of order ${one.id}.`,
  ])
})
