import { isOutOfStock, isPicked, isTaxable } from './state.ts'
import type { Act } from '../orders/acts.ts'
import type { OrderItemRow } from '../orders/schema.ts'
import { expect, test } from 'vitest'
import {
  addItem,
  allPickedText,
  deleteItems,
  resetQuantity,
  setFields,
  substitute,
  toggleAllPicked,
  toggleOutOfStock,
  togglePicked,
  type PickMemory,
} from './list-acts.ts'
import { makeId, makeItem, makeOrder, makePiece, makeProduct, makeLine, makeLines } from './testing.ts'

const memory = (): PickMemory => new Map()
const bodies = (act: Act | null) => act?.edits.map(({ body }) => body)
/** The item as it is when the calls have been run. */
const after = (item: OrderItemRow, act: Act | null): OrderItemRow => ({
  ...item,
  ...(act?.edits.find(({ entity_id }) => entity_id === item.id)?.body as Partial<OrderItemRow>),
})

test('A197: picked toggles, fills what was ordered, and restores the values from before', () => {
  const item = makeItem({ units_ordered: 3 })
  const kept = memory()
  const on = togglePicked(makeLine({ items: [item] }), kept)
  expect(bodies(on)).toEqual([{ picked: true, scanned: true, unit_quantity: 3 }])
  const off = togglePicked(makeLine({ items: [after(item, on)] }), kept)
  expect(after(after(item, on), off)).toEqual(item)
})

test('All picked says how many lines it marked and how many of them are not weighed, and its way back all of them', () => {
  const weighed = makeItem({
    product: '3',
    price_snapshot: { ...makeItem().price_snapshot, weight_type: 'r/w' },
  })
  const items = [makeItem({ product: '1' }), makeItem({ product: '2', out_of_stock: true }), weighed]
  const kept = memory()
  const on = toggleAllPicked(makeLines({ items }), kept)
  expect(allPickedText(makeLines({ items }), on!)).toBe('2 lines marked, 1 not weighed')
  expect(on!.inverse).toHaveLength(2)
  const marked = makeLines({ items: items.map((item) => after(item, on)) })
  expect(allPickedText(marked, toggleAllPicked(marked, kept)!)).toBe('2 lines no longer marked')
})

test('a reason for being out of stock goes with the edit of each item, and with no way back', () => {
  const line = makeLine({ items: [makeItem()] })
  expect(toggleOutOfStock(line, 'Damaged')).toMatchObject({
    edits: [{ body: { out_of_stock: true }, reason: 'Damaged' }],
  })
  expect(toggleOutOfStock(line)!.edits[0]).not.toHaveProperty('reason')
})

test('a reason for being out of stock never takes a mark off', () => {
  expect(toggleOutOfStock(makeLine({ items: [makeItem({ out_of_stock: true })] }), 'Damaged')).toBeNull()
})

test('not picked keeps the pieces that were weighed since Picked', () => {
  const item = makeItem({ units_ordered: 3 })
  const kept = memory()
  const picked = after(item, togglePicked(makeLine({ items: [item] }), kept))
  const pieces = ['1', '2'].map((weight_lbs) => makePiece(picked, { weight_lbs }))
  expect(bodies(togglePicked(makeLine({ items: [picked], pieces }), kept))).toEqual([
    { picked: false, scanned: null, unit_quantity: 2 },
  ])
})

test('a quantity that was typed on another row than the present one clashes', () => {
  const item = makeItem({ unit_quantity: 2 })
  const [seen, now] = [item, { ...item, unit_quantity: 3 }].map((one) => makeLine({ items: [one] }))
  expect(setFields(now!, { unit_quantity: 4 }, seen)!.edits[0]!.seen).toEqual({ unit_quantity: 2 })
})

test('Picked leaves a quantity that was entered', () => {
  const item = makeItem({ units_ordered: 3, unit_quantity: 1 })
  expect(bodies(togglePicked(makeLine({ items: [item] }), memory()))).toEqual([
    { picked: true, scanned: true },
  ])
})

test('after a reload, not picked keeps what was weighed or typed', () => {
  const item = makeItem({ picked: true, scanned: true, unit_quantity: 2 })
  expect(bodies(togglePicked(makeLine({ items: [item] }), memory()))).toEqual([
    { picked: false, scanned: null, unit_quantity: 0 },
  ])
  const weighed = makeLine({ items: [item], pieces: [makePiece(item, { weight_lbs: '1' })] })
  expect(bodies(togglePicked(weighed, memory()))).toEqual([{ picked: false, scanned: null }])
  const short = { ...item, unit_quantity: 1 }
  expect(bodies(togglePicked(makeLine({ items: [short] }), memory()))).toEqual([
    { picked: false, scanned: null },
  ])
})

test('A104: picking a bulk row picks each of its items in one act, those of a locked order never', () => {
  const items = [1, 2, 3].map((order) => makeItem({ order }))
  const row = makeLine({ items, orders: [makeOrder({ id: 3, invoiced: true })] }, { bulk: true })
  expect(togglePicked(row, memory())?.edits.map(({ entity_id }) => entity_id)).toEqual([
    items[0]!.id,
    items[1]!.id,
  ])
})

test('A104 A197 a bulk row shows the marks of its open items, whatever an invoiced order says', () => {
  const items = [makeItem({ order: 1 }), makeItem({ order: 2 })]
  const orders = [makeOrder({ id: 2, invoiced: true })]
  const rowWith = (act: Act | null) =>
    makeLine({ items: items.map((item) => after(item, act)), orders }, { bulk: true })
  const kept = memory()
  const picked = rowWith(togglePicked(rowWith(null), kept))
  expect([isPicked(picked), isOutOfStock(picked)]).toEqual([true, false])
  expect(bodies(togglePicked(picked, kept))).toEqual([{ picked: false, scanned: null, unit_quantity: 0 }])
  const out = rowWith(toggleOutOfStock(rowWith(null)))
  expect(isOutOfStock(out)).toBe(true)
  expect(bodies(toggleOutOfStock(out))).toEqual([{ out_of_stock: false }])
  const taxable = rowWith(setFields(rowWith(null), { taxable: !items[0]!.taxable }))
  expect(isTaxable(taxable)).toBe(!items[0]!.taxable)
})

test('the marks of a bulk row of invoiced orders alone are read from all of them', () => {
  const items = [makeItem({ picked: true }), makeItem({ order: 2 })]
  const orders = [1, 2].map((id) => makeOrder({ id, invoiced: true }))
  const row = makeLine({ items, orders }, { bulk: true })
  expect([isPicked(row), isOutOfStock(row)]).toEqual([false, false])
})

test('A198: All picked picks every in-stock item, and takes it from all when all have it', () => {
  const [a, b, out] = [
    makeItem(),
    makeItem({ picked: true, unit_quantity: 2, scanned: true }),
    makeItem({ out_of_stock: true }),
  ]
  const kept = memory()
  const on = toggleAllPicked(makeLines({ items: [a, b, out] }), kept)
  expect(on?.edits.map(({ entity_id }) => entity_id)).toEqual([a.id])
  const off = toggleAllPicked(makeLines({ items: [after(a, on), b, out] }), kept)
  expect(off?.edits.map(({ entity_id }) => entity_id).sort()).toEqual([a.id, b.id].sort())
})

test('A199: out of stock can be taken back with everything that it cleared', () => {
  const item = makeItem({ picked: true, scanned: true, unit_quantity: 3 })
  const act = toggleOutOfStock(makeLine({ items: [item] }))
  expect(bodies(act)).toEqual([{ out_of_stock: true }])
  expect(act?.inverse[0]?.body).toEqual({
    out_of_stock: false,
    picked: true,
    scanned: true,
    unit_quantity: 3,
    case_quantity: 0,
  })
})

test('A200: only what differs is stored, and nothing when nothing does', () => {
  const row = makeLine({ items: [makeItem({ coupon_note: 'late' })] })
  expect(setFields(row, { coupon_note: 'late' })).toBeNull()
  const act = setFields(row, { coupon_note: 'late', coupon_amount: '2.00' })
  expect(bodies(act)).toEqual([{ coupon_amount: '2.00' }])
  expect(act?.inverse[0]?.body).toEqual({ coupon_amount: '0.00' })
})

test('A202: reset restores the originally ordered number', () => {
  const row = makeLine({ items: [makeItem({ units_ordered: 3, units_originally_ordered: 2 })] })
  expect(bodies(resetQuantity(row, 'units_ordered'))).toEqual([{ units_ordered: 2 }])
})

test('A203, A241: a substitute takes the item over; chosen quantities are not picked yet', () => {
  const row = makeLine({ items: [makeItem({ picked: true, unit_quantity: 2 })] })
  expect(bodies(substitute(row, makeProduct({ upc: '200' })))).toEqual([{ product: '200' }])
  expect(bodies(substitute(row, makeProduct({ upc: '200' }), { units: 0, cases: 1 }))).toEqual([
    { product: '200', units_ordered: 0, cases_ordered: 1, unit_quantity: 0, picked: false },
  ])
})

test('A232: an item is created only with at least one quantity above 0', () => {
  const none = { order: 1, product: makeProduct(), units: 0, cases: 0 }
  expect(addItem(none, makeId)).toBeNull()
  for (const some of [{ units: 1 }, { cases: 1 }, { unitsPicked: 1 }, { casesPicked: 1 }])
    expect(addItem({ ...none, ...some }, makeId)?.edits).toHaveLength(1)
})

test('A280: the call that creates an item has the 15 fields', () => {
  const product = makeProduct({ upc: '300', tax_default: true })
  const act = addItem({ order: 4, product, units: 2, cases: 1 }, makeId)
  expect(act?.edits[0]?.body).toEqual({
    bin_override: null,
    cases_ordered: 1,
    case_quantity: 0,
    coupon_amount: '0.00',
    coupon_note: '',
    estimated_price: '12.00',
    order: 4,
    original_product: null,
    out_of_stock: false,
    product: '300',
    taxable: true,
    units_ordered: 2,
    unit_quantity: 0,
    picked: false,
    ignore_missing_items: false,
  })
})

test('deleting names the item and cannot be undone', () => {
  const item = makeItem()
  const act = deleteItems(makeLine({ items: [item] }))
  expect(act.edits).toEqual([{ entity: 'orderitems', entity_id: item.id, method: 'DELETE', order: 1 }])
  expect(act.inverse).toEqual([])
})
