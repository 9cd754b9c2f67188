import { expect, it } from 'vitest'
import type { OrderItemRow, OrderRow } from '#contract/orders/schema.ts'
import { daySums, isUnassigned } from './day-sums.ts'

const order = (id: number, over: Partial<OrderRow> = {}) =>
  ({
    id,
    status: 'placed',
    total: '0.10',
    paid_status: '',
    picker: null,
    picking_complete: false,
    invoiced: false,
    ...over,
  }) as OrderRow
const item = (of: number, over: Partial<OrderItemRow> = {}) =>
  ({
    order: of,
    out_of_stock: false,
    units_ordered: 0,
    cases_ordered: 0,
    price_snapshot: {
      weight_type: 'r/w',
      average_unit_weight: '1.005',
      average_case_weight: '12.5',
      unit_price_per_lb: null,
      case_price_per_lb: null,
    },
    ...over,
  }) as OrderItemRow

it('counts each order by its status, the paid among the invoiced, and adds up to the cent', () => {
  const sums = daySums(
    [
      order(1),
      order(2, { status: 'picking', total: '0.20', picker: 'dario' }),
      order(3, { status: 'picked', picking_complete: true }),
      order(4, { status: 'invoiced', invoiced: true }),
      order(5, { status: 'invoiced', invoiced: true, paid_status: 'p' }),
    ],
    [],
  )
  expect(sums).toEqual({
    orders: 5,
    counts: { placed: 1, picking: 1, picked: 1, invoiced: 2, paid: 1, unassigned: 1 },
    total: '0.60',
    weight: '0.000',
  })
})

it('only products sold by weight are weighed, at their averages, and none out of stock or of another day', () => {
  const plain = { ...item(1).price_snapshot, weight_type: '' as const }
  const lines = [
    item(1, { units_ordered: 3, cases_ordered: 2 }),
    item(1, { units_ordered: 5, out_of_stock: true }),
    item(1, { units_ordered: 5, price_snapshot: plain }),
    item(2, { units_ordered: 5 }),
  ]
  expect(daySums([order(1)], lines).weight).toBe('28.015')
})

it('an order needs a picker until it is picked or invoiced', () => {
  expect(isUnassigned(order(1, { picker: undefined }))).toBe(true)
  const none = [{ picker: 'dario' }, { picking_complete: true }, { invoiced: true }]
  expect(none.map((over) => isUnassigned(order(1, over)))).toEqual([false, false, false])
})
