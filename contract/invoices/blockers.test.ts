import { describe, expect, it } from 'vitest'
import type { OrderItemRow, OrderSubitemRow } from '../orders/schema.ts'
import { item, piece } from '../testing/rows.ts'
import { incomplete, invoiceBlockers } from './blockers.ts'

const WEIGHED = {
  weight_type: 'r/w',
  unit_price_per_lb: '8.00',
  case_price_per_lb: '7.00',
  average_unit_weight: '4.000',
  average_case_weight: '20.000',
} as const
const ITEM = item(0, 12, {
  product: '0614141000012',
  units_ordered: 2,
  unit_quantity: 2,
  units_originally_ordered: 2,
  picked: true,
  scanned: true,
  estimated_price: '0.00',
  price_per_unit: '32.00',
  price_per_case: '0.00',
  price_snapshot: { ...WEIGHED, weight_type: '' },
})
type Over = Partial<OrderItemRow> & { billed_at_average?: boolean; name?: string; average?: string }

let made = 0
/** Returns a picked line and its subitems, each with the weight or the lot of one piece. */
function line({ name = 'Ribeye', average, ...over }: Over, pieces: Partial<OrderSubitemRow>[] = []) {
  const own = { ...ITEM, id: String((made += 1)), ...over }
  return {
    items: [own],
    pieces: pieces.map((one, n) => piece(n, own, one)),
    product: {
      name,
      weight_type: own.price_snapshot.weight_type,
      average_unit_weight: average ?? null,
      average_case_weight: null,
    },
  }
}
const codesOf = (...lines: ReturnType<typeof line>[]) =>
  invoiceBlockers({ id: 12, lines, held: [] }).map(({ code }) => code)

describe('lots', () => {
  it('A246 block a picked lot-tracked line with fewer of them than pieces', () => {
    expect(codesOf(line({ lot_tracked: true }))).toEqual(['lots'])
    expect(codesOf(line({ lot_tracked: true }, [{ lot_code: 'L1' }]))).toEqual(['lots'])
    expect(codesOf(line({ lot_tracked: true }, [{ lot_code: 'L1' }, { lot_code: 'L1' }]))).toEqual([])
  })

  it('are not wanted of what is out of stock or not picked', () => {
    const nothing = { lot_tracked: true, picked: false, unit_quantity: 0 }
    expect(codesOf(line({}), line({ ...nothing, out_of_stock: true }))).toEqual([])
    expect(codesOf(line({}), line(nothing))).toEqual(['incomplete'])
  })
})

describe('weights', () => {
  it('are missing where an r/w piece has none, units and cases apart', () => {
    const weighed = { price_snapshot: WEIGHED }
    expect(codesOf(line(weighed, [{ weight_lbs: '4.1' }]))).toEqual(['weights'])
    expect(codesOf(line(weighed, [{ weight_lbs: '4.1' }, { weight_lbs: '3.9' }]))).toEqual([])
    const cases = [
      { unit_type: 'c', weight_lbs: '19' } as const,
      { unit_type: 'c', weight_lbs: '20' } as const,
    ]
    expect(codesOf(line({ ...weighed, unit_quantity: 1, case_quantity: 1 }, cases))).toEqual(['weights'])
  })

  it('are not asked for again where the average was confirmed, nor of nominal weights', () => {
    expect(codesOf(line({ price_snapshot: WEIGHED, billed_at_average: true }))).toEqual([])
    expect(codesOf(line({ price_snapshot: { ...WEIGHED, weight_type: 'fix' } }))).toEqual([])
    // An ignored difference of the receipt is another matter.
    expect(codesOf(line({ price_snapshot: WEIGHED, ignore_missing_items: true }))).toEqual(['weights'])
  })
})

describe('average weights', () => {
  const unknown = { ...WEIGHED, average_unit_weight: null }

  it('block a picked piece that is charged by an unknown one, also where the average was confirmed', () => {
    expect(codesOf(line({ price_snapshot: unknown }))).toEqual(['no_average_weight', 'weights'])
    expect(codesOf(line({ price_snapshot: unknown, billed_at_average: true }))).toEqual(['no_average_weight'])
    expect(codesOf(line({ price_snapshot: { ...unknown, average_unit_weight: '0.000' } }))[0]).toBe(
      'no_average_weight',
    )
    expect(codesOf(line({ price_snapshot: { ...unknown, weight_type: 'fix' } }))).toEqual([
      'no_average_weight',
    ])
  })

  it('block nothing of a line that is weighed, not there, priced by hand or charged by the piece', () => {
    const weighed = [{ weight_lbs: '4.1' }, { weight_lbs: '3.9' }]
    expect(codesOf(line({ price_snapshot: unknown, final_price: '64.00' }, weighed))).toEqual([])
    expect(codesOf(line({}), line({ price_snapshot: unknown, out_of_stock: true }))).toEqual([])
    expect(codesOf(line({ price_snapshot: unknown, unit_quantity: 0, case_quantity: 1 }))).toEqual([
      'weights',
    ])
    expect(codesOf(line({ price_snapshot: unknown, billed_at_average: true, final_price: '9.00' }))).toEqual(
      [],
    )
    expect(codesOf(line({ price_snapshot: { ...unknown, unit_price_per_lb: null } }))).toEqual(['weights'])
  })

  it('are those that the product has got since, and name the product once, with what is charged by them', () => {
    expect(codesOf(line({ price_snapshot: unknown, average: '4.000' }))).toEqual(['weights'])
    const twice = { price_snapshot: { ...unknown, average_case_weight: null } }
    const lines = [line(twice), line({ ...twice, unit_quantity: 0, case_quantity: 1 })]
    expect(invoiceBlockers({ id: 1, lines, held: [] })[0]).toEqual({
      code: 'no_average_weight',
      message: 'No average weight is known of Ribeye. Weigh it, or enter its average weight.',
      products: [{ upc: ITEM.product, name: 'Ribeye', types: ['u', 'c'] }],
    })
  })
})

describe('what comes to nothing', () => {
  it('is asked about where a unit or a case that was picked costs 0.00 and was not set so by hand', () => {
    const free = { price_per_unit: '0.00' }
    expect(codesOf(line({ ...free, final_price: '0.00' }))).toEqual(['zero_price'])
    expect(codesOf(line({ price_per_case: '0.00', case_quantity: 1, final_price: '64.00' }))).toEqual([
      'zero_price',
    ])
    // A piece of 0 lb is one that is not weighed.
    expect(
      codesOf(line({ price_snapshot: WEIGHED }, [{ weight_lbs: '0' }, { weight_lbs: '0.000' }])),
    ).toEqual(['weights'])
    expect(codesOf(line({ ...free, final_price: '5.00' }))).toEqual([])
    // A coupon for the whole amount of a line is intended.
    expect(codesOf(line({ coupon_amount: '64.00', final_price: '0.00' }))).toEqual([])
    expect(codesOf(line({}), line({ ...free, out_of_stock: true }))).toEqual([])
  })

  it('is an order of which nothing was picked, whose lines are then not asked about', () => {
    const nothing = { unit_quantity: 0, picked: false }
    expect(
      invoiceBlockers({ id: 7, lines: [line(nothing), line({ out_of_stock: true })], held: [] }),
    ).toEqual([
      {
        code: 'nothing_delivered',
        message: 'Nothing of order 7 was picked: its invoice has no line and no fee, and comes to $0.00.',
      },
    ])
    expect(codesOf()).toEqual(['nothing_delivered'])
  })
})

it('names three of the lines that lack something, and how many more', () => {
  const lines = ['Ribeye', 'Brisket', 'Lamb', 'Veal', 'Ribeye'].map((name) =>
    line({ name, lot_tracked: true }),
  )
  expect(invoiceBlockers({ id: 1, lines, held: [] })[0]!.message).toBe(
    'A lot code is missing for Ribeye, Brisket, Lamb and 1 more.',
  )
})

it('all reasons come at once, those that block first', () => {
  const lines = [line({ lot_tracked: true, price_snapshot: WEIGHED }), line({ picked: false })]
  const held = [
    { username: 'picker3', unsent: 6, needs_you: 0 },
    { username: 'picker', unsent: 1, needs_you: 2 },
    { username: 'picker2', unsent: 0, needs_you: 1 },
  ]
  expect(invoiceBlockers({ id: 12, lines, held }).map(({ message }) => message)).toEqual([
    'A lot code is missing for Ribeye.',
    'Not weighed yet: Ribeye.',
    'Order 12 is not all here yet: picker3 has 6 unsent changes, picker has 1 unsent change and 2 decisions to make, picker2 has 1 decision to make.',
    '1 of 2 lines is not picked. Bill only the 1 that is?',
  ])
})

it.each([
  [52, 29, '23 of 52 lines are not picked. Bill only the 29 that are?'],
  [3, 0, '3 of 3 lines are not picked. Bill only what was picked?'],
  [1, 0, 'Its only line is not picked. Bill only what was picked?'],
])('of %i lines with %i done it asks: %s', (total, done, message) => {
  expect(incomplete(total, done)).toEqual({ code: 'incomplete', message })
  expect(incomplete(total, total)).toBeNull()
})
