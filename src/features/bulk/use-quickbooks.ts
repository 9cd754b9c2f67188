import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLongRun } from '#src/kit/long-run/use-long-run.tsx'
import { downloadBlob } from '#src/ui/download.ts'
import { plural, showDay } from '#src/ui/format.ts'
import { useRef } from 'react'
import { orderLink } from './BulkScreen.tsx'
import { EXPORT_FAILED, zipOf } from './export-invoices.ts'
import {
  exportLines,
  filesOf,
  judgeExport,
  QB_QUESTIONS,
  quickbooksName,
  type InvoiceLines,
} from './export-quickbooks.ts'
import { orderCall } from './orders.ts'
import { INVOICES_EXPORTED, type BulkOrder } from './queries.ts'

/**
 * Returns the run that exports the chosen invoices of a day as a file that QuickBooks Online imports. If
 * there are more lines than one import may have, several files come in a zip (docs/decisions/0090).
 *
 * @param day `YYYY-MM-DD`, for the file's name
 */
export function useQuickbooks(day: string) {
  const { client } = useSignedIn()
  const lines = useRef(new Map<number, InvoiceLines>())
  /** The lines that an earlier file has. A retry makes a file without them: lines in two files would be billed twice. */
  const written = useRef(new Set<InvoiceLines>())
  return useLongRun<BulkOrder>({
    name: 'quickbooks',
    idOf: ({ id }) => id,
    callOf: orderCall,
    labelOf: (id) => orderLink(Number(id)),
    atOnce: 4,
    act: async (order, call) => lines.current.set(order.id, await exportLines(client, order, call)),
    judge: judgeExport,
    failed: EXPORT_FAILED,
    async finish(done) {
      const fresh = done
        .flatMap(({ id }) => lines.current.get(id) ?? [])
        .filter((one) => !written.current.has(one))
      const files = filesOf(fresh).map((text) => new Blob([text], { type: 'text/csv' }))
      if (files.length === 1) downloadBlob(`${quickbooksName(day)}.csv`, files[0]!)
      else {
        const parts = files.map((file, n) => ({ name: `${quickbooksName(day, n + 1)}.csv`, file }))
        downloadBlob(`${quickbooksName(day)}.zip`, await zipOf(parts))
      }
      for (const one of fresh) written.current.add(one)
    },
    words: (work) => ({
      title: 'Export these invoices for QuickBooks?',
      body: `${plural(work.length, 'invoice')} of ${showDay(day)}, as QuickBooks Online imports them: a row a line.`,
      noun: 'invoice',
      done: 'The invoices are in the file for QuickBooks.',
      questions: QB_QUESTIONS,
    }),
    invalidates: INVOICES_EXPORTED,
    onClose() {
      lines.current.clear()
      written.current.clear()
    },
  })
}
