import { describe, expect, it } from 'vitest'
import {
  addOne,
  cartOfOrder,
  changeAmount,
  EMPTY_CART,
  originalFor,
  removeOne,
  replacedBy,
  setTo,
  takeOut,
  wholeCart,
  withoutOrdered,
} from './cart.ts'

const PRICES: Record<string, { display_unit_price: string; display_case_price: string }> = {
  '111': { display_unit_price: '1.25', display_case_price: '10.00' },
  '222': { display_unit_price: '0.00', display_case_price: '3.33' },
}
const prices = (upc: string) => PRICES[upc]
const one = (upc: string, unit_in_cart: number, case_in_cart: number, added_through_sub = false) => ({
  upc,
  unit_in_cart,
  case_in_cart,
  added_in_cart: true,
  added_through_sub,
  price_per_unit: PRICES[upc]!.display_unit_price,
  price_per_case: PRICES[upc]!.display_case_price,
})

describe('a cart', () => {
  it('A142 C177 A180 A185 A187 begins empty, and adds a product with its display prices', () => {
    expect(EMPTY_CART).toEqual({ products: [], total: '0.00' })
    const cart = changeAmount(
      changeAmount(EMPTY_CART, '111', 'u', addOne, prices),
      '111',
      'u',
      addOne,
      prices,
    )
    expect(cart).toEqual({ products: [one('111', 2, 0)], total: '2.50' })
    expect(changeAmount(cart, '111', 'c', addOne, prices).total).toBe('12.50')
  })

  it('A181 B183 a product leaves only when both its quantities are 0, and less than 0 is 0', () => {
    const both = wholeCart([one('111', 1, 1)], prices)
    const less = changeAmount(both, '111', 'u', removeOne, prices)
    expect(less.products).toEqual([one('111', 0, 1)])
    expect(changeAmount(less, '111', 'u', removeOne, prices)).toEqual(less)
    expect(changeAmount(less, '111', 'c', removeOne, prices)).toEqual(EMPTY_CART)
  })

  it('A182 A183 A219 stores a set quantity, keeps the other kind at 0 of one, and counts no input as 0', () => {
    const seven = changeAmount(EMPTY_CART, '111', 'u', setTo(7), prices)
    expect(seven.products).toEqual([one('111', 7, 0)])
    expect(changeAmount(seven, '111', 'u', setTo(Number.NaN), prices)).toEqual(EMPTY_CART)
    const both = changeAmount(seven, '111', 'c', setTo(2), prices)
    expect(changeAmount(both, '111', 'u', setTo(0), prices)).toEqual({
      products: [one('111', 0, 2)],
      total: '20.00',
    })
  })

  it('A128 A144 A186 of an order holds the ordered products, each once, and marks the substitutes', () => {
    const line = (
      product: string,
      units_ordered: number,
      cases_ordered: number,
      by: string | null = null,
    ) => ({
      product,
      original_product: by,
      units_ordered,
      cases_ordered,
      units_originally_ordered: by === null ? units_ordered : 5,
      cases_originally_ordered: by === null ? cases_ordered : 0,
    })
    const cart = cartOfOrder(
      [line('111', 1, 0), line('222', 0, 3, '999'), line('111', 2, 1), line('333', 0, 0)],
      prices,
    )
    expect(cart).toEqual({
      products: [
        one('111', 3, 1),
        {
          ...one('222', 0, 3, true),
          instead_of: '999',
          units_originally_ordered: 5,
          cases_originally_ordered: 0,
        },
      ],
      total: '23.74',
    })
  })

  it('A128 A144 of an order keeps a product plain that the customer asked for and that also came for another one', () => {
    const asked = { product: '111', units_ordered: 2, cases_ordered: 0 }
    const plain = {
      ...asked,
      original_product: null,
      units_originally_ordered: 2,
      cases_originally_ordered: 0,
    }
    const instead = {
      ...asked,
      original_product: '999',
      units_originally_ordered: 3,
      cases_originally_ordered: 0,
    }
    const plainFirst = cartOfOrder([plain, instead], prices)
    expect(plainFirst.products).toEqual([one('111', 4, 0)])
    expect(replacedBy(plainFirst.products[0]!, plainFirst.products)).toBeNull()
    expect(cartOfOrder([instead, plain], prices).products).toEqual([
      {
        ...one('111', 4, 0, true),
        instead_of: '999',
        units_originally_ordered: 3,
        cases_originally_ordered: 0,
      },
    ])
  })

  it('A144 B226 shows for a substitute how much of the replaced product it held, through any number of substitutes', () => {
    const three = changeAmount(EMPTY_CART, '111', 'u', setTo(3), prices)
    const both = changeAmount(three, '222', 'c', addOne, prices, '111')
    const amounts = { units_originally_ordered: 3, cases_originally_ordered: 0 }
    expect(both.products[1]).toEqual({ ...one('222', 0, 1, true), instead_of: '111', ...amounts })
    // Nothing is in place of what is ordered too.
    expect(replacedBy(both.products[1]!, both.products)).toBeNull()
    const instead = takeOut(both, '111', prices)
    const [box] = instead.products
    expect(replacedBy(box!, instead.products)).toEqual({ original_product: '111', ...amounts })
    expect(originalFor('222', instead.products)).toEqual({ instead_of: '111', ...amounts })
    // The first wanted product, chosen again, replaces nothing.
    expect(changeAmount(instead, '111', 'u', addOne, prices, '222').products[1]).toEqual(one('111', 1, 0))
    // A product that is not in the cart is replaced without an amount.
    expect(originalFor('111', instead.products)).toEqual({ instead_of: '111' })
    // The first of two substitutes has the amounts.
    const second = changeAmount(instead, '333', 'u', addOne, prices, '111')
    expect(second.products.map((line) => replacedBy(line, second.products))).toEqual([
      { original_product: '111', ...amounts },
      { original_product: '111', units_originally_ordered: 0, cases_originally_ordered: 0 },
    ])
  })

  it('shows why its last order was refused until it is empty, after any other change', () => {
    const refused = { id: 'an edit', words: 'delivery_date: 2026-11-20 is over: choose another day' }
    const two = { ...wholeCart([one('111', 1, 0), one('222', 0, 1)], prices), refused }
    const left = takeOut(two, '222', prices)
    expect(left).toEqual({ ...wholeCart([one('111', 1, 0)], prices), refused })
    expect(changeAmount(left, '111', 'u', addOne, prices).refused).toEqual(refused)
    // The delivery of the refused order is offered while one of its products is left.
    const whole = { ...refused, delivery: { note: 'Ring twice' }, products: ['222'] }
    const ofTwo = { ...two, refused: whole }
    expect(takeOut(ofTwo, '111', prices).refused).toEqual(whole)
    expect(takeOut(ofTwo, '222', prices).refused).toEqual(refused)
    expect(withoutOrdered(ofTwo, [one('222', 0, 1)]).refused).toEqual(refused)
    expect([takeOut(left, '111', prices), changeAmount(left, '111', 'u', removeOne, prices)]).toEqual([
      EMPTY_CART,
      EMPTY_CART,
    ])
  })
})
