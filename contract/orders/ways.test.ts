import { expect, it } from 'vitest'
import type { OrderItemRow } from './schema.ts'
import { isNotSoldBy, notSoldSo } from './ways.ts'

const line = (over: Partial<OrderItemRow> = {}) =>
  ({
    units_ordered: 0,
    cases_ordered: 0,
    unit_quantity: 0,
    case_quantity: 0,
    price_per_unit: '2.50',
    price_per_case: '0.00',
    price_snapshot: { weight_type: '', unit_price_per_lb: null, case_price_per_lb: null },
    ...over,
  }) as OrderItemRow
const perLb = { weight_type: 'r/w', unit_price_per_lb: '4.00', case_price_per_lb: null }

it('a way without a price is none, by the piece or by the pound; what has no price at all is free', () => {
  expect([isNotSoldBy(line(), 'u'), isNotSoldBy(line(), 'c')]).toEqual([false, true])
  const weighed = line({ price_per_unit: '0.00', price_snapshot: perLb as OrderItemRow['price_snapshot'] })
  expect([isNotSoldBy(weighed, 'u'), isNotSoldBy(weighed, 'c')]).toEqual([false, true])
  const free = line({ price_per_unit: '0.00' })
  expect([isNotSoldBy(free, 'u'), isNotSoldBy(free, 'c')]).toEqual([false, false])
})

it('a new quantity in such a way is refused at its field', () => {
  expect(notSoldSo(line({ units_ordered: 2, unit_quantity: 2 }), null)).toBeNull()
  expect(notSoldSo(line({ cases_ordered: 1, case_quantity: 1 }), line())).toMatchObject({
    status: 400,
    fields: {
      cases_ordered: 'it is not sold by the case',
      case_quantity: 'it is not sold by the case',
    },
  })
})

it('a line whose product lost its way later keeps what it has, and its picks are taken', () => {
  const before = line({ cases_ordered: 2 })
  expect(notSoldSo(line({ cases_ordered: 2, case_quantity: 2 }), before)).toBeNull()
  expect(notSoldSo(line({ cases_ordered: 3 }), before)).toBeNull()
  // Nothing is kept of another product.
  expect(notSoldSo(line({ cases_ordered: 2 }), null)).not.toBeNull()
})
