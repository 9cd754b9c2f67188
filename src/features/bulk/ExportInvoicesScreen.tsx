import type { OrderRow } from '#contract/orders/schema.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { downloadBlob } from '#src/ui/spreadsheet.ts'
import { IconFileZip } from '@tabler/icons-react'
import { useLongRun } from '#src/kit/use-long-run.tsx'
import { useMemo, useRef } from 'react'
import { BulkFrame, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import { csvName, EXPORT_FAILED, zipName, zipOf } from './export-invoices.ts'
import { failureText } from './failure-text.ts'
import { OrderChoice } from './OrderChoice.tsx'
import { useChoice } from './use-choice.ts'
import { useOrdersOf } from './use-orders-of.ts'

/** `/exportInvoices`: the invoices of a day as CSV files in one zip (C136). */
export function ExportInvoicesScreen(props: BulkScreenProps) {
  const { client, serverReachable, today, tabs, orderLink } = props
  const { day, input } = useDeliveryDate(today)
  const reading = useOrdersOf(client, { start: day, end: day }, serverReachable)
  /** B078: no others are offered. */
  const invoiced = useMemo(() => reading.value?.filter((order) => order.invoiced) ?? null, [reading.value])
  const choice = useChoice(invoiced)
  /** The files that came, by the order: a browser keeps large ones outside of the page's memory. */
  const files = useRef(new Map<number, Blob>())
  const run = useLongRun<OrderRow>({
    name: 'export',
    idOf: ({ id }) => id,
    labelOf: (id) => orderLink(Number(id)),
    // B244: one after another.
    atOnce: 1,
    act: async ({ id }) => files.current.set(id, await client.file(`orders/${id}/invoice/downloadexport`)),
    judge: ({ id }, error) => failureText(id, error),
    failed: EXPORT_FAILED,
    finish: async (done) =>
      downloadBlob(
        zipName(day),
        await zipOf(done.map((order) => ({ name: csvName(order), file: files.current.get(order.id)! }))),
      ),
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

  return (
    <BulkFrame
      note={run.note}
      title="Export Invoices"
      tabs={tabs}
      serverReachable={serverReachable}
      reading={reading}
      days={input}
      act={{
        label: 'Export Invoices',
        Icon: IconFileZip,
        reason: !serverReachable ? NEEDS_SERVER : choice.chosen.length === 0 && 'Choose at least one order.',
        onClick: () => run.ask(choice.chosen),
      }}
    >
      <OrderChoice
        label="Invoiced orders"
        orders={invoiced}
        choice={choice}
        empty={
          <EmptyState title="No invoiced orders on this day">
            Choose another delivery date, or generate the invoices first.
          </EmptyState>
        }
      />
      {run.dialog}
    </BulkFrame>
  )
}
