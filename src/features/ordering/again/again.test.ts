import { expect, it } from 'vitest'
import { product } from '#contract/testing/rows.ts'
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

it('products still sold are ordered again, and deleted, unknown and changed ones are named', () => {
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

it('the changed prices of ordered products are named if the earlier price is known', () => {
  const products = known(priced('1', { display_unit_price: '2.10', display_case_price: '9.00' }), priced('2'))
  expect(orderedAgain([line('1', 1, 0), line('2', 1, 1)], products).changed).toEqual([
    { upc: '1', unit: 'u', was: '2.00', now: '2.10' },
  ])
  expect(orderedAgain([line('1', 1, 0, null)], products).changed).toEqual([])
})

it('a replacement is ordered only if its original is not sold any more and the replacement is', () => {
  const swapped = { ...line('1', 3, 0, null), instead: { upc: '2', unit_quantity: 0, case_quantity: 1 } }
  const again = (...products: ReturnType<typeof priced>[]) => {
    const { lines, gone } = orderedAgain([swapped], known(...products))
    return [...lines.map(({ upc, unit_in_cart, case_in_cart }) => [upc, unit_in_cart, case_in_cart]), ...gone]
  }
  const over = { active: false, name: 'Old Cheese' }
  expect(again(priced('1'), priced('2'))).toEqual([['1', 3, 0]])
  expect(again(priced('1', over), priced('2'))).toEqual([['2', 0, 1]])
  expect(again(priced('2'))).toEqual([['2', 0, 1]])
  expect(again(priced('1', over), priced('2', { active: false }))).toEqual(['Old Cheese'])
})

it('a product that is ordered for itself and in place of another one is one line with both quantities', () => {
  const swapped = { ...line('1', 3, 0, null), instead: { upc: '2', unit_quantity: 1, case_quantity: 1 } }
  const products = known(priced('1', { active: false }), priced('2'))
  const { lines } = orderedAgain([swapped, line('2', 2, 0)], products)
  expect(lines.map(({ upc, unit_in_cart, case_in_cart }) => [upc, unit_in_cart, case_in_cart])).toEqual([
    ['2', 3, 1],
  ])
})
