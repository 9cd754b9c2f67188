import { canOrderBy } from '#contract/products/prices.ts'
import { describe, expect, it } from 'vitest'
import type { OrderList, OrderListPrice } from '#contract/order-lists/schema.ts'
import { product } from '#contract/testing/rows.ts'
import {
  changeAmount,
  EMPTY_CART,
  setTo,
  pricedProducts,
  pricesFrom,
  priceText,
  sellUnitsOf,
} from '../cart/index.ts'
import { blocksOf, catalogueOf, isSearch, sectionsOf } from './catalogue.ts'

const oil = product('100', { name: 'Olive oil', display_unit_price: '9.00', display_case_price: '100.00' })
const rice = product('200', { name: 'Rice arborio', size: '5 kg' })
const list: OrderList = {
  id: 1,
  public_name: '',
  company_location: 4,
  company_location_name: 'Kitchen',
  active: true,
  visible: true,
  categories: [
    { category_name: 'Oils', rows: [{ product_id: '100' }] },
    { category_name: 'Dry', rows: [{ product_id: '200' }, { product_id: '999' }] },
    { category_name: 'Nothing yet', rows: [] },
  ],
}
const products = pricedProducts([oil, rice], [])

describe('the catalogue', () => {
  it('A001 has the list’s categories in order, each with its products, and one without any', () => {
    expect(
      catalogueOf(list, products, '').map(({ name, products: all }) => [name, all.map((p) => p.upc)]),
    ).toEqual([
      ['Oils', ['100']],
      ['Dry', ['200']],
      ['Nothing yet', []],
    ])
  })

  it('A067 A071 is narrowed by words of three letters or more', () => {
    expect(catalogueOf(list, products, 'rice KG')).toMatchObject([
      { name: 'Dry', products: [{ upc: '200' }] },
    ])
    expect(['', '  ', 'oi', 'oil'].map(isSearch)).toEqual([true, true, false, true])
  })

  it('finds products of the customer’s other lists and earlier orders in a search, each product once', () => {
    const bar = product('300', { name: 'Oil for the bar' })
    const old = product('400', { name: 'Truffle oil' })
    const other: OrderList = {
      ...list,
      id: 2,
      public_name: 'Bar',
      categories: [{ category_name: 'Back', rows: [{ product_id: '100' }, { product_id: '300' }] }],
    }
    const found = (search: string) =>
      catalogueOf(list, pricedProducts([oil, rice, bar, old], []), search, {
        lists: [list, other],
        lately: ['400', '100'],
      }).map(({ name, products: all }) => [name, all.map(({ upc }) => upc)])
    expect(found('oil')).toEqual([
      ['Oils', ['100']],
      ['Bar · Back', ['300']],
      ['Ordered before', ['400']],
    ])
    // Without a search the list is shown alone.
    expect(found('').map(([name]) => name)).toEqual(['Oils', 'Dry', 'Nothing yet'])
  })

  it('lists recently ordered products first within their category in a search', () => {
    const corn = product('300', { name: 'Corn oil' })
    const two: OrderList = {
      ...list,
      categories: [{ category_name: 'Oils', rows: [{ product_id: '100' }, { product_id: '300' }] }],
    }
    const order = (lately: string[]) =>
      catalogueOf(two, pricedProducts([oil, corn], []), 'oil', { lists: [two], lately })[0]!.products.map(
        ({ upc }) => upc,
      )
    expect(order(['300'])).toEqual(['300', '100'])
    expect(order([])).toEqual(['100', '300'])
  })
})

it('any part of a long catalogue is whole categories, or the rest of one without its head', () => {
  const named = (name: string, count: number) => ({
    name,
    products: Array.from({ length: count }, (_, n) => product(`${name}${n}`)),
  })
  const blocks = blocksOf([named('a', 5), named('b', 0), named('c', 3)], 2)
  const shown = (from: number, to: number) =>
    sectionsOf(blocks, from, to).map(({ category, headAt, rows }) => [
      category.name,
      headAt,
      rows.map(({ at, products: side }) => [at, ...side.map(({ upc }) => upc)]),
    ])
  expect(shown(0, blocks.length)).toEqual([
    [
      'a',
      0,
      [
        [1, 'a0', 'a1'],
        [2, 'a2', 'a3'],
        [3, 'a4'],
      ],
    ],
    ['b', 4, []],
    [
      'c',
      5,
      [
        [6, 'c0', 'c1'],
        [7, 'c2'],
      ],
    ],
  ])
  expect(shown(2, 7)).toEqual([
    [
      'a',
      null,
      [
        [2, 'a2', 'a3'],
        [3, 'a4'],
      ],
    ],
    ['b', 4, []],
    ['c', 5, [[6, 'c0', 'c1']]],
  ])
})

describe('a price', () => {
  const listed = { ...oil, display_unit_price: '7.50' } as OrderListPrice

  it('A158 B101 is the order list’s if it has one, and the cart calculates with it', () => {
    const priced = pricedProducts([oil, rice], [listed])
    expect(priced.get('100')?.display_unit_price).toBe('7.50')
    expect(priced.get('200')?.display_unit_price).toBe(rice.display_unit_price)
    expect(changeAmount(EMPTY_CART, '100', 'u', setTo(2), pricesFrom(priced)).total).toBe('15.00')
  })

  it('A146 starts with the unit in which a product is usually sold', () => {
    const both = product('1', { unit_type: 'Unit / Case', default_unit_type: 'u' })
    expect([sellUnitsOf(both), sellUnitsOf({ ...both, default_unit_type: 'c' })]).toEqual([
      ['u', 'c'],
      ['c', 'u'],
    ])
    expect(sellUnitsOf({ ...both, default_unit_type: 'c', unit_type: 'Unit' })).toEqual(['u'])
  })

  it('A148 A220 C043 that is missing shows as N/A, and the product is not sold in that unit', () => {
    const byCase = product('1', { unit_type: 'Case', display_case_price: '9.00' })
    expect([canOrderBy(byCase, 'u'), canOrderBy(byCase, 'c'), priceText(byCase, 'u')]).toEqual([
      false,
      true,
      'N/A',
    ])
    const free = product('2', {
      unit_type: 'Unit / Case',
      display_unit_price: '0.00',
      display_case_price: '9.00',
    })
    expect([canOrderBy(free, 'u'), canOrderBy(free, 'c')]).toEqual([false, true])
  })

  it('A220 of a weighed product with an unknown weight per piece is its price by the pound', () => {
    const ham = product('3', {
      unit_type: 'Unit',
      weight_type: 'r/w',
      display_unit_price: '0.00',
      display_unit_price_per_lb: '5.20',
    })
    expect([canOrderBy(ham, 'u'), priceText(ham, 'u')]).toEqual([true, '$5.20/lb'])
    const free = { ...ham, display_unit_price_per_lb: '0.00' }
    expect([canOrderBy(free, 'u'), priceText(free, 'u')]).toEqual([false, 'N/A'])
  })
})
