import { describe, expect, it } from 'vitest'
import { averageCasePrice, averageUnitPrice, displayPrices, missingWeights, pricePerUnit } from './prices.ts'

const product = {
  unit_type: 'Unit / Case',
  weight_type: '',
  unit_price: '2.50',
  case_price: '24',
  average_unit_weight: '3.250',
  average_case_weight: '39',
  units_per_case: 12,
} as const

describe('the price in lists and orders', () => {
  it('is the price itself where nothing is weighed, and nothing for what it is not sold by', () => {
    expect(displayPrices(product)).toEqual({
      display_unit_price: '2.50',
      display_case_price: '24.00',
      display_unit_price_per_lb: null,
      display_case_price_per_lb: null,
      api_catch_weight: false,
    })
    expect(displayPrices({ ...product, unit_type: 'Unit' })).toMatchObject({
      display_unit_price: '2.50',
      display_case_price: '0.00',
    })
    expect(displayPrices({ ...product, unit_type: 'Case' }).display_unit_price).toBe('0.00')
  })
  it('is the price per lb at the average weight where each piece is weighed or has a nominal weight', () => {
    const weighed = displayPrices({ ...product, weight_type: 'r/w' })
    expect(weighed).toEqual({
      display_unit_price: '8.13',
      display_case_price: '936.00',
      display_unit_price_per_lb: '2.50',
      display_case_price_per_lb: '24.00',
      api_catch_weight: true,
    })
    expect(displayPrices({ ...product, weight_type: 'fix', unit_type: 'Unit' })).toMatchObject({
      display_unit_price: '8.13',
      display_case_price_per_lb: null,
      api_catch_weight: false,
    })
  })
  it('lacks a weight only for what a weighed product is sold by', () => {
    const bare = { ...product, average_unit_weight: null, average_case_weight: '0.000' }
    expect(missingWeights(bare)).toEqual([])
    expect(missingWeights({ ...bare, weight_type: 'fix' })).toEqual(['unit', 'case'])
    expect(missingWeights({ ...bare, weight_type: 'r/w', unit_type: 'Case' })).toEqual(['case'])
  })
})

it('C228 a unit of a case costs the case price divided by the units, and 0 where a case has none', () => {
  expect(pricePerUnit({ case_price: '12.00', units_per_case: 6 })).toBe('2.00')
  expect(pricePerUnit({ case_price: '10', units_per_case: 3 })).toBe('3.33')
  expect(pricePerUnit({ case_price: '12.00', units_per_case: 0 })).toBe('0.00')
})

it('C229 the average prices are price times average weight', () => {
  expect(averageUnitPrice({ unit_price: '2', average_unit_weight: '3' })).toBe('6.00')
  expect(averageCasePrice({ case_price: '10', average_case_weight: '4' })).toBe('40.00')
  expect(averageUnitPrice({ unit_price: '2', average_unit_weight: null })).toBe('0.00')
})
