import { expect, it } from 'vitest'
import type { FeeKind } from '#contract/fees/schema.ts'
import type { Customer } from '#contract/people/customer.ts'
import { EMPTY_FEE, isNoted, missingOfFee, feeRowsOf, rowsOfLocation, type NewFee } from './customer-fees.ts'
import { marginCalls, newMargin, without } from './margin-rows.ts'

const fee = (id: number, product: string | null = null, kind: FeeKind = 'margin') => ({
  id,
  kind,
  type: 'f' as const,
  amount: '2.00',
  description: '',
  warehouse: 3,
  product,
  company_location: 7,
  version: 1,
})
const location = {
  margins: [fee(1), fee(2, '55')],
  surcharges: [fee(3, null, 'surcharge')],
} as unknown as Customer
const full: NewFee = {
  ...EMPTY_FEE,
  type: 'f',
  amount: '2,50',
  warehouseId: 3,
  product: { upc: '55', name: 'Milk', unit_type: 'Unit', unit_price: '2.50', case_price: '0.00' },
}

it('C234 a fee is added with type, amount and warehouse, or per product with type, amount and product', () => {
  for (const [mode, needed] of [
    ['Location Wide', ['type', 'amount', 'warehouseId']],
    ['Per Product', ['type', 'amount', 'product']],
  ] as const) {
    const others = mode === 'Per Product' ? { warehouseId: null } : { product: null }
    expect(missingOfFee({ ...full, ...others }, mode)).toBeNull()
    for (const field of needed)
      expect([mode, field, missingOfFee({ ...full, [field]: EMPTY_FEE[field] }, mode)]).toEqual([
        mode,
        field,
        expect.any(String),
      ])
  }
})

it('C235 an amount without a type or a warehouse is noted, and not when the form is complete', () => {
  expect(isNoted(EMPTY_FEE, 'Location Wide')).toBe(false)
  expect(isNoted({ ...EMPTY_FEE, amount: '3' }, 'Location Wide')).toBe(true)
  expect(isNoted({ ...full, warehouseId: null }, 'Location Wide')).toBe(true)
  expect(isNoted(full, 'Location Wide')).toBe(false)
})

it('C080 C160 the location’s margins and surcharges are listed in their own mode', () => {
  const rows = rowsOfLocation(location)
  expect(feeRowsOf(rows, 'Location Wide').map(({ kind, id }) => [kind, id])).toEqual([
    ['margin', 1],
    ['surcharge', 3],
  ])
  expect(feeRowsOf(rows, 'Per Product').map(({ id }) => id)).toEqual([2])
  expect(feeRowsOf(without(rows, rows[0]!), 'Location Wide').map(({ id }) => id)).toEqual([3])
})

it('a surcharge is saved as one, by the calls of margins', () => {
  const typed = { type: 'f' as const, amount: '3', description: '', warehouseId: 4, company_location: 7 }
  const rows = rowsOfLocation(location)
  const calls = marginCalls([
    ...without(rows, rows[2]!),
    newMargin('k1', null, typed, 'surcharge'),
    newMargin('k2', null, typed),
  ])
  expect(calls.map(({ method, path, query }) => [method, path, query])).toEqual([
    ['DELETE', 'margintemplates/3', undefined],
    ['POST', 'margintemplates/', { kind: 'surcharge' }],
    ['POST', 'margintemplates/', undefined],
  ])
  expect(calls[1]!.body).toEqual({
    type: 'f',
    amount: '3',
    description: '',
    warehouse: 4,
    product: null,
    company_location: 7,
  })
})
