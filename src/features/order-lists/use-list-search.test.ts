import { describe, expect, it } from 'vitest'
import { asksServer, findIn } from './use-list-search.ts'

describe('the search for a product of an order list', () => {
  it('C272 C273 C274 asks the server with fewer than 100 products at hand, and for no "#" or "|"', () => {
    expect([0, 50, 99, 100, 101, 150].map((loaded) => asksServer(loaded, 'egg'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(['a#b', 'a|b', 'a b'].map((term) => asksServer(50, term))).toEqual([false, false, true])
  })

  it('C273 finds loaded products that are sold and have every word in their name or code', () => {
    const products = [
      { upc: '0614', name: 'Olive Oil, Extra', active: true },
      { upc: '0615', name: 'Olive Tapenade', active: false },
      { upc: '0616', name: 'Olives, Green', active: true },
    ]
    const found = (term: string) => findIn(products, term).map(({ upc }) => upc)
    expect(found('OLIVE')).toEqual(['0614', '0616'])
    expect(found('oil olive')).toEqual(['0614'])
    expect(found('0616')).toEqual(['0616'])
    expect(found('egg')).toEqual([])
  })
})
