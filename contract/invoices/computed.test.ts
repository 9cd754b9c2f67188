import { expect, it } from 'vitest'
import { computedLines, howComputed } from './computed.ts'
import type { Invoice, InvoiceItem } from './schema.ts'

const ITEM: InvoiceItem = {
  id: 'beef',
  product: '0614141000012',
  item_code: 'B1',
  name: 'Ribeye',
  unit_quantity: 3,
  case_quantity: 0,
  unit_price: '5.20',
  case_price: '0.00',
  coupon_amount: '0.00',
  coupon_note: '',
  total: '126.41',
  invoice_override_unit_price: null,
  invoice_override_case_price: null,
  invoice_override_total: null,
  taxable: true,
  weighable: true,
  units_per_case: 1,
  display_units_per_case_on_invoice: false,
  subitem_weights: { u: [], c: [] },
  subitem_lot_codes: { u: [], c: [] },
  unit_weight_lbs: '24.310',
  case_weight_lbs: null,
  catch_weight_lbs: '24.310',
  weight_type: 'r/w',
  at_average: { u: 0, c: 0 },
  by_hand: false,
  surcharges: [],
}

it.each<[Partial<InvoiceItem>, string]>([
  [{}, '3 pieces, 24.31 lb × $5.20/lb'],
  [{ unit_weight_lbs: '24.312' }, '3 pieces, 24.312 lb × $5.20/lb'],
  [{ at_average: { u: 1, c: 0 } }, '3 pieces, 24.31 lb (1 at the average weight) × $5.20/lb'],
  [{ at_average: { u: 3, c: 0 } }, '3 pieces, 24.31 lb (all at the average weight) × $5.20/lb'],
  [{ weight_type: 'fix' }, '3 pieces, 24.31 lb nominal × $5.20/lb'],
  [{ weighable: false, weight_type: '', unit_weight_lbs: null }, '3 pieces × $5.20'],
  [
    { case_quantity: 1, case_price: '4.80', case_weight_lbs: '19.900' },
    '3 pieces, 24.31 lb × $5.20/lb + 1 case, 19.90 lb × $4.80/lb',
  ],
  [
    { invoice_override_unit_price: '4.113534', invoice_override_total: '100.00' },
    '3 pieces, 24.31 lb × $4.113534/lb instead of $5.20',
  ],
  [{ by_hand: true, total: '99.00' }, 'Set to $99.00 by hand'],
])('a line with %o is explained as: %s', (over, how) => {
  expect(howComputed({ ...ITEM, ...over })).toBe(how)
})

it('every line is explained, with its coupon, its surcharges, credits and the tax', () => {
  const surcharge = {
    id: 1,
    name: 'Cutting',
    quantity: 3,
    unit_price: '3.37',
    total: '10.11',
    type: '%' as const,
  }
  const over = { invoice_override_price: null, invoice_override_total: null }
  const item = {
    ...ITEM,
    coupon_amount: '6.41',
    coupon_note: 'Late',
    surcharges: [
      { ...surcharge, amount: '8.0000', ...over },
      {
        ...surcharge,
        id: 2,
        name: 'Fuel',
        type: 'f' as const,
        amount: '0.05',
        unit_price: '0.05',
        total: '0.15',
        ...over,
      },
    ],
  }
  const credit = { id: 4, item: 'beef', of_order: 9, reason: 'Spoilt', total: '-10.00', tax: '-0.89' }
  const invoice = {
    items: [item],
    credits: [{ ...credit, created_date: '', username: null }],
    tax_rate: '8.875',
    tax_total: '9.76',
  } as unknown as Invoice
  expect(computedLines(invoice).map(({ name, how, amount }) => [name, how, amount])).toEqual([
    ['Ribeye', '3 pieces, 24.31 lb × $5.20/lb', '126.41'],
    ['Coupon of Ribeye', 'Late', '-6.41'],
    ['Cutting', '8% of $126.41', '10.11'],
    ['Fuel', '3 × $0.05', '0.15'],
    ['Credit', 'Spoilt', '-10.00'],
    ['Tax', '8.875% of $120.00, less $0.89 of credits', '9.76'],
  ])
})
