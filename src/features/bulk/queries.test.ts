import { customerName } from '#contract/orders/customer-name.ts'
import { expect, it } from 'vitest'
import type { CallOptions, Client } from '#src/api/client.ts'
import { csvName } from './export-invoices.ts'
import { fetchItems, fetchOrders } from './queries.ts'

/** Answers this, read as the call wants it read. */
const answering = (json: unknown) =>
  ({
    api: async (_method: string, _path: string, { schema }: CallOptions<unknown> = {}) => schema!.parse(json),
  }) as unknown as Client

const ORDER = {
  id: 5,
  company_id: 1,
  company_location: { id: 2, name: 'Pier', physical_address: { complete_address: '' } },
  status: 'placed',
  status_label: 'Placed',
  created_date: '',
  placed_date: null,
  placed_at: '',
  delivery_date: '2026-11-23',
  note: '',
  total: '0.00',
  invoice_total: null,
  picking_complete: false,
  picked_total: '0.00',
  items_count: 0,
  picked_count: 0,
  paid_status: '',
  paid_status_label: '',
  invoiced: true,
  version: 1,
}

it.each([
  ['ann', 'ann'],
  [{ username: 'ann' }, 'ann'],
  [{ username: null }, 'Anonymous'],
  ['', 'Anonymous'],
  [null, 'Anonymous'],
])('B102 C163 the customer %j is listed and exported as %s', async (customer, name) => {
  const days = { start: '2026-11-23', end: '2026-11-23' }
  const [order] = await fetchOrders(answering([{ ...ORDER, customer }]), days, false)
  expect([customerName(order!.customer), csvName(order!)]).toEqual([name, `Invoice #5 ${name}.csv`])
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
