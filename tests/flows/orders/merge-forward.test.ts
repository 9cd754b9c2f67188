/** A picker was offline while the order was merged: where their edits of lines go that are another line's now. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  makeItem,
  makeOrder,
  type ItemRecord,
  type OrderRecord,
  type UserRecord,
} from '../../factories/business.ts'
import { newId, patchOf, postOf, push, removalOf } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { makeTwoToMerge, orderAt } from '../../factories/house.ts'

const flow = openFlow()
let picker: UserRecord
let base: OrderRecord
let one: OrderRecord
/** One product: 2 units in the base order, 3 in the order that goes into it. */
let left: ItemRecord
let gone: ItemRecord

beforeAll(async () => {
  picker = flow.house.people.picker
})
beforeEach(async () => {
  ;({ base, one, left, gone } = await makeTwoToMerge(flow.pool, flow.house.location))
})

const merge = (into = base, from = one) =>
  flow.server.call(flow.house.as.office, 'POST', 'mergeorders/', {
    body: { base_order: into.id, orders_to_merge: [from.id] },
  })
const line = async (id = left.id) =>
  (await flow.server.call(flow.house.as.office, 'GET', `orderitems/${id}`)).body
const send = (...edits: unknown[]) => push(flow.server, flow.house.as.picker, edits)
const scan = (by: number, over: object = {}) => ({
  ...patchOf(picker, gone, { unit_quantity: by, ...over }, { picked: false, scanned: null }),
  adds: { unit_quantity: by },
})

it('scans are added to the line that is left, once however often they are sent, and found in its history', async () => {
  await send({ ...patchOf(picker, left, { unit_quantity: 1 }), adds: { unit_quantity: 1 } })
  const before = scan(1)
  await send(before)
  await merge()
  const after = scan(1)
  expect(await send(before, after)).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }])
  expect(await send(after)).toMatchObject([{ outcome: 'applied', body: { id: left.id } }])
  expect(await line()).toMatchObject({ units_ordered: 5, unit_quantity: 3, picked: false })
  const { body: audit } = await flow.server.call(flow.house.as.office, 'GET', `orderitems/${left.id}/audit`)
  expect(audit).toHaveLength(3)
})

it('an edit that completed the smaller line completes the larger one once all of it is there', async () => {
  await merge()
  await send(scan(3, { picked: true, scanned: true }))
  expect(await line()).toMatchObject({ unit_quantity: 3, picked: false, scanned: null })
  await send(scan(2, { picked: true, scanned: true }))
  expect(await line()).toMatchObject({ unit_quantity: 5, picked: true, scanned: true })
})

it('a typed quantity is added by as much as it changed, also where the other line was picked meanwhile', async () => {
  await merge()
  await flow.server.call(flow.house.as.picker, 'PATCH', `orderitems/${left.id}`, {
    body: { unit_quantity: 2 },
  })
  expect(await send(patchOf(picker, gone, { unit_quantity: 3 }, { unit_quantity: 0 }))).toMatchObject([
    { outcome: 'applied', body: { id: left.id } },
  ])
  expect(await line()).toMatchObject({ unit_quantity: 5 })
})

it('a piece with its weight and lot is the other line’s, and its scan counts there', async () => {
  await merge()
  const piece = newId()
  const body = { order_item: gone.id, unit_type: 'u', weight_lbs: '4.25', lot_code: 'L7' }
  expect(await send(scan(1), postOf(picker, 'ordersubitems', piece, body))).toMatchObject([
    { outcome: 'applied' },
    { outcome: 'applied', body: { id: piece, order_item: left.id, order: base.id } },
  ])
  const change = { ...patchOf(picker, { id: piece }, { lot_code: 'L8', order_item: gone.id }) }
  expect(await send({ ...change, entity: 'ordersubitems' })).toMatchObject([{ outcome: 'applied' }])
  expect(await line()).toMatchObject({
    unit_quantity: 1,
    subitems: [{ id: piece, weight_lbs: '4.250', lot_code: 'L8' }],
  })
})

it('a piece of a lot that was recalled meanwhile needs a reason, also where its line is another one by now', async () => {
  await merge()
  const recalled = { product: left.product, lot_code: 'L9', note: 'Listeria' }
  await flow.server.call(flow.house.as.office, 'POST', 'recalledlots', { body: recalled })
  const body = { order_item: gone.id, unit_type: 'u', lot_code: 'L9' }
  const piece = postOf(picker, 'ordersubitems', newId(), body)
  expect(await send(piece)).toMatchObject([{ outcome: 'refused', body: { code: 'needs_reason' } }])
  expect(await send({ ...piece, mutation_id: newId(), reason: 'Foreman cleared it' })).toMatchObject([
    { outcome: 'applied', body: { order_item: left.id } },
  ])
})

it('an edit of the smaller line as a whole becomes a card, holds its later edits, and changes nothing', async () => {
  await merge()
  const before = await line()
  const out = patchOf(picker, gone, { out_of_stock: true }, { out_of_stock: false })
  const [card, held] = await send(out, scan(1))
  expect(card).toMatchObject({
    outcome: 'conflict',
    status: 409,
    body: { deleted: true, message: expect.stringContaining(`order ${base.id}`) },
  })
  expect(held).toMatchObject({ outcome: 'held' })
  expect(await send(out)).toMatchObject([{ outcome: 'conflict', body: card!.body }])
  for (const edit of [
    removalOf(flow.house.people.foreman, 'orderitems', gone.id, { unit_quantity: 0 }),
    patchOf(flow.house.people.foreman, gone, { units_ordered: 4 }, { units_ordered: 3 }),
  ])
    expect(await push(flow.server, flow.house.as.foreman, [edit])).toMatchObject([{ outcome: 'conflict' }])
  expect(await line()).toEqual(before)
  // The card is put away on the device: what was held behind it counts.
  await send(scan(1))
  expect(await line()).toMatchObject({ unit_quantity: 1 })
})

it('a value that clashes with the other line’s is a card too', async () => {
  await merge()
  await flow.server.call(flow.house.as.office, 'PATCH', `orderitems/${left.id}`, {
    body: { bin_override: 'A-1' },
  })
  const edit = patchOf(picker, gone, { bin_override: 'B-1' }, { bin_override: null })
  expect(await send(edit)).toMatchObject([{ outcome: 'conflict', body: { deleted: true } }])
  expect(await line()).toMatchObject({ bin_override: 'A-1' })
})

it('a line that goes into a third one leads there, and after that one is deleted to a card', async () => {
  const { pool } = flow
  const third = await makeOrder(pool, orderAt(flow.house.location))
  const last = await makeItem(pool, { order_id: third.id, product: left.product })
  await merge()
  await merge(third, base)
  expect(await send(scan(1))).toMatchObject([{ outcome: 'applied', body: { id: last.id } }])
  expect(await line(gone.id)).toMatchObject({ id: last.id, units_ordered: 7, unit_quantity: 1 })
  await flow.server.call(flow.house.as.foreman, 'DELETE', `orderitems/${last.id}`)
  expect(await send(scan(1))).toMatchObject([{ outcome: 'conflict', body: { deleted: true } }])
  expect((await flow.server.call(flow.house.as.office, 'GET', `orderitems/${gone.id}`)).status).toBe(404)
})

it('an edit of a line of an order that is invoiced since the merge is refused as any other', async () => {
  await merge()
  await flow.pool.query('update orders set invoiced = true where id = $1', [base.id])
  expect(await send(scan(1))).toMatchObject([
    // It names the order that is invoiced: there it can be unlocked.
    { outcome: 'refused', status: 423, body: { code: 'order_locked', order: String(base.id) } },
  ])
})

it('no user reaches another company’s line by one that is gone', async () => {
  await merge()
  const { stranger } = flow.house.people
  expect(
    await push(flow.server, flow.house.as.stranger, [{ ...scan(1), user_id: stranger.id }]),
  ).toMatchObject([{ outcome: 'refused', status: 404 }])
  expect((await flow.server.call(flow.house.as.stranger, 'GET', `orderitems/${gone.id}`)).status).toBe(404)
})

it('picks that come while the order is merged are in the line that is left, each once', async () => {
  const scans = Array.from({ length: 24 }, () => scan(1))
  const halves = [scans.slice(0, 12), scans.slice(12)]
  const [, ...results] = await Promise.all([
    merge(),
    ...halves.flatMap((half) => half.map((edit) => send(edit))),
  ])
  expect(results.flat().every(({ outcome }) => outcome === 'applied')).toBe(true)
  expect(await line()).toMatchObject({ unit_quantity: 24 })
})
