import { describe, expect, it } from 'vitest'
import type { OfficeProduct } from '#contract/products/office.ts'
import { ProductCreate, ProductPatch } from '#contract/products/edit.ts'
import {
  changedBody,
  derivedOf,
  fieldsOf,
  ITEM_TYPES,
  newBody,
  problemsOf,
  valuesOf,
} from './product-form.ts'

const TODAY = '2026-11-22'
const empty = valuesOf(null, TODAY)
const typed = { ...empty, upc: '0614141000012', name: 'Capers', item_code_id: 'D1000', warehouse_id: '3' }

describe('a new product', () => {
  it('C146 C225 begins active, by the unit, priced today, and is complete with upc, name, item code and warehouse', () => {
    expect(empty).toMatchObject({ active: true, isUnit: true, isCase: false, price_as_of: TODAY })
    expect(problemsOf(empty, true)).toEqual({
      upc: 'This field is required.',
      name: 'This field is required.',
      item_code_id: 'This field is required.',
      warehouse_id: 'This field is required.',
    })
    expect(problemsOf(typed, true)).toEqual({})
    expect(problemsOf({ ...typed, unit_price: '-1', stock_level: '1.5', weight: '1e3' }, true)).toEqual({
      unit_price: 'An amount from 0, such as 12.50.',
      stock_level: 'A whole number from 0 to 999999.',
      weight: 'A number from 0, such as 12.345.',
    })
  })
  it('is refused if the server would refuse it', () => {
    expect(problemsOf({ ...typed, surcharge_upc1: 'two words' }, true)).toEqual({
      surcharge_upc1: 'It must be a product code.',
    })
  })
  it('is sent as the server takes it', () => {
    const body = newBody(typed)
    expect(ProductCreate.parse(body)).toMatchObject({ upc: '0614141000012', price_as_of: '11/22/2026' })
  })
})

it('C226 both boxes are Unit / Case, only Case is Case, anything else is Unit', () => {
  const sent = (isUnit: boolean, isCase: boolean) => fieldsOf({ ...typed, isUnit, isCase })['unit_type']
  expect([sent(true, true), sent(false, true), sent(true, false), sent(false, false)]).toEqual([
    'Unit / Case',
    'Case',
    'Unit',
    'Unit',
  ])
})

it('C227 a missing price and a price of 0 are sent as null', () => {
  const sent = (price: string) => fieldsOf({ ...typed, unit_price: price, case_price: price })
  for (const nothing of ['', '0', '0.00'])
    expect(sent(nothing)).toMatchObject({ unit_price: null, case_price: null })
  expect(sent('2.5')).toMatchObject({ unit_price: '2.5', case_price: '2.5' })
})

it('C181 each item type is a weight type', () => {
  expect(ITEM_TYPES.map(({ type, weight_type }) => [type, weight_type])).toEqual([
    ['non_weighted', ''],
    ['catch_weight', 'r/w'],
    ['fixed_random_weight', 'fix'],
  ])
})

it('values that depend on prices and weights are calculated during typing', () => {
  const values = {
    ...typed,
    isCase: true,
    unit_price: '2',
    average_unit_weight: '3',
    case_price: '12',
    units_per_case: '6',
    average_case_weight: '4',
  }
  expect(derivedOf(values)).toMatchObject({
    price_per_unit: '2.00',
    average_unit_price: '6.00',
    average_case_price: '48.00',
    missing: [],
  })
  expect(derivedOf({ ...values, unit_price: '2,' })).toMatchObject({ average_unit_price: '6.00' })
  // Text that is no number counts nothing.
  expect(derivedOf({ ...values, unit_price: '2.2.', units_per_case: '' })).toMatchObject({
    price_per_unit: '0.00',
    average_unit_price: '0.00',
  })
  expect(derivedOf({ ...values, weight_type: 'fix', average_case_weight: '' }).missing).toEqual(['case'])
})

/** As far as the form reads it. */
const stored = {
  upc: '7',
  name: 'Olives',
  size: '',
  item_code: { item_code: 'D1', master_upc: '7', name: 'Olives', url: '' },
  url: '',
  bin: 'A-1',
  api_description: '',
  unit_type: 'Case',
  weight_type: 'r/w',
  unit_price: '0.00',
  case_price: '12.00',
  units_per_case: 6,
  items_per_case: null,
  average_unit_weight: null,
  average_case_weight: '9.500',
  volume_level: null,
  volume_price: null,
  weight: null,
  volume: null,
  stock_level: 3,
  on_order: null,
  department: '',
  department_id: null,
  group: '',
  group_id: null,
  qb_mapping: '',
  qb_site_mapping: '',
  surcharge_upc1: '',
  surcharge_upc2: '',
  price_as_of: '01/31/2026',
  active: true,
  out_of_stock: false,
  tax_default: false,
  lot_tracked: true,
  display_units_per_case_on_invoice: false,
  warehouse_id: 3,
  acceptable_substitutions: [{ upc: '8' }],
} as unknown as OfficeProduct

describe('an existing product', () => {
  it('C299 is sent whole without its upc, with the seen value of each field', () => {
    const values = { ...valuesOf(stored, TODAY), name: 'Green olives' }
    const body = changedBody(values, { product: stored, seen: stored, today: TODAY })
    expect(ProductPatch.safeParse(body).error).toBeUndefined()
    expect(body).not.toHaveProperty('upc')
    expect(body).toMatchObject({
      name: 'Green olives',
      item_code_id: 'D1',
      warehouse_id: 3,
      unit_type: 'Case',
      acceptable_substitutions: ['8'],
      price_as_of: '01/31/2026',
      base: { name: 'Olives', item_code_id: 'D1', acceptable_substitutions: ['8'], stock_level: 3 },
    })
  })
  it('says of a field that is not typed what was read last, and of a typed one what the person saw', () => {
    const newer = { ...stored, bin: 'B-7', name: 'Black olives' }
    const values = { ...valuesOf(newer, TODAY), name: 'Green olives' }
    expect(changedBody(values, { product: newer, seen: stored, today: TODAY })).toMatchObject({
      bin: 'B-7',
      base: { bin: 'B-7', name: 'Olives' },
    })
  })
  it('C149 never contains the supplier’s own values', () => {
    const body = changedBody(valuesOf(stored, TODAY), { product: stored, seen: stored, today: TODAY })
    for (const field of [
      'primary_upc',
      'sales_ranking',
      'on_sale',
      'tag_main_description',
      'pending_deletion',
    ])
      expect([field in body, field in (body['base'] as object)]).toEqual([false, false])
  })
})
