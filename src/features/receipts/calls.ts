/** The calls behind receipts (C §7). */
import { OrderRow } from '#contract/orders/schema.ts'
import {
  DifferenceResult,
  Receipt,
  ReceiptLine,
  SupplierInvoice,
  type ConvertInvoice,
  type DifferenceRequest,
  type PricingWord,
} from '#contract/receipts/schema.ts'
import type { Client } from '#src/api/client.ts'
import { MappedWarehouse } from './receipt-rows.ts'

export interface DateRange {
  /** `YYYY-MM-DD`, both included. */
  start: string
  end: string
}

export const fetchWarehouses = (client: Client, signal: AbortSignal) =>
  client.api('GET', 'warehouses', { query: { no_page: 1 }, schema: MappedWarehouse.array(), signal })

const ListedOrder = OrderRow.pick({
  id: true,
  customer: true,
  company_location: true,
  delivery_date: true,
})
type ListedOrder = Pick<OrderRow, 'id' | 'customer' | 'company_location' | 'delivery_date'>

/** C313. */
export const fetchOrders = (client: Client, { start, end }: DateRange, signal: AbortSignal) =>
  client.api('GET', 'orders', {
    query: { no_page: 1, start_date: start, end_date: end },
    schema: ListedOrder.array(),
    signal,
  })

/** C312. */
export const fetchReceipts = (client: Client, pricing: PricingWord, signal: AbortSignal) =>
  client.api('GET', 'receipts', {
    query: { no_page: 1, pricing_type: pricing },
    schema: Receipt.array(),
    signal,
  })

/** C316. */
export const fetchLines = (client: Client, receipt: number, signal: AbortSignal) =>
  client.api('GET', 'receiptlines', {
    query: { no_page: 1, product_info: 1, receipt },
    schema: ReceiptLine.array(),
    signal,
  })

/** C317. A comparison of many orders takes its time. */
export const fetchDifferences = (client: Client, body: DifferenceRequest, signal: AbortSignal) =>
  client.api('POST', 'receiptdifferenceresult', { body, schema: DifferenceResult, signal, timeoutMs: 60_000 })

/** C315. */
export const fetchInvoices = (client: Client, { start, end }: DateRange, signal: AbortSignal) =>
  client.api('GET', 'rdinvoicesummaries', {
    query: { no_page: 1, start_date: start, end_date: end },
    schema: SupplierInvoice.array(),
    signal,
  })

/** C322. @param key the same for the same call, so that one whose answer was lost converts nothing twice */
export const convertInvoices = (client: Client, body: readonly ConvertInvoice[], key: string) =>
  client.api('POST', 'convertrdinvoice/', { body, idempotencyKey: key })

/** C336. */
export const ignoreItem = (client: Client, id: string) =>
  client.api('PATCH', `orderitems/${id}`, { body: { ignore_missing_items: true } })
