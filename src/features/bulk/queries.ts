/** The queries of the bulk screens. */
import { ChangedExport } from '#contract/invoices/quickbooks.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { MailRow } from '#contract/mails/schema.ts'
import { DetailedItem, OrderRow } from '#contract/orders/schema.ts'
import { LatestSync } from '#contract/receipts/schema.ts'
import type { Client } from '#src/api/client.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { INVOICE_CHANGED } from '#src/queries/invoice-changed.ts'
import { fetchInvoiceMails, MAILS_KEY } from '#src/queries/mails.ts'
import type { RowsQuery, ServerQuery } from '#src/queries/server-query.ts'
import { z } from 'zod'
import type { Days } from '#contract/day.ts'

/** The queries that a run over orders or invoices invalidates. */
export const ORDERS_CHANGED = [...INVOICE_CHANGED, ['orderitems'], ['invoices']]
export const INVOICES_MAILED = [MAILS_KEY]
export const INVOICES_EXPORTED = [['invoices', 'changedexports']]

/**
 * B102: an order may have no customer, or its whole customer. B243: the fields that A149 does not list may be absent.
 */
const BulkOrder = OrderRow.partial({
  company_id: true,
  placed_at: true,
  items_count: true,
  picked_count: true,
  version: true,
}).extend({
  customer: z
    .union([z.string(), z.object({ username: z.string().nullish() })])
    .nullable()
    .transform((said) => (typeof said === 'string' ? said : (said?.username ?? ''))),
})
export type BulkOrder = z.infer<typeof BulkOrder>

/** B103: the fields of an item for its ticket, and for the check before merging. */
const ListedItem = DetailedItem.pick({
  id: true,
  order: true,
  bin_override: true,
  product_data: true,
  out_of_stock: true,
  unit_quantity: true,
  units_ordered: true,
  case_quantity: true,
  cases_ordered: true,
})
export type ListedItem = z.infer<typeof ListedItem>

/** B238. `withAddresses`: the delivery ticket needs the ship-to (B239, C314). */
export async function fetchOrders(
  client: Client,
  { start, end }: Days,
  withAddresses: boolean,
  signal?: AbortSignal,
): Promise<BulkOrder[]> {
  const orders = await client.api('GET', 'orders', {
    query: {
      no_page: 1,
      start_date: start,
      end_date: end,
      ...(withAddresses && { include_company_location_addresses: 'True' }),
    },
    schema: BulkOrder.array(),
    ...(signal && { signal }),
  })
  return orders.sort((a, b) => a.id - b.id)
}

export const ordersOf = (days: Days, withAddresses = false): RowsQuery<BulkOrder> => ({
  queryKey: ['orders', 'bulk', { ...days, withAddresses }],
  keyOf: ({ id }) => id,
  read: (client, signal) => fetchOrders(client, days, withAddresses, signal),
})

/** The invoices of a day whose amount differs from the one exported to QuickBooks. */
export const changedExportsOf = (day: string): ServerQuery<ChangedExport[]> => ({
  queryKey: ['invoices', 'changedexports', { day }],
  read: (client, signal) =>
    client.api('GET', 'changedexports', {
      query: { start_date: day, end_date: day },
      schema: ChangedExport.array(),
      signal,
    }),
})

/** B236, B237: the invoices of a day, which is the first and the last day of the range. */
export const invoicesOf = (day: string): ServerQuery<readonly Invoice[]> => ({
  queryKey: ['invoices', 'bulk', { day }],
  async read(client, signal) {
    const query = { no_page: 1, start_date: day, end_date: day }
    return (await client.api('GET', 'invoices', { query, schema: z.array(z.unknown()), signal })).map(
      readInvoice,
    )
  },
})

/** The state of the mails of a day's invoices. */
export const invoiceMailsOf = (day: string): ServerQuery<readonly MailRow[]> => ({
  queryKey: [...MAILS_KEY, 'invoices', { day }],
  read: (client, signal) => fetchInvoiceMails(client, day, signal),
})

/** B209, C335: the items of orders, with their products' facts. */
export const fetchItems = (client: Client, orders: readonly number[], signal?: AbortSignal) =>
  client.api('GET', 'orderitems/', {
    query: { order: orders, product_detail: 'True', no_page: 1 },
    schema: ListedItem.array(),
    ...(signal && { signal }),
  })

/** The items of these orders, with the lines of one product beside each other (B105). */
export const itemsOf = (orders: readonly number[]): RowsQuery<ListedItem> => ({
  queryKey: ['orderitems', 'detailed', { orders }],
  keyOf: ({ id }) => id,
  read: async (client, signal) =>
    (await fetchItems(client, orders, signal)).sort(
      (a, b) => a.product_data.name.localeCompare(b.product_data.name, 'en') || a.order - b.order,
    ),
})

/** C176, C333: when the supplier's system last sent anything. */
export const LATEST_SYNC: ServerQuery<z.infer<typeof LatestSync>> = {
  queryKey: ['getlatestrdsyncdate'],
  read: (client, signal) => client.api('GET', 'getlatestrdsyncdate', { schema: LatestSync, signal }),
}
