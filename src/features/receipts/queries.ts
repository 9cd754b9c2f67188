/** What the receipts' screens ask and call (C §7). */
import type { Days } from '#contract/day.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import {
  DifferenceResult,
  Receipt,
  ReceiptLine,
  ReceiptLinesAnswer,
  SupplierInvoice,
  type ConvertInvoice,
  type DifferenceGroup,
  type PricingWord,
  type ReceiptLineCreate,
} from '#contract/receipts/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { RowsQuery, ServerQuery } from '#src/queries/server-query.ts'
import { z } from 'zod'
import { requestOf, type Choices } from './choices.ts'
import { MappedWarehouse } from './receipt-rows.ts'

const queryOf = ({ start, end }: Days) => ({ no_page: 1, start_date: start, end_date: end })

/** What an item that is ignored makes old. */
export const DIFFERENCES_KEY = ['receiptdifferenceresult'] as const

/** What a receipt that was made makes old. */
export const RECEIPTS_CHANGED = [['receipts'], ['receiptlines'], ['rdinvoicesummaries']] as const

export const MAPPED_WAREHOUSES: ServerQuery<MappedWarehouse[]> = {
  queryKey: ['warehouses', 'mapped'],
  read: (client, signal) =>
    client.api('GET', 'warehouses', { query: { no_page: 1 }, schema: MappedWarehouse.array(), signal }),
}

const ListedOrder = OrderRow.pick({
  id: true,
  customer: true,
  company_location: true,
  delivery_date: true,
})
type ListedOrder = Pick<OrderRow, 'id' | 'customer' | 'company_location' | 'delivery_date'>

/** C313. */
export const ordersOfDaysQuery = (days: Days): ServerQuery<ListedOrder[]> => ({
  queryKey: ['orders', 'to compare', days],
  read: (client, signal) =>
    client.api('GET', 'orders', { query: queryOf(days), schema: ListedOrder.array(), signal }),
})

/** B243: C167 does not list whether a receipt is short. Null where that is not known. */
const ListedReceipt = Receipt.extend({ missing_lines: z.int().nullable().default(null) })
export type ListedReceipt = z.infer<typeof ListedReceipt>

/** C312. */
export const receiptsQuery = (pricing: PricingWord): RowsQuery<ListedReceipt> => ({
  queryKey: ['receipts', pricing],
  keyOf: ({ id }) => id,
  read: (client, signal) =>
    client.api('GET', 'receipts', {
      query: { no_page: 1, pricing_type: pricing },
      schema: ListedReceipt.array(),
      signal,
    }),
})

/** C316. */
export const receiptLinesQuery = (receipt: number): RowsQuery<ReceiptLine> => ({
  queryKey: ['receiptlines', receipt],
  keyOf: ({ id }) => id,
  read: (client, signal) =>
    client.api('GET', 'receiptlines', {
      query: { no_page: 1, product_info: 1, receipt },
      schema: ReceiptLine.array(),
      signal,
    }),
})

/** What changes the comparison. */
export type Compared = Pick<Choices, 'pricingType' | 'dateRange'> & { request: ReturnType<typeof requestOf> }

export const comparedBy = (choices: Choices): Compared => ({
  request: requestOf(choices),
  pricingType: choices.pricingType,
  dateRange: choices.dateRange,
})

/** C317. A comparison of many orders takes its time. It comes with what was compared. */
export const differencesQuery = (
  compared: Compared,
): ServerQuery<{ of: Compared; groups: DifferenceGroup[] }> => ({
  queryKey: [...DIFFERENCES_KEY, compared],
  async read(client, signal) {
    const { difference_groups } = await client.api('POST', 'receiptdifferenceresult', {
      body: compared.request,
      schema: DifferenceResult,
      signal,
      timeoutMs: 60_000,
    })
    return { of: compared, groups: difference_groups }
  },
})

/** The lines of several receipts. */
export const linesOfQuery = (receipts: readonly number[]): ServerQuery<ReceiptLine[]> => ({
  queryKey: ['receiptlines', 'of', receipts],
  async read(client, signal) {
    const lines: ReceiptLine[] = []
    for (const receipt of receipts) lines.push(...(await receiptLinesQuery(receipt).read(client, signal)))
    return lines
  },
})

/** What a line that was corrected or added makes old. */
export const LINES_CHANGED = [['receipts'], ['receiptlines'], DIFFERENCES_KEY] as const

/**
 * Stores a line in the place of its number; without a number it is added. Rejects with what the server says of it.
 * @param key the same for the same call, so that a line whose answer was lost is not added twice
 */
export async function saveLine(client: Client, line: ReceiptLineCreate, key: string): Promise<void> {
  await client.api('POST', 'receiptlines/', { body: [line], schema: ReceiptLinesAnswer, idempotencyKey: key })
}

/** Returns what tells an invoice of the supplier from the others. */
export const supplierInvoiceKey = ({ purchaseDate, branch, receiptNumber }: SupplierInvoice) =>
  [purchaseDate, branch, receiptNumber].join(' ')

/** C315. */
export const supplierInvoicesQuery = (days: Days): RowsQuery<SupplierInvoice> => ({
  queryKey: ['rdinvoicesummaries', days],
  keyOf: supplierInvoiceKey,
  read: (client, signal) =>
    client.api('GET', 'rdinvoicesummaries', {
      query: queryOf(days),
      schema: SupplierInvoice.array(),
      signal,
    }),
})

/** C322. @param key the same for the same call, so that one whose answer was lost converts nothing twice */
export const convertInvoices = async (
  client: Client,
  body: readonly ConvertInvoice[],
  key: string,
): Promise<void> => void (await client.api('POST', 'convertrdinvoice/', { body, idempotencyKey: key }))

/** C336. */
export const ignoreItem = (client: Client, id: string) =>
  client.api('PATCH', `orderitems/${id}`, { body: { ignore_missing_items: true } })
