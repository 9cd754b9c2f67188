import { describe, expect, it } from 'vitest'
import { consequences, inOneForm, NEW_PRODUCT } from './fields.ts'

const product = {
  ...NEW_PRODUCT,
  unit_price: '2.00',
  api_managed: true,
}

describe('what follows from a change of a product', () => {
  it('is its display prices, as soon as a price, a weight or how it is sold changes', () => {
    expect(consequences(product, { weight_type: 'r/w', average_unit_weight: '3.500' })).toMatchObject({
      display_unit_price: '7.00',
      display_unit_price_per_lb: '2.00',
      api_catch_weight: true,
      default_unit_type: 'u',
    })
    expect(consequences(product, { unit_type: 'Case', case_price: '20.00' })).toMatchObject({
      display_unit_price: '0.00',
      display_case_price: '20.00',
      default_unit_type: 'c',
    })
  })
  it('C148 is what the supplier said before the house first said something else', () => {
    const overridden = (from: typeof product, set: object) =>
      JSON.parse(String(consequences(from, set)['overridden'])) as Record<string, unknown>
    expect(overridden(product, { unit_price: '2.50', bin: 'A-01-1' })).toEqual({ unit_price: '2.00' })
    const changed = { ...product, unit_price: '2.50', overridden: { unit_price: '2.00' } }
    expect(overridden(changed, { unit_price: '3.00' })).toEqual({ unit_price: '2.00' })
    expect(overridden(changed, { unit_price: '2.00' })).toEqual({})
    expect(consequences({ ...product, api_managed: false }, { name: 'X' })).not.toHaveProperty('overridden')
  })
})

it('C227 keeps no price as 0.00, and every amount in one form', () => {
  expect(inOneForm({ unit_price: null, case_price: '2.5', volume_price: null, weight: '1' })).toEqual({
    unit_price: '0.00',
    case_price: '2.50',
    volume_price: null,
    weight: '1.000',
  })
})
