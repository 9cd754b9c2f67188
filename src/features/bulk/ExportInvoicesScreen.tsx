import { can } from '#contract/permissions.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { plural, showDay, showMoney } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { downloadBlob } from '#src/ui/download.ts'
import { IconBook, IconFileZip } from '@tabler/icons-react'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLongRun } from '#src/kit/long-run/use-long-run.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useMemo, useRef } from 'react'
import { BulkFrame, orderLink, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import { csvName, EXPORT_FAILED, zipName, zipOf } from './export-invoices.ts'
import { failureText } from './failure-text.ts'
import { OrderChoice } from './OrderChoice.tsx'
import { changedExportsOf, ordersOf, type BulkOrder } from './queries.ts'
import { useQuickbooks } from './use-quickbooks.ts'
import { useChoice } from '#src/ui/table/use-choice.ts'

/** `/exportInvoices`: the invoices of a day as CSV files in one zip (C136). */
export function ExportInvoicesScreen({ tabs }: BulkScreenProps) {
  const { client, person } = useSignedIn()
  const serverReachable = useServerReachable()
  const { day, input } = useDeliveryDate()
  const orders = useRows(ordersOf({ start: day, end: day }))
  /** B078: only invoiced orders are offered. */
  const invoiced = useMemo(() => orders.rows.filter((order) => order.invoiced), [orders.rows])
  const choice = useChoice(invoiced)
  /** The received files, by order. A browser keeps large files outside of the page's memory. */
  const files = useRef(new Map<number, Blob>())
  const run = useLongRun<BulkOrder>({
    name: 'export',
    idOf: ({ id }) => id,
    labelOf: (id) => orderLink(Number(id)),
    // One after another.
    atOnce: 1,
    act: async ({ id }) => files.current.set(id, await client.file(`orders/${id}/invoice/downloadexport`)),
    judge: ({ id }, error) => failureText(id, error),
    failed: EXPORT_FAILED,
    async finish(done, making) {
      const parts = done.map((order) => ({ name: csvName(order), file: files.current.get(order.id)! }))
      downloadBlob(zipName(day), await zipOf(parts, making))
    },
    words: (work) => ({
      title: 'Export these invoices?',
      body: `${plural(work.length, 'invoice')} of ${showDay(day)}, a CSV file each, in one zip.`,
      noun: 'invoice',
      done: `The invoices are in ${zipName(day)}.`,
      finishing: `${zipName(day)} is being made …`,
    }),
    onClose(hasRun) {
      files.current.clear()
      if (hasRun) choice.reset()
    },
  })

  const { chosen } = choice
  const reason = !serverReachable ? NEEDS_SERVER : chosen.length === 0 && 'Choose at least one order.'
  const act = { label: 'Export Invoices', Icon: IconFileZip, reason, chosen, run }
  const books = {
    label: 'Export for QuickBooks',
    Icon: IconBook,
    reason: can(person, 'orders.invoice') ? reason : 'Only the office may export invoices for QuickBooks.',
    chosen,
    run: useQuickbooks(day),
  }

  return (
    <BulkFrame title="Export Invoices" tabs={tabs} days={input} act={act} also={books}>
      {can(person, 'orders.invoice') && <ChangedExports day={day} />}
      <OrderChoice
        label="Invoiced orders"
        orders={{ ...orders, rows: invoiced, total: invoiced.length }}
        choice={choice}
        empty={
          <EmptyState title="No invoiced orders on this day">
            Choose another delivery date, or generate the invoices first.
          </EmptyState>
        }
      />
    </BulkFrame>
  )
}

/**
 * The invoices of the day whose amount differs from the one exported to QuickBooks. Draws nothing where there is none.
 */
function ChangedExports({ day }: { day: string }) {
  const { value } = useServerQuery(changedExportsOf(day))
  if (!value || value.length === 0) return null
  return (
    <ErrorNote isQuiet>
      <p>Changed since they were exported for QuickBooks:</p>
      <ul>
        {value.map(({ order, exported_total, grand_total }) => (
          <li key={order}>
            {orderLink(order)} ({showMoney(exported_total)} → {showMoney(grand_total)})
          </li>
        ))}
      </ul>
    </ErrorNote>
  )
}
