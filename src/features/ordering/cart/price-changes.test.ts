import { expect, it } from 'vitest'
import type { CartProduct } from './cart.ts'
import { seenPrices } from './cart.ts'
import { changedPrices, isSteep } from './price-changes.ts'

const line = (upc: string, unit_in_cart: number, case_in_cart: number, over: Partial<CartProduct> = {}) => ({
  upc,
  unit_in_cart,
  case_in_cart,
  added_in_cart: true,
  added_through_sub: false,
  ...over,
})
const at = (display_unit_price: string, display_case_price: string) => ({
  display_unit_price,
  display_case_price,
})

it('changed prices of products in the cart are named if both prices are known', () => {
  const lines = [line('1', 2, 0), line('2', 1, 1), line('3', 1, 0), line('4', 1, 0)]
  const before = { '1': at('1.00', '9.00'), '2': at('2.00', '20.00'), '3': at('3.00', '0.00') }
  const now = { '1': at('1.10', '8.00'), '2': at('2.00', '21.00'), '4': at('4.00', '0.00') }
  expect(
    changedPrices(
      lines,
      (upc) => before[upc as keyof typeof before],
      (upc) => now[upc as keyof typeof now],
    ),
  ).toEqual([
    { upc: '1', unit: 'u', was: '1.00', now: '1.10' },
    { upc: '2', unit: 'c', was: '20.00', now: '21.00' },
  ])
})

it('the seen price of a line is its price when a person last changed it, else the shown one', () => {
  const seen = seenPrices(
    [line('1', 1, 0, { price_per_unit: '1.00', price_per_case: '9.00' }), line('2', 1, 0)],
    () => at('5.00', '50.00'),
  )
  expect([seen('1'), seen('2')]).toEqual([at('1.00', '9.00'), at('5.00', '50.00')])
})

it('a price change is steep if it is more than a tenth up or down', () => {
  const steep = (was: string, now: string) => isSteep({ was, now })
  expect([steep('10.00', '11.00'), steep('10.00', '11.01')]).toEqual([false, true])
  expect([steep('10.00', '9.00'), steep('10.00', '8.99')]).toEqual([false, true])
  expect([steep('0.00', '0.01'), steep('0.00', '0.00')]).toEqual([true, false])
})
