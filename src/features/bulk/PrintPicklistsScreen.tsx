import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { ticketFileName, type Ticket } from '#src/documents/delivery-ticket.ts'
import { ticketsPdf } from '#src/documents/ticket-pdf.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { downloadBlob } from '#src/ui/spreadsheet.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { BulkDialog } from './BulkDialog.tsx'
import { BulkFrame, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { fetchItems } from './orders.ts'
import { outcomeOf, runEach, type Outcome, type Progress } from './run-each.ts'
import { useChoice } from '#src/ui/table/use-choice.ts'
import { useOrdersOf } from './use-orders-of.ts'

const FAILED = 'There was an error while generating the picklists'
/** C368. */
const NO_ITEMS = 'There are no items in the selected orders.'

/** `/printPicklists`: the delivery tickets of a day's orders in one PDF (B079, C134). */
export function PrintPicklistsScreen({ client, serverReachable, today, tabs, orderLink }: BulkScreenProps) {
  const { day, input } = useDeliveryDate(today)
  const reading = useOrdersOf(client, { start: day, end: day }, serverReachable, true)
  const orders = reading.value
  /** B080: none is chosen at first. */
  const choice = useChoice(orders)
  const [work, setWork] = useState<readonly OrderRow[] | null>(null)

  return (
    <BulkFrame
      title="Print Picklists"
      tabs={tabs}
      serverReachable={serverReachable}
      reading={reading}
      days={input}
      act={{
        label: 'Print Picklists',
        Icon: IconPrinter,
        reason: !serverReachable ? NEEDS_SERVER : choice.chosen.length === 0 && 'Choose at least one order.',
        onClick: () => setWork(choice.chosen),
      }}
    >
      <OrderChoice
        label="Orders"
        orders={orders}
        choice={choice}
        empty={<EmptyState title="No orders on this day">Choose another delivery date.</EmptyState>}
      />

      {work && (
        <BulkDialog
          title="Print these picklists?"
          work={work}
          noun="order"
          run={(list, progress) => printTickets(client, day, list, progress)}
          done={`The delivery tickets are in ${ticketFileName(day)}.`}
          orderLink={orderLink}
          onClose={(hasRun) => {
            setWork(null)
            if (hasRun) choice.reset()
          }}
        >
          {`The delivery tickets of ${plural(work.length, 'order')} for ${showDay(day)}, in one PDF.`}
        </BulkDialog>
      )}
    </BulkFrame>
  )
}

/** One file of every order whose items could be read; those that could not are told (B149). */
async function printTickets(
  client: Client,
  day: string,
  orders: readonly OrderRow[],
  progress: Progress,
): Promise<Outcome<OrderRow>> {
  const tickets: Ticket[] = []
  const { failures, left } = await runEach(
    orders,
    async (order) => tickets.push({ order, items: await fetchItems(client, [order.id]) }),
    progress,
  )
  const outcome = outcomeOf(FAILED, failures, left)
  if (tickets.length === 0 || left.length > 0) return outcome
  if (tickets.every(({ items }) => items.length === 0))
    return { ...outcome, troubles: [...outcome.troubles, { heading: FAILED, lines: [{ text: NO_ITEMS }] }] }
  try {
    downloadBlob(ticketFileName(day), await ticketsPdf(client, tickets))
    return outcome
  } catch (error) {
    return { troubles: [{ heading: FAILED, lines: [{ text: errorText(error) }] }], left: orders, stopped: 0 }
  }
}
