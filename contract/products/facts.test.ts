import { describe, expect, it } from 'vitest'
import { productFacts } from './facts.ts'
import { ROLE } from '../permissions.ts'
import type { Product } from './schema.ts'

const beef = {
  upc: '614141100019',
  item_code: { item_code: 'M1005' },
  size: '12 lb',
  unit_type: 'Unit / Case',
  display_unit_price: '96.00',
  display_unit_price_per_lb: '8.00',
  display_case_price: '190.00',
  display_case_price_per_lb: null,
  units_per_case: 2,
  weight_type: 'r/w',
  bin: 'A-03-2',
  combined_stock_level: 40,
  stock_level_indicator: 'low stock',
} as Product
const office = { id: 1, username: 'office', role_id: ROLE.administrator, is_staff: true, company: null }
const chef = { id: 2, username: 'chef', role_id: ROLE.customer, is_staff: false, company: 3 }

describe('the facts of a product', () => {
  it('A084 are its upc, size, prices by unit and case, units per case and stock', () => {
    expect(Object.fromEntries(productFacts(beef, office))).toMatchObject({
      UPC: '614141100019',
      Size: '12 lb',
      'Unit price': '$8.00 per lb',
      'Case price': '$190.00',
      'Units per case': '2',
      Stock: '40',
    })
  })
  it('A084 A255 A256 leave the upc and stock numbers out for whom they are not shown', () => {
    const facts = Object.fromEntries(productFacts(beef, chef))
    expect(facts).not.toHaveProperty('UPC')
    expect(facts['Stock']).toBe('Low stock')
    // Only people who pick see the product's bin.
    expect(facts).not.toHaveProperty('Bin')
    expect(Object.fromEntries(productFacts(beef, office))['Bin']).toBe('A-03-2')
  })
  it('give no price by what it is not sold by, and none of 0', () => {
    const free = { ...beef, display_case_price: '0.00', display_unit_price_per_lb: '0.00' }
    expect(Object.fromEntries(productFacts(free, office))).toMatchObject({
      'Unit price': 'N/A',
      'Case price': 'N/A',
    })
    const dear = { ...beef, display_case_price: '1234.50' }
    expect(Object.fromEntries(productFacts(dear, office))['Case price']).toBe('$1,234.50')
    expect(Object.fromEntries(productFacts({ ...beef, unit_type: 'Case' }, office))).not.toHaveProperty(
      'Unit price',
    )
  })
})
