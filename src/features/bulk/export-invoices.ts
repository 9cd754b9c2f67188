/** The CSV files of invoices in one zip (B244, B281–B283). */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { invoiceFileName } from '#contract/invoices/document.ts'
import { outcomeOf, runEach, type Outcome, type Progress } from './run-each.ts'

/** B259. */
const EXPORT_FAILED = 'There was an error while exporting invoices'

type Exported = Pick<OrderRow, 'id' | 'customer'>

/** B281, B282: named after the delivery date, `YYYY-MM-DD`. */
export const zipName = (day: string) => `${day}_export.zip`

/** B283. A name with a slash must not make a folder of the zip. */
export const csvName = ({ id, customer }: Exported) =>
  invoiceFileName({ order_id: id, customer: { username: customer, email: '' } }, 'csv').replace(/[/\\]/g, '-')

/** Fetches one file after another and zips those that came; no zip where none did (B149), nor where somebody stopped. */
export async function exportInvoices<T extends Exported>(
  client: Pick<Client, 'file'>,
  orders: readonly T[],
  progress: Progress,
): Promise<{ outcome: Outcome<T>; zip: Blob | null }> {
  const files: Record<string, Uint8Array> = {}
  const fetchFile = async (order: T) => {
    const csv = await client.file(`orders/${order.id}/invoice/downloadexport`)
    files[csvName(order)] = new Uint8Array(await csv.arrayBuffer())
  }
  const { failures, left } = await runEach(orders, fetchFile, progress)
  const outcome = outcomeOf(EXPORT_FAILED, failures, left)
  if (Object.keys(files).length === 0 || left.length > 0) return { outcome, zip: null }
  const { zipSync } = await import('fflate')
  return { outcome, zip: new Blob([zipSync(files)], { type: 'application/zip' }) }
}
