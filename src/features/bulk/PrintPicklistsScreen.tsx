import { ticketFileName, type Ticket } from '#src/documents/delivery-ticket.ts'
import { ticketsPdf } from '#src/documents/ticket-pdf.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { downloadBlob } from '#src/ui/download.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLongRun } from '#src/kit/long-run/use-long-run.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useRef } from 'react'
import { BulkFrame, orderLink, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { fetchItems, fetchOrders, ordersOf, type BulkOrder } from './queries.ts'
import { useChoice } from '#src/ui/table/use-choice.ts'

const FAILED = 'There was an error while generating the picklists'
/** C368. */
const NO_ITEMS = 'There are no items in the selected orders.'

/** `/printPicklists`: the delivery tickets of a day's orders in one PDF (B079, C134). */
export function PrintPicklistsScreen({ tabs }: BulkScreenProps) {
  const { client } = useSignedIn()
  const serverReachable = useServerReachable()
  const { day, input } = useDeliveryDate()
  const orders = useRows(ordersOf({ start: day, end: day }, true))
  /** B080: no order is chosen at first. */
  const choice = useChoice(orders.rows)
  const tickets = useRef(new Map<number, Ticket>())
  /** The day's orders, as read during the run. A person who moves or changes an order meanwhile changes its ticket. */
  const now = useRef<Promise<readonly BulkOrder[]> | null>(null)
  async function readTicket({ id }: BulkOrder): Promise<Ticket> {
    now.current ??= fetchOrders(client, { start: day, end: day }, true)
    try {
      const order = (await now.current).find((order) => order.id === id)
      if (!order) throw new Error(`It is not delivered on ${showDay(day)} any more, or is gone.`)
      return { order, items: await fetchItems(client, [id]) }
    } catch (error) {
      // A retry reads the orders again.
      now.current = null
      throw error
    }
  }
  const run = useLongRun<BulkOrder>({
    name: 'print',
    idOf: ({ id }) => id,
    labelOf: (id) => orderLink(Number(id)),
    atOnce: 4,
    act: async (order) => tickets.current.set(order.id, await readTicket(order)),
    failed: FAILED,
    /** Makes one file of every order whose items could be read. The screen names those that could not (B149). */
    async finish(done, making) {
      const file = done.map(({ id }) => tickets.current.get(id)!)
      if (file.every(({ items }) => items.length === 0)) throw new Error(NO_ITEMS)
      downloadBlob(ticketFileName(day), await ticketsPdf(client, file, making))
    },
    words: (work) => ({
      title: 'Print these picklists?',
      body: `The delivery tickets of ${plural(work.length, 'order')} for ${showDay(day)}, in one PDF.`,
      noun: 'order',
      done: `The delivery tickets are in ${ticketFileName(day)}.`,
      finishing: `${ticketFileName(day)} is being made …`,
    }),
    onClose(hasRun) {
      tickets.current.clear()
      now.current = null
      if (hasRun) choice.reset()
    },
  })

  const { chosen } = choice
  const reason = !serverReachable ? NEEDS_SERVER : chosen.length === 0 && 'Choose at least one order.'
  const act = { label: 'Print Picklists', Icon: IconPrinter, reason, chosen, run }

  return (
    <BulkFrame title="Print Picklists" bar="Order Management" tabs={tabs} days={input} act={act}>
      <OrderChoice
        label="Orders"
        orders={orders}
        choice={choice}
        empty={<EmptyState title="No orders on this day">Choose another delivery date.</EmptyState>}
      />
    </BulkFrame>
  )
}
