/** Whether a receipt was uploaded before (readings, "Receipts compared with orders"): the same lines, and so the same total. */
import type { ReceiptLine } from '#contract/receipts/schema.ts'
import type { Client } from '#src/api/client.ts'
import { receiptLinesQuery, receiptsQuery, type ListedReceipt } from './queries.ts'
import { receiptLineOf, receiptTotal, type DraftRow } from './receipt-rows.ts'

/** How many receipts with this total are compared line by line. */
const MOST_COMPARED_RECEIPTS = 10

type Line = Pick<ReceiptLine, 'product' | 'unit_type' | 'quantity' | 'total'>

/** In one order, whatever order the file has. */
const textOf = (lines: readonly Line[]): string =>
  lines
    .map(({ product, unit_type, quantity, total }) => JSON.stringify([product, unit_type, quantity, total]))
    .sort()
    .join()

/** The latest receipt with the same lines; null where there is none. Rejects as the client does. */
export async function uploadedBefore(
  client: Client,
  rows: readonly DraftRow[],
  signal = new AbortController().signal,
): Promise<ListedReceipt | null> {
  const total = receiptTotal(rows)
  const wanted = textOf(rows.map((row) => receiptLineOf(row, 0)))
  const receipts = await receiptsQuery('shelf').read(client, signal)
  for (const receipt of receipts.filter((one) => one.total === total).slice(0, MOST_COMPARED_RECEIPTS))
    if (textOf(await receiptLinesQuery(receipt.id).read(client, signal)) === wanted) return receipt
  return null
}
