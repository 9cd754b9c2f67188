import { expect, test } from 'vitest'
import { makeItem, makeOrder, makePerson, makeProduct, makeLine } from './testing.ts'
import { deleteReason, fieldReason, officeReason, type PickField } from './field-rules.ts'

const FIELDS: PickField[] = [
  'picked',
  'out_of_stock',
  'bin_override',
  'units_ordered',
  'unit_quantity',
  'cases_ordered',
  'case_quantity',
  'coupon_amount',
  'coupon_note',
  'taxable',
  'substitution',
  'weights',
]
const open = (row: ReturnType<typeof makeLine>, bulk = false) =>
  FIELDS.filter((field) => fieldReason(field, row, bulk) === null)

const item = makeItem()
const row = makeLine({ items: [item] })

test('everything of an open item that is sold both ways can be changed', () => {
  expect(open(row)).toEqual(FIELDS)
})

test('A148 A233: unit fields are disabled for Case products and case fields for Unit products', () => {
  const of = (unit_type: 'Unit' | 'Case') =>
    makeLine({ items: [item], products: [makeProduct({ unit_type })] })
  expect(open(of('Case'))).not.toContain('unit_quantity')
  expect(open(of('Case'))).not.toContain('units_ordered')
  expect(open(of('Case'))).toContain('case_quantity')
  expect(open(of('Unit'))).not.toContain('case_quantity')
  expect(open(of('Unit'))).not.toContain('cases_ordered')
  expect(open(of('Unit'))).toContain('unit_quantity')
})

test('A234: quantity, ordered, coupon and bin fields are disabled in a bulk pull', () => {
  expect(open(row, true)).toEqual(['picked', 'out_of_stock', 'taxable', 'weights'])
})

test('A235, A236: of an out-of-stock item only the mark itself can be changed', () => {
  expect(open(makeLine({ items: [{ ...item, out_of_stock: true }] }))).toEqual(['out_of_stock'])
})

test('A237: nothing of an invoiced order can be changed', () => {
  expect(open(makeLine({ items: [item], orders: [makeOrder({ invoiced: true })] }))).toEqual([])
})

test('A252: a picker has no delete control, staff has', () => {
  expect(deleteReason(row, false, makePerson(14))).toBe('hidden')
  expect(deleteReason(row, false, makePerson(5))).toBeNull()
  expect(deleteReason(row, true, makePerson(5))).toMatch(/bulk/)
})

test('coupons and tax are for those who price items, and a picker reads why', () => {
  const [picker, office] = [makePerson(14), makePerson(8)]
  for (const field of ['coupon_amount', 'taxable'] as const) {
    expect(officeReason(field, row, false, office)).toBeNull()
    expect(officeReason(field, row, false, picker)).toBe('Only the office may change this.')
    expect(officeReason(field, row, false, null)).toBe('Only the office may change this.')
  }
})
