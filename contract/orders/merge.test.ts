import { expect, it } from 'vitest'
import { mergedNote, mergeLines } from './merge.ts'
import type { OrderItemRow } from './schema.ts'

const line = (id: string, order: number, over: Partial<OrderItemRow> = {}): OrderItemRow => ({
  id,
  order,
  product: '111',
  original_product: null,
  units_ordered: 2,
  cases_ordered: 1,
  unit_quantity: 0,
  case_quantity: 0,
  units_originally_ordered: 3,
  cases_originally_ordered: 1,
  bin_override: null,
  picked: false,
  scanned: null,
  out_of_stock: false,
  taxable: false,
  ignore_missing_items: false,
  admin_added: false,
  coupon_amount: '0.00',
  coupon_note: '',
  estimated_price: '29.00',
  final_price: '0.00',
  price_per_unit: '2.50',
  price_per_case: '24.00',
  price_snapshot: {
    weight_type: '',
    unit_price_per_lb: null,
    case_price_per_lb: null,
    average_unit_weight: null,
    average_case_weight: null,
  },
  lot_tracked: false,
  version: 1,
  ...over,
})

const none = () => false
const ids = (lines: readonly OrderItemRow[]) => lines.map(({ id }) => id)

it('untouched lines of one product are added up, also among the merged orders', () => {
  const { moved, grown, gone } = mergeLines(
    [line('a', 1)],
    [line('b', 2), line('c', 2, { product: '222' }), line('d', 3), line('e', 3, { product: '222' })],
    none,
    true,
  )
  expect([ids(moved), ids(grown), ids(gone)]).toEqual([['c'], ['a', 'c'], ['b', 'd', 'e']])
  expect(grown).toMatchObject([
    // 6 × 2.50 + 3 × 24.00
    { units_ordered: 6, cases_ordered: 3, units_originally_ordered: 9, estimated_price: '87.00' },
    { units_ordered: 4, cases_ordered: 2, cases_originally_ordered: 2, estimated_price: '58.00' },
  ])
})

it.each<Partial<OrderItemRow>>([
  { picked: true },
  { scanned: true },
  { scanned: false },
  { out_of_stock: true },
  { unit_quantity: 1 },
  { case_quantity: 1 },
  { final_price: '1.00' },
  { coupon_amount: '1.00' },
  { coupon_note: 'ripe' },
  { price_per_unit: '2.60' },
  { price_per_case: '25.00' },
  { price_snapshot: { ...line('a', 1).price_snapshot, unit_price_per_lb: '1.00' } },
  { original_product: '333' },
  { bin_override: 'A-1' },
  { taxable: true },
  { ignore_missing_items: true },
  { admin_added: true },
  { lot_tracked: true },
  { units_ordered: 1_000_000 },
])('a line with %o stays one of its own, whichever order it is of', (over) => {
  const apart = (base: OrderItemRow, other: OrderItemRow) => {
    const { moved, grown, gone } = mergeLines([base], [other], none, true)
    expect([moved, grown, gone]).toEqual([[other], [], []])
  }
  apart(line('a', 1), line('b', 2, over))
  apart(line('a', 1, over), line('b', 2))
})

it('a line that has pieces stays one of its own, and so do all where devices may still hold edits', () => {
  const weighed = mergeLines([line('a', 1)], [line('b', 2)], (id) => id === 'b', true)
  const unsent = mergeLines([line('a', 1)], [line('b', 2)], none, false)
  for (const { moved, grown, gone } of [weighed, unsent])
    expect([ids(moved), grown, gone]).toEqual([['b'], [], []])
})

it('the notes of all orders are kept, each once', () => {
  expect(mergedNote(['Side door', '', ' Ring twice ', 'Side door'])).toBe('Side door\nRing twice')
})
