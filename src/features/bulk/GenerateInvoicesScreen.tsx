import { incomplete, type Standing, type StandingCode } from '#contract/invoices/against.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { can } from '#contract/permissions.ts'
import { answersTo, standingOf } from '#src/api/invoice-order.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { IconFileInvoice } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { BulkDialog } from './BulkDialog.tsx'
import { BulkFrame, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { orderState } from './orders.ts'
import { outcomeOf, runEach } from './run-each.ts'
import { useChoice } from '#src/ui/table/use-choice.ts'
import { useOrdersOf } from './use-orders-of.ts'

/** C371. */
const FAILED = 'There was an error while generating the invoice'
/** B156, C187. */
const isReady = (order: OrderRow) => orderState(order) === 'Picked complete, not invoiced'
const barred = ({ invoiced }: OrderRow) => (invoiced ? 'It has an invoice already.' : null)

/** `/generateInvoices`: the invoices of a day's orders (C133). */
export function GenerateInvoicesScreen(props: BulkScreenProps) {
  const { client, person, serverReachable, today, tabs, orderLink } = props
  const { day, input } = useDeliveryDate(today)
  const reading = useOrdersOf(client, { start: day, end: day }, serverReachable)
  const orders = reading.value
  const choice = useChoice(orders, isReady)
  const chosen = choice.chosen.filter((order) => !order.invoiced)
  const [work, setWork] = useState<readonly OrderRow[] | null>(null)
  /** What the server has said against each order, which the next try answers. */
  const told = useRef(new Map<number, ReadonlySet<StandingCode>>())
  const reason = !can(person, 'orders.invoice')
    ? 'Only the office may invoice orders.'
    : !serverReachable
      ? NEEDS_SERVER
      : chosen.length === 0 && 'Choose at least one order.'

  return (
    <BulkFrame
      title="Bulk Generate Invoices"
      tabs={tabs}
      serverReachable={serverReachable}
      reading={reading}
      days={input}
      act={{
        label: 'Generate Invoices',
        Icon: IconFileInvoice,
        reason,
        onClick: () => setWork(chosen),
      }}
    >
      <OrderChoice
        label="Orders"
        orders={orders}
        choice={choice}
        barred={barred}
        empty={<EmptyState title="No orders on this day">Choose another delivery date.</EmptyState>}
      />
      {work && (
        <BulkDialog
          title="Generate these invoices?"
          work={work}
          noun="order"
          run={async (list, progress) => {
            // B155: no body, until the server has said what stands against a row and the person goes on in spite of it.
            const invoice = ({ id }: OrderRow) =>
              client.api('POST', `orders/${id}/generateinvoice`, answersTo(told.current.get(id) ?? NOTHING))
            const { failures, left } = await runEach(list, invoice, progress)
            const standing = failures.map(({ of, error }) => ({ of, against: standingOf(error) }))
            for (const { of, against } of standing)
              told.current.set(of.id, new Set(against?.map(({ code }) => code)))
            const isAnswerable = standing.every(({ against }) => against && canBeAnswered(against))
            const again = isAnswerable ? `Invoice ${failures.length} all the same` : undefined
            return { ...outcomeOf(FAILED, failures, left), ...(again && left.length === 0 && { again }) }
          }}
          done="The invoices were generated successfully."
          orderLink={orderLink}
          onClose={(hasRun) => {
            setWork(null)
            told.current.clear()
            if (!hasRun) return
            choice.reset()
            reading.reload()
          }}
        >
          {`${plural(work.length, 'order')} for ${showDay(day)} will be invoiced as picked, and locked.`}
          <Unpicked orders={work} />
        </BulkDialog>
      )}
    </BulkFrame>
  )
}

const NOTHING: ReadonlySet<StandingCode> = new Set()
/** Lots are wanted whatever anybody says. */
const canBeAnswered = (against: readonly Standing[]) => against.every(({ code }) => code !== 'lots')

/** What was chosen although it is not picked complete, order by order. */
function Unpicked({ orders }: { orders: readonly OrderRow[] }) {
  return orders.map(({ id, items_count, picked_count }) => {
    const asks = incomplete(items_count, picked_count)
    return asks && <p key={id}>{`Order ${id}: ${asks.message}`}</p>
  })
}
