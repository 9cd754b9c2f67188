/** `GET orderitems/others`: who else works on an order (issue "Picking once"). */
import { beforeEach, expect, it } from 'vitest'
import { OTHERS_MINUTES } from '#contract/orders/others.ts'
import { makeItem, makeOrder, type ItemRecord } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt, type House } from '../../factories/house.ts'

const flow = openFlow()
let item: ItemRecord
let other: ItemRecord

beforeEach(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  item = await makeItem(flow.pool, { order_id: order.id })
  other = await makeItem(flow.pool, { order_id: order.id })
})

const patch = async (name: keyof House['as'], { id }: ItemRecord, body: object) => {
  const answer = await flow.server.call(flow.house.as[name], 'PATCH', `orderitems/${id}`, { body })
  expect(answer.status).toBe(200)
}
/** Returns the names that a person sees, by item. */
async function toldTo(name: keyof House['as']): Promise<Record<string, string>> {
  const path = `orderitems/others?order=${item.order_id}`
  const { status, body } = await flow.server.call(flow.house.as[name], 'GET', path)
  expect(status).toBe(200)
  return Object.fromEntries(
    (body as { item: string; username: string }[]).map((change) => [change.item, change.username]),
  )
}

it('each picker sees the lines that the other was the last to change, and not their own', async () => {
  await patch('picker', item, { unit_quantity: 1 })
  await patch('floorPicker', other, { unit_quantity: 1 })
  expect(await toldTo('picker')).toEqual({ [other.id]: flow.house.people.floorPicker.username })
  expect(await toldTo('floorPicker')).toEqual({ [item.id]: flow.house.people.picker.username })
  await patch('floorPicker', item, { unit_quantity: 2 })
  expect(await toldTo('floorPicker')).toEqual({})
})

it('a piece that is added or changed is a change of its line', async () => {
  const { picker } = flow.house.as
  const body = { order_item: item.id, unit_type: 'u' }
  const { body: piece } = await flow.server.call(picker, 'POST', 'ordersubitems', { body })
  const told = { [item.id]: flow.house.people.picker.username }
  expect(await toldTo('foreman')).toEqual(told)
  await flow.server.call(picker, 'PATCH', `ordersubitems/${piece.id}`, { body: { lot_code: 'L1' } })
  expect(await toldTo('foreman')).toEqual(told)
})

it('a piece that somebody deletes is a change of its line', async () => {
  const { picker, floorPicker } = flow.house.as
  const body = { order_item: item.id, unit_type: 'u' }
  const { body: piece } = await flow.server.call(picker, 'POST', 'ordersubitems', { body })
  await flow.server.call(floorPicker, 'DELETE', `ordersubitems/${piece.id}`)
  expect(await toldTo('picker')).toEqual({ [item.id]: flow.house.people.floorPicker.username })
})

it('a change of long ago is not shown', async () => {
  await patch('picker', item, { unit_quantity: 1 })
  await flow.pool.query(`update mutations set at = at - make_interval(mins => $1)`, [OTHERS_MINUTES + 1])
  expect(await toldTo('foreman')).toEqual({})
})

it('a refused change is not shown', async () => {
  const refused = await flow.server.call(flow.house.as.picker, 'PATCH', `orderitems/${item.id}`, {
    body: { taxable: true },
    headers: { 'idempotency-key': 'refused-once' },
  })
  expect(refused.status).toBe(403)
  expect(await toldTo('foreman')).toEqual({})
})
