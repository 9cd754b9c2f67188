import { expect, it } from 'vitest'
import { EMPTY_CART, type Cart } from '../cart/index.ts'
import { withRefused } from './taken-back.ts'

const order = {
  customer: 5,
  submitted_date: '2026-11-23',
  created_date: '2026-11-23',
  total: '12.50',
  order_items: [
    { product: '1', original_product: '1', unit_quantity: 2, case_quantity: 0 },
    { product: '2', original_product: '9', unit_quantity: 0, case_quantity: 1 },
  ],
  prices_seen: [{ product: '1', price_per_unit: '2.50', price_per_case: '24.00' }],
}
const refused = { id: 'edit', words: 'Olive Oil (1) is not sold any more' }

it('a refused order is in the cart with its ordered quantities, beside later additions, and once', () => {
  const meanwhile: Cart = {
    products: [{ upc: '1', unit_in_cart: 1, case_in_cart: 1, added_in_cart: true, added_through_sub: false }],
    total: '26.50',
  }
  const back = withRefused(meanwhile, order, refused)
  expect(back).toEqual({
    products: [
      { upc: '1', unit_in_cart: 3, case_in_cart: 1, added_in_cart: true, added_through_sub: false },
      {
        upc: '2',
        unit_in_cart: 0,
        case_in_cart: 1,
        added_in_cart: true,
        added_through_sub: true,
        instead_of: '9',
      },
    ],
    total: '39.00',
    refused,
  })
  expect(withRefused(back, order, refused)).toBe(back)
  expect(withRefused(EMPTY_CART, order, refused).products[0]).toMatchObject({ price_per_unit: '2.50' })
})
