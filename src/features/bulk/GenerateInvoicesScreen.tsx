import { incomplete } from '#contract/invoices/blockers.ts'
import { cents } from '#contract/money.ts'
import { can } from '#contract/permissions.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { IconFileInvoice } from '@tabler/icons-react'
import type { RunWords } from '#src/kit/long-run/LongRunDialog.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useLongRun } from '#src/kit/long-run/use-long-run.tsx'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { BulkFrame, orderLink, useDeliveryDate, type BulkScreenProps } from './BulkScreen.tsx'
import classes from './bulk.module.css'
import { GENERATE_FAILED, generateInvoice, judgeGenerate, GENERATE_QUESTIONS } from './generate-invoices.ts'
import { OrderChoice } from './OrderChoice.tsx'
import { ORDERS_CHANGED, ordersOf, type BulkOrder } from './queries.ts'
import { orderCall, orderState } from './orders.ts'
import { useChoice } from '#src/ui/table/use-choice.ts'

/** B156, C187. An order of which nothing was picked has no line to invoice (readings, "Nothing delivered"). */
const isReady = (order: BulkOrder) =>
  orderState(order) === 'Picked complete, not invoiced' && cents(order.picked_total) > 0n
const barred = ({ invoiced }: BulkOrder) => (invoiced ? 'It has an invoice already.' : null)

/** `/generateInvoices`: the invoices of a day's orders (C133). */
export function GenerateInvoicesScreen({ tabs }: BulkScreenProps) {
  const { client, person } = useSignedIn()
  const serverReachable = useServerReachable()
  const { day, input } = useDeliveryDate()
  const orders = useRows(ordersOf({ start: day, end: day }))
  const choice = useChoice(orders.rows, { barred, byDefault: isReady })
  const { chosen } = choice
  const run = useLongRun<BulkOrder>({
    name: 'generate',
    idOf: ({ id }) => id,
    callOf: orderCall,
    labelOf: (id) => orderLink(Number(id)),
    atOnce: 4,
    act: (order, call) => generateInvoice(client, order, call),
    judge: judgeGenerate,
    failed: GENERATE_FAILED,
    words: (work) => wordsOf(work, day),
    invalidates: ORDERS_CHANGED,
    onClose: (hasRun) => hasRun && choice.reset(),
  })
  const reason = !can(person, 'orders.invoice')
    ? 'Only the office may invoice orders.'
    : !serverReachable
      ? NEEDS_SERVER
      : chosen.length === 0 && 'Choose at least one order.'
  const act = { label: 'Generate Invoices', Icon: IconFileInvoice, reason, chosen, run }

  return (
    <BulkFrame title="Bulk Generate Invoices" tabs={tabs} days={input} act={act}>
      <OrderChoice
        label="Orders"
        orders={orders}
        choice={choice}
        empty={<EmptyState title="No orders on this day">Choose another delivery date.</EmptyState>}
      />
    </BulkFrame>
  )
}

const wordsOf = (work: readonly BulkOrder[], day: string): RunWords => ({
  title: 'Generate these invoices?',
  body: <Chosen orders={work} day={day} />,
  noun: 'order',
  done: 'The invoices were generated successfully.',
  questions: GENERATE_QUESTIONS,
})

/** How many, and what of them is not picked complete, order by order: as they are now, for the list may be of an hour ago. */
function Chosen({ orders, day }: { orders: readonly BulkOrder[]; day: string }) {
  const { rows } = useRows(ordersOf({ start: day, end: day }))
  const now = new Map(rows.map((order) => [order.id, order]))
  const asked = orders.flatMap(({ id }) => {
    const words = wordsOfNow(now.get(id))
    return words === null ? [] : [{ id, words }]
  })
  return (
    <>
      {`${plural(orders.length, 'order')} for ${showDay(day)} will be invoiced as picked, and locked.`}
      {asked.length > 0 && (
        // It may be two hundred: they scroll, and Confirm stays in sight.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <ul className={classes.asked} aria-label="Look at these first" tabIndex={0}>
          {asked.map(({ id, words }) => (
            <li key={id}>{`Order ${id}: ${words}`}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Returns the warning about an order before it is invoiced; null for none. */
function wordsOfNow(order: BulkOrder | undefined): string | null {
  if (!order) return 'It is not among the orders of this day any more.'
  const { items_count: all, picked_count: picked } = order
  const open = all === undefined || picked === undefined ? null : incomplete(all, picked)
  return barred(order) ?? open?.message ?? null
}
