import { describe, expect, it } from 'vitest'
import { FeeCreate, type Fee } from '#contract/fees/schema.ts'
import {
  adjustedOf,
  edited,
  FEE_METHODS,
  marginCalls,
  marginOver,
  newMargin,
  originalPrice,
  rowOfFee,
  reaches,
  shownRows,
  without,
  type MarginRow,
} from './margin-rows.ts'

const fee = (id: number, more: Partial<Fee> = {}): MarginRow =>
  rowOfFee({
    id,
    kind: 'margin',
    type: 'f',
    amount: '2.00',
    description: 'Cutting',
    warehouse: 3,
    product: '7',
    company_location: null,
    version: 1,
    ...more,
  })
const added = newMargin('k1', '7', {
  type: '%',
  amount: '4,5',
  description: ' Split ',
  warehouseId: null,
  company_location: null,
})
const SEVEN = { upc: '7', warehouse: { id: 3 } }
const ids = (rows: MarginRow[]) => rows.map(({ id }) => id)

it('C070 C071 base 0 shows fees with this product, base 1 fees with a location, and both those with both', () => {
  const rows = [
    fee(1),
    fee(2, { company_location: 9 }),
    fee(3, { product: null, company_location: 9 }),
    fee(4, { product: '8' }),
    fee(5, { product: null }),
  ]
  expect(ids(shownRows(rows, 0, SEVEN))).toEqual([1, 2])
  expect(ids(shownRows(rows, 1, SEVEN))).toEqual([2, 3])
})

it('a location’s margin on another warehouse’s goods is not this product’s, and the product’s own fee there is not charged', () => {
  const everything = { product: null, company_location: 9 }
  const rows = [
    fee(1, { ...everything, warehouse: 3 }),
    fee(2, { ...everything, warehouse: 4 }),
    fee(3, { warehouse: 4 }),
  ]
  expect(ids(shownRows(rows, 1, SEVEN))).toEqual([1])
  expect(ids(shownRows(rows, 0, SEVEN))).toEqual([3])
  expect(rows.map((row) => reaches(row, SEVEN))).toEqual([true, false, false])
  expect(reaches(rows[0]!, { ...SEVEN, warehouse: null })).toBe(false)
})

describe('saving margins', () => {
  it('C182 C183 C303 C304 is one call for each row that is new, modified or deleted, and none for the others', () => {
    const rows = without([fee(1), edited(fee(2), { amount: '3' }), fee(3), added], fee(3))
    expect(ids(shownRows(rows, 0, SEVEN))).toEqual([1, 2, null])
    const calls = marginCalls(rows)
    const six = ['type', 'amount', 'description', 'warehouse', 'product', 'company_location']
    expect(calls.map(({ method, path }) => [method, path])).toEqual([
      ['PATCH', 'margintemplates/2'],
      ['DELETE', 'margintemplates/3'],
      ['POST', 'margintemplates/'],
    ])
    expect(Object.keys(calls[0]!.body!)).toEqual(six)
    expect(calls[2]).toMatchObject({
      idempotencyKey: 'k1',
      body: { type: '%', amount: '4.5', description: 'Split', warehouse: null, product: '7' },
    })
    expect(Object.keys(calls[2]!.body!)).toEqual(six)
    expect(FeeCreate.safeParse(calls[2]!.body).error).toBeUndefined()
  })
  it('a changed row says which version it is of, and keeps what others have changed beside it', () => {
    expect(marginCalls([edited(fee(2), { amount: '3' })])[0]).toMatchObject({ version: 1 })
    const now = fee(2, { amount: '5.00', type: '%', description: 'Packing', version: 2 })
    const described = marginOver(edited(fee(2), { description: 'Splitting' }), now)
    expect(described).toMatchObject({ type: '%', amount: '5.00', description: 'Splitting', modified: true })
    expect(marginCalls([described])[0]).toMatchObject({ version: 2 })
    const priced = marginOver(edited(fee(2), { amount: '3' }), now)
    expect(priced).toMatchObject({ type: 'f', amount: '3', description: 'Packing' })
  })
  it('C184 makes no call for a row that was added and removed again', () => {
    expect(marginCalls(without([fee(1), added], added))).toEqual([])
  })
})

it('C232 C233 the original price is the unit price, or the case price if only that is sold or switched to', () => {
  const prices = { unit_price: '2.00', case_price: '20.00' }
  const of = (unit_type: string, byCase: boolean) => originalPrice({ ...prices, unit_type }, byCase)
  expect([of('Unit', false), of('Unit / Case', false), of('Case', false)]).toEqual(['2.00', '2.00', '20.00'])
  expect([of('Unit / Case', true), of('Unit', true)]).toEqual(['20.00', '2.00'])
})

it('an amount that is not a number yet gives no price', () => {
  expect(adjustedOf({ kind: 'margin', type: 'f', amount: '2,5' }, '10.00')).toBe('12.50')
  expect(adjustedOf({ kind: 'margin', type: 'f', amount: '2.125' }, '10.00')).toBe('')
  for (const amount of ['', '-', '1.23456'])
    expect(adjustedOf({ kind: 'margin', type: '%', amount }, '10.00')).toBe('')
  expect(FEE_METHODS.map(({ value }) => value)).toEqual(['f', '%'])
})
