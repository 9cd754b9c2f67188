import { expect, it } from 'vitest'
import { item, piece } from '../testing/rows.ts'
import { mergedNote, mergeLines } from './merge.ts'
import type { OrderItemRow, OrderSubitemRow } from './schema.ts'

const line = (id: string, order: number, over: Partial<OrderItemRow> = {}) =>
  item(0, order, {
    id,
    product: '111',
    units_ordered: 2,
    cases_ordered: 1,
    units_originally_ordered: 3,
    cases_originally_ordered: 1,
    estimated_price: '29.00',
    price_per_unit: '2.50',
    price_per_case: '24.00',
    ...over,
  })
const pieceOf = (id: string, n: number, over: Partial<OrderSubitemRow> = {}) => piece(n, line(id, 1), over)
const none = () => []
const ids = (lines: readonly OrderItemRow[]) => lines.map(({ id }) => id)

it('lines of one product are added up, also those of the merged orders', () => {
  const { moved, grown, into } = mergeLines(
    [line('a', 1)],
    [line('b', 2), line('c', 2, { product: '222' }), line('d', 3), line('e', 3, { product: '222' })],
    none,
  )
  expect([ids(moved), ids(grown)]).toEqual([['c'], ['a', 'c']])
  expect([...into]).toEqual([
    ['b', 'a'],
    ['d', 'a'],
    ['e', 'c'],
  ])
  expect(grown).toMatchObject([
    // 6 × 2.50 + 3 × 24.00
    { units_ordered: 6, cases_ordered: 3, units_originally_ordered: 9, estimated_price: '87.00' },
    { units_ordered: 4, cases_ordered: 2, cases_originally_ordered: 2, estimated_price: '58.00' },
  ])
})

it('picked numbers, weights and coupons are added, and notes are joined', () => {
  const snapshot = {
    weight_type: 'r/w' as const,
    unit_price_per_lb: '2.00',
    case_price_per_lb: null,
    average_unit_weight: '3',
    average_case_weight: null,
  }
  const weighed = { price_snapshot: snapshot, picked: true, scanned: true, cases_ordered: 0 }
  const pieces: Record<string, OrderSubitemRow[]> = {
    a: [pieceOf('a', 1, { weight_lbs: '1.5' })],
    b: [pieceOf('b', 2, { weight_lbs: '2.5' }), pieceOf('b', 3)],
  }
  const a = { ...weighed, unit_quantity: 1, coupon_amount: '1.00', coupon_note: 'ripe', final_price: '2.00' }
  const b = { ...weighed, unit_quantity: 2, coupon_amount: '0.50', coupon_note: 'late', final_price: '10.50' }
  const { moved, grown } = mergeLines([line('a', 1, a)], [line('b', 2, b)], (id) => pieces[id]!)
  expect(moved).toEqual([])
  // (1.5 + 2.5 + 3 on average) lb × 2.00 − 1.50
  expect(grown).toMatchObject([
    {
      id: 'a',
      unit_quantity: 3,
      picked: true,
      scanned: true,
      coupon_amount: '1.50',
      coupon_note: 'ripe; late',
      final_price: '12.50',
    },
  ])
})

it('the pieces of each line that was added count in the sum of the next', () => {
  const snapshot = {
    weight_type: 'r/w' as const,
    unit_price_per_lb: '2.00',
    case_price_per_lb: null,
    average_unit_weight: '3',
    average_case_weight: null,
  }
  const weighed = { price_snapshot: snapshot, cases_ordered: 0, unit_quantity: 1, final_price: '2.00' }
  const lines = ['b', 'c'].map((id, n) => line(id, n + 2, weighed))
  const { grown } = mergeLines([line('a', 1, weighed)], lines, (id) => [
    pieceOf(id, id.codePointAt(0)!, { weight_lbs: '1' }),
  ])
  expect(grown).toMatchObject([{ id: 'a', unit_quantity: 3, final_price: '6.00' }])
})

it('a line is added to the first that can take it, and never to one whose price a person has set', () => {
  const bins = [line('a', 1, { bin_override: 'A-1' }), line('b', 1, { bin_override: 'B-1' })]
  expect([...mergeLines(bins, [line('c', 2, { bin_override: 'B-1' })], none).into]).toEqual([['c', 'b']])
  const byHand = line('d', 2, { unit_quantity: 3, final_price: '7.50', hand_total: '7.50' })
  const counted = line('e', 3, { unit_quantity: 3, final_price: '7.50' })
  expect(ids(mergeLines([], [byHand, counted], none).moved)).toEqual(['d', 'e'])
})

it('lines stay apart where their sum would cost anything else: a coupon that its line capped, a price set by hand', () => {
  const capped = { unit_quantity: 1, coupon_amount: '9.00', final_price: '0.00' }
  const whole = { unit_quantity: 3, final_price: '7.50' }
  const apart = (one: Partial<OrderItemRow>, two: Partial<OrderItemRow>) =>
    mergeLines([line('a', 1, one)], [line('b', 2, two)], none).grown.length === 0
  expect(apart(capped, whole)).toBe(true)
  expect(apart({ ...capped, coupon_amount: '1.00', final_price: '1.50' }, whole)).toBe(false)
  expect(apart({ ...whole, hand_total: '7.50' }, whole)).toBe(true)
  expect(apart({ ...whole, hand_rates: true }, whole)).toBe(true)
})

it('a sum is picked where both were, billed at average where both were, and traced where one is', () => {
  const [done, open] = [{ picked: true, scanned: true }, {}]
  const both = (one: Partial<OrderItemRow>, two: Partial<OrderItemRow>) =>
    mergeLines([line('a', 1, one)], [line('b', 2, two)], none).grown[0]
  expect(both(done, open)).toMatchObject({ picked: false, scanned: null })
  expect(both(open, done)).toMatchObject({ picked: false, scanned: null })
  expect(both(done, done)).toMatchObject({ picked: true, scanned: true })
  expect(both({ scanned: false }, { scanned: false })).toMatchObject({ scanned: false })
  expect(both({ ignore_missing_items: true }, {})).toMatchObject({ ignore_missing_items: false })
  const missing = { ignore_missing_items: true, admin_added: true }
  expect(both(missing, missing)).toMatchObject(missing)
  expect(both({ admin_added: true }, {})).toMatchObject({ admin_added: false, lot_tracked: false })
  expect(both({}, { lot_tracked: true })).toMatchObject({ lot_tracked: true })
  for (const bin_override of [null, 'A-1'])
    expect(both({ bin_override }, { bin_override: 'A-1' })).toMatchObject({ bin_override: 'A-1' })
})

const expectApart = (
  a: Partial<OrderItemRow>,
  b: Partial<OrderItemRow>,
  piecesOf: (id: string) => OrderSubitemRow[] = none,
) => {
  const other = line('b', 2, b)
  const { moved, grown, into } = mergeLines([line('a', 1, a)], [other], piecesOf)
  expect([moved, grown, into.size]).toEqual([[other], [], 0])
}

it.each<Partial<OrderItemRow>>([
  { out_of_stock: true },
  { price_per_unit: '2.60' },
  { price_per_case: '25.00' },
  { price_snapshot: { ...line('a', 1).price_snapshot, unit_price_per_lb: '1.00' } },
  { original_product: '333' },
  { taxable: true },
])('a line with another %o stays one of its own, whichever order it is of', (over) => {
  expectApart({}, over)
  expectApart(over, {})
})

it.each<Partial<OrderItemRow>>([
  // A price that the office has set.
  { final_price: '1.00' },
  { units_ordered: 1_000_000 },
])('a line with %o stays one of its own: it would be lost in a sum', (over) => {
  expectApart({}, over)
  expectApart(over, {})
})

it('two lines stay two where no amount holds their price', () => {
  const dear = { units_ordered: 90_000, cases_ordered: 0, price_per_unit: '9999999.00' }
  expectApart(dear, dear)
})

it('two lines in two bins stay two, and so does one with more pieces than were picked', () => {
  expectApart({ bin_override: 'A-1' }, { bin_override: 'B-1' })
  expectApart({}, {}, (id) => (id === 'b' ? [pieceOf('b', 1, { lot_code: 'L7' })] : []))
  expectApart({}, {}, (id) => (id === 'a' ? [pieceOf('a', 1, { lot_code: 'L7' })] : []))
  const inCase = [pieceOf('b', 1, { unit_type: 'c', lot_code: 'L7' })]
  expectApart({}, {}, (id) => (id === 'b' ? inCase : []))
  const picked = line('b', 2, { case_quantity: 1, final_price: '24.00' })
  expect(mergeLines([line('a', 1)], [picked], (id) => (id === 'b' ? inCase : [])).grown).toMatchObject([
    { case_quantity: 1, final_price: '24.00' },
  ])
})

it('two coupon notes become one as long as a note may be, and no longer', () => {
  const joined = (characters: number) =>
    mergeLines(
      [line('a', 1, { coupon_note: 'x'.repeat(characters) })],
      [line('b', 2, { coupon_note: 'ripe' })],
      none,
    ).grown.length
  expect([joined(1_994), joined(1_995)]).toEqual([1, 0])
})

it('the notes of all orders are kept, each once', () => {
  expect(mergedNote(['Side door', '', ' Ring twice ', 'Side door'])).toBe('Side door\nRing twice')
})
