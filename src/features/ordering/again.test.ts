import { expect, it } from 'vitest'
import { product } from '#src/sync/testing/rows.ts'
import { orderedAgain } from './again.ts'

const line = (upc: string, unit_quantity: number, case_quantity: number, price: string | null = '2.00') => ({
  upc,
  unit_quantity,
  case_quantity,
  price_per_unit: price,
  price_per_case: price,
})
const priced = (upc: string, over: object = {}) => ({
  ...product(upc),
  name: `Product ${upc}`,
  unit_type: 'Unit / Case' as const,
  display_unit_price: '2.00',
  display_case_price: '2.00',
  active: true,
  ...over,
})
const known = (...all: ReturnType<typeof priced>[]) => new Map(all.map((one) => [one.upc, one]))

it('orders what is still sold, and names what is gone, unknown, or not sold so any more', () => {
  const products = known(
    priced('1'),
    priced('2', { active: false, name: 'Old Cheese' }),
    priced('3', { unit_type: 'Case', name: 'Beef' }),
  )
  const { lines, gone } = orderedAgain(
    [line('1', 3, 0), line('2', 1, 0), line('3', 2, 1), line('9', 1, 0)],
    products,
  )
  expect(lines.map(({ upc, unit_in_cart, case_in_cart }) => [upc, unit_in_cart, case_in_cart])).toEqual([
    ['1', 3, 0],
    ['3', 0, 1],
  ])
  expect(gone).toEqual(['Old Cheese', 'Beef', 'Product 9'])
})

it('names prices that are others now, of what is ordered, where the price of then is known', () => {
  const products = known(priced('1', { display_unit_price: '2.10', display_case_price: '9.00' }), priced('2'))
  expect(orderedAgain([line('1', 1, 0), line('2', 1, 1)], products).changed).toEqual([
    { upc: '1', unit: 'u', was: '2.00', now: '2.10' },
  ])
  expect(orderedAgain([line('1', 1, 0, null)], products).changed).toEqual([])
})
