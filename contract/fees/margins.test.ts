import { describe, expect, it } from 'vitest'
import { pricedFor, type Margin, type Priced } from './margins.ts'

const oil: Priced = {
  upc: '0614',
  warehouse: { id: 4 },
  unit_type: 'Unit / Case',
  weight_type: '',
  unit_price: '10.00',
  case_price: '100.00',
  display_unit_price: '10.00',
  display_case_price: '100.00',
  display_unit_price_per_lb: null,
  display_case_price_per_lb: null,
  api_catch_weight: false,
  average_unit_weight: null,
  average_case_weight: null,
  units_per_case: 12,
}
let newest = 0
const margin = (over: Partial<Margin>): Margin => ({
  id: (newest += 1),
  type: '%',
  amount: '5.00',
  company_location: null,
  warehouse: null,
  product: null,
  ...over,
})
const unit = (margins: Margin[], location: number | null = 7, product = oil) =>
  pricedFor(product, margins, location).display_unit_price

describe('the price for a location', () => {
  it('is the product’s own price where it has no margin', () => {
    const others = [
      margin({ company_location: 8 }),
      margin({ product: '0615' }),
      margin({ warehouse: 5 }),
      margin({ company_location: 7, product: '0615' }),
      margin({ company_location: 7, warehouse: 5 }),
    ]
    expect(pricedFor(oil, others, 7)).toBe(oil)
    expect(unit([margin({ warehouse: 4 })], 7, { ...oil, warehouse: null })).toBe('10.00')
  })

  it('follows a margin of the location, the product, the warehouse, and of what is all of them', () => {
    for (const laid of [
      { company_location: 7 },
      { product: '0614' },
      { warehouse: 4 },
      { company_location: 7, product: '0614', warehouse: 4 },
    ])
      expect([laid, unit([margin(laid)])]).toEqual([laid, '10.50'])
    expect(unit([margin({ company_location: 7 })], null)).toBe('10.00')
    expect(unit([margin({ product: '0614' })], null)).toBe('10.50')
  })

  it('follows the most specific margin alone, whichever was made first, and they never add up', () => {
    const ranked = [
      { company_location: 7, product: '0614', warehouse: 4 },
      { company_location: 7, product: '0614' },
      { product: '0614', warehouse: 4 },
      { product: '0614' },
      { company_location: 7, warehouse: 4 },
      { company_location: 7 },
      { warehouse: 4 },
    ].map((over, n) => margin({ ...over, amount: `${n + 1}.00` }))
    for (const [n] of ranked.entries()) {
      const left = ranked.slice(n)
      const wanted = `10.${n + 1}0`
      expect([unit(left), unit([...left].reverse())]).toEqual([wanted, wanted])
    }
  })

  it('follows the newest of two that are equally specific', () => {
    const [older, newer] = [
      margin({ product: '0614', amount: '3.00' }),
      margin({ product: '0614', amount: '1.00' }),
    ]
    expect([unit([older, newer]), unit([newer, older])]).toEqual(['10.10', '10.10'])
  })

  it('C230 has a margin on the price of a unit and of a case: the same dollars, or the same percentage of each', () => {
    expect(pricedFor(oil, [margin({ product: '0614', type: 'f', amount: '0.33' })], 7)).toMatchObject({
      unit_price: '10.33',
      case_price: '100.33',
    })
    expect(pricedFor(oil, [margin({ product: '0614', amount: '8.3333' })], 7)).toMatchObject({
      unit_price: '10.83',
      case_price: '108.33',
      display_unit_price: '10.83',
      display_case_price: '108.33',
    })
  })

  it('is never less than nothing, and what has no price gets none', () => {
    expect(unit([margin({ company_location: 7, type: 'f', amount: '-12.00' })])).toBe('0.00')
    const free = { ...oil, unit_price: '0.00', display_unit_price: '0.00' }
    expect(unit([margin({ company_location: 7, type: 'f', amount: '3.00' })], 7, free)).toBe('0.00')
  })

  it('is by the pound where the product is weighed, and a piece costs its average weight of that', () => {
    const beef = {
      ...oil,
      unit_type: 'Case',
      weight_type: 'r/w',
      case_price: '7.00',
      display_case_price: '140.00',
      display_case_price_per_lb: '7.00',
      average_case_weight: '20.000',
    } as const
    expect(pricedFor(beef, [margin({ company_location: 7, type: 'f', amount: '0.25' })], 7)).toMatchObject({
      display_case_price_per_lb: '7.25',
      display_case_price: '145.00',
      display_unit_price: '0.00',
    })
  })
})
