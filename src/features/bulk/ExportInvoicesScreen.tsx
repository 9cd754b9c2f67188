import type { OrderRow } from '#contract/orders/schema.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { downloadBlob } from '#src/ui/spreadsheet.ts'
import { IconFileZip } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { BulkDialog } from './BulkDialog.tsx'
import { BulkFrame, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import { exportInvoices, zipName } from './export-invoices.ts'
import { OrderChoice } from './OrderChoice.tsx'
import { useChoice } from '#src/ui/table/use-choice.ts'
import { useOrdersOf } from './use-orders-of.ts'

/** `/exportInvoices`: the invoices of a day as CSV files in one zip (C136). */
export function ExportInvoicesScreen(props: BulkScreenProps) {
  const { client, serverReachable, today, tabs, orderLink } = props
  const { day, input } = useDeliveryDate(today)
  const reading = useOrdersOf(client, { start: day, end: day }, serverReachable)
  /** B078: no others are offered. */
  const invoiced = useMemo(() => reading.value?.filter((order) => order.invoiced) ?? null, [reading.value])
  const choice = useChoice(invoiced)
  const [work, setWork] = useState<readonly OrderRow[] | null>(null)

  return (
    <BulkFrame
      title="Export Invoices"
      tabs={tabs}
      serverReachable={serverReachable}
      reading={reading}
      days={input}
      act={{
        label: 'Export Invoices',
        Icon: IconFileZip,
        reason: !serverReachable ? NEEDS_SERVER : choice.chosen.length === 0 && 'Choose at least one order.',
        onClick: () => setWork(choice.chosen),
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
      {work && (
        <BulkDialog
          title="Export these invoices?"
          work={work}
          noun="invoice"
          run={async (list, progress) => {
            const { outcome, zip } = await exportInvoices(client, list, progress)
            if (zip) downloadBlob(zipName(day), zip)
            return outcome
          }}
          done={`The invoices are in ${zipName(day)}.`}
          orderLink={orderLink}
          onClose={(hasRun) => {
            setWork(null)
            if (hasRun) choice.reset()
          }}
        >
          {`${plural(work.length, 'invoice')} of ${showDay(day)}, a CSV file each, in one zip.`}
        </BulkDialog>
      )}
    </BulkFrame>
  )
}
