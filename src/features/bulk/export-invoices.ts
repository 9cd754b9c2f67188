/** The CSV files of invoices in one zip (B244, B281–B283). */
import type { OrderRow } from '#contract/orders/schema.ts'
import { invoiceFileName } from '#contract/invoices/document.ts'
import type { Making } from '#src/kit/long-run/long-runner.ts'

/** B259. */
export const EXPORT_FAILED = 'There was an error while exporting invoices'

const TURN_MS = 16

/** B281, B282: named after the delivery date, `YYYY-MM-DD`. */
export const zipName = (day: string) => `${day}_export.zip`

/** What no file of Windows may be called, and what would make a folder of the zip. */
const NOT_IN_A_NAME = /[/\\:*?"<>|]/g

/** B283. The file can be unpacked everywhere, with any username. */
export const csvName = ({ id, customer }: Pick<OrderRow, 'id' | 'customer'>) =>
  invoiceFileName({ order_id: id, customer: { username: customer, email: '' } }, 'csv').replace(
    NOT_IN_A_NAME,
    '-',
  )

/**
 * One zip of these files, which are read one after another and leave the page's memory as they are packed: the browser
 * gets the packed part as a Blob after each file. Rejects with the signal's reason once that is aborted.
 */
export async function zipOf(
  files: readonly { name: string; file: Blob }[],
  { onProgress, signal }: Partial<Making> = {},
): Promise<Blob> {
  const { Zip, ZipDeflate } = await import('fflate')
  const type = 'application/zip'
  let packed = new Blob([], { type })
  let fresh: Uint8Array<ArrayBuffer>[] = []
  const failed: Error[] = []
  const zip = new Zip((error, bytes) => {
    if (error) failed.push(error)
    else fresh.push(bytes)
  })
  let since = performance.now()
  const handOver = async () => {
    packed = new Blob([packed, ...fresh], { type })
    fresh = []
    if (performance.now() - since < TURN_MS) return
    // The page gets its turn.
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  for (const [n, { name, file }] of files.entries()) {
    signal?.throwIfAborted()
    onProgress?.(n / files.length)
    const entry = new ZipDeflate(name)
    zip.add(entry)
    const reader = file.stream().getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) entry.push(part.value)
    entry.push(new Uint8Array(), true)
    await handOver()
  }
  zip.end()
  await handOver()
  if (failed[0]) throw failed[0]
  return packed
}
