import { expect, it } from 'vitest'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { loadOf } from './load.ts'

const line = (product: string, over: Partial<OrderItemRow> = {}) =>
  ({
    product,
    picked: false,
    out_of_stock: false,
    units_ordered: 2,
    cases_ordered: 0,
    unit_quantity: 0,
    case_quantity: 0,
    bin_override: null,
    price_snapshot: {
      weight_type: '',
      average_unit_weight: null,
      average_case_weight: null,
      unit_price_per_lb: null,
      case_price_per_lb: null,
    },
    ...over,
  }) as OrderItemRow
const weighed = {
  ...line('1').price_snapshot,
  weight_type: 'r/w' as const,
  average_unit_weight: '600.25',
}

it('the load shows how many lines are left, their average weight, and the number of their bins', () => {
  const bins = new Map([
    ['1', 'A-01-1'],
    ['2', 'A-01-1'],
    ['3', 'B-02-1'],
  ])
  const lines = [line('1', { price_snapshot: weighed }), line('2'), line('3', { picked: true }), line('4')]
  expect(loadOf(lines, bins)).toBe('3 lines · 1,201 lb · 1 bin')
  expect(loadOf([line('1', { bin_override: 'C-1' }), line('2')], bins)).toBe('2 lines · 2 bins')
  expect(loadOf([line('3', { picked: true }), line('4', { out_of_stock: true })], bins)).toBe('')
})
