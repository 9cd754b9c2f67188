import { customerName } from '#contract/orders/customer-name.ts'
import { DOCUMENTED_ORDER } from '#contract/testing/documented-order.ts'
import { expect, it } from 'vitest'
import type { CallOptions, Client } from '#src/api/client.ts'
import { cellText } from '#src/ui/table/column.ts'
import { csvName } from './export-invoices.ts'
import { choiceColumns } from './order-columns.tsx'
import { orderCall } from './orders.ts'
import { fetchItems, fetchOrders } from './queries.ts'

/** Answers this, read as the call wants it read. */
const answering = (json: unknown) =>
  ({
    api: async (_method: string, _path: string, { schema }: CallOptions<unknown> = {}) => schema!.parse(json),
  }) as unknown as Client

const DAYS = { start: '2026-11-23', end: '2026-11-23' }

it.each([
  ['ann', 'ann'],
  [{ username: 'ann' }, 'ann'],
  [{ username: null }, 'Anonymous'],
  ['', 'Anonymous'],
  [null, 'Anonymous'],
])('B102 C163 the customer %j is listed and exported as %s', async (customer, name) => {
  const [order] = await fetchOrders(answering([{ ...DOCUMENTED_ORDER, customer }]), DAYS, false)
  expect([customerName(order!.customer), csvName(order!)]).toEqual([name, `Invoice #41 ${name}.csv`])
})

it('B243 an order of documented fields alone is listed, and “–” is in the place of its counts', async () => {
  const [order] = await fetchOrders(answering([DOCUMENTED_ORDER]), DAYS, false)
  const picked = choiceColumns(false).find(({ id }) => id === 'picked')!
  expect(cellText(picked, order!)).toBe('–')
  expect(cellText(picked, { ...order!, items_count: 3, picked_count: 0 })).toBe('0 of 3')
  // Whether it changed since a call is not known without its version.
  expect(orderCall(order!)).not.toBe(orderCall(order!))
})

it('B103 an item is read with these fields, and needs no others', async () => {
  const item = {
    id: '0198a2c4-0000-7000-8000-000000000001',
    order: 5,
    bin_override: null,
    product_data: { name: 'Halibut', bin: 'A1', weight_type: 'r/w', item_code: { item_code: 'S1' } },
    out_of_stock: false,
    unit_quantity: 1,
    units_ordered: 2,
    case_quantity: 0,
    cases_ordered: 0,
  }
  expect(await fetchItems(answering([item]), [5])).toEqual([item])
})
