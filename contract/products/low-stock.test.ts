import { describe, expect, it } from 'vitest'
import { isLowStock, LOW_STOCK_NOTE, LOW_STOCK_TITLE } from './low-stock.ts'

const product = (
  stock_level_indicator: 'in stock' | 'low stock' | 'out of stock',
  combined_stock_level: number | null,
) => ({ stock_level_indicator, combined_stock_level })

describe('low stock', () => {
  it('A230 is what the indicator calls so, or what has no combined stock', () => {
    expect(isLowStock(product('low stock', 40))).toBe(true)
    expect(isLowStock(product('in stock', null))).toBe(true)
    expect(isLowStock(product('in stock', 0))).toBe(false)
    expect(isLowStock(undefined)).toBe(false)
    // A number that a customer may not see is no sign of few.
    expect(isLowStock(product('in stock', null), false)).toBe(false)
    expect(isLowStock(product('low stock', null), false)).toBe(true)
  })
  it('A080 A231 is asked about in these words', () => {
    expect(LOW_STOCK_TITLE).toBe('Item with low stock')
    expect(LOW_STOCK_NOTE).toBe(
      'this item might not be included in your final shipment due to low or no stock.',
    )
  })
})
