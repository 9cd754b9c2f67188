import { expect, it } from 'vitest'
import type { Product } from '#contract/products/schema.ts'
import { lineProblem } from './line-problem.ts'

const oil = {
  upc: '1',
  name: 'Oil',
  active: true,
  unit_type: 'Unit / Case',
  display_unit_price: '1.00',
  display_case_price: '5.00',
} as Product

const said = (unit_in_cart: number, case_in_cart: number, over: Partial<Product>) =>
  lineProblem({ upc: '1', unit_in_cart, case_in_cart }, { ...oil, ...over })

it('a line shows why it cannot be ordered, and ignores units that the order does not contain', () => {
  expect(said(1, 1, {})).toBeNull()
  expect(said(1, 1, { active: false })).toBe('Oil is not sold any more.')
  expect(said(1, 0, { unit_type: 'Case' })).toBe('Oil is not sold by the unit any more.')
  expect(said(0, 1, { unit_type: 'Case' })).toBeNull()
  expect(said(1, 2, { display_case_price: '0.00' })).toBe('Oil is not sold by the case any more.')
  expect(said(2, 0, { display_case_price: '0.00' })).toBeNull()
  expect(lineProblem({ upc: '1', unit_in_cart: 1, case_in_cart: 0 }, undefined)).toBe(
    'Product 1 is not offered any more.',
  )
})
