import { addDays } from '#contract/day.ts'
import { RefreshedPrices } from '#contract/orders/price-refresh.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import { can } from '#contract/permissions.ts'
import { LatestSync } from '#contract/receipts/schema.ts'
import type { Client } from '#src/api/client.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { showTime } from '#src/ui/show-time.ts'
import { useRead } from '#src/ui/use-read.ts'
import { IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import classes from './bulk.module.css'
import { BulkFrame, type BulkScreenProps } from './BulkScreen.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { useChoice } from '#src/ui/table/use-choice.ts'
import { useOrdersOf } from './use-orders-of.ts'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

const barred = ({ invoiced }: OrderRow) => (invoiced ? 'It is invoiced: its prices stay.' : null)

/** `/priceRefresh` (C122, C176): orders that are not invoiced are given the prices of today. Online only. */
export function PriceRefreshScreen({ client, person, serverReachable, today }: BulkScreenProps) {
  // C401: tomorrow, the whole of it.
  const tomorrow = addDays(today, 1)
  const [days, setDays] = useState({ start: tomorrow, end: tomorrow })
  const reading = useOrdersOf(client, days, serverReachable)
  const orders = reading.value
  const choice = useChoice(orders)
  const [work, setWork] = useState<readonly OrderRow[] | null>(null)
  const changed = useRef('')

  async function update() {
    const order_ids = (work ?? []).map(({ id }) => id)
    const body = { order_ids }
    const { orders: count, items } = await client.api('POST', 'orderpricerefresh/', {
      body,
      schema: RefreshedPrices,
    })
    changed.current =
      items === 0
        ? 'The prices were up to date already.'
        : `The prices have been updated: ${plural(items, 'line')} of ${plural(count, 'order')}.`
  }

  return (
    <BulkFrame
      title="Price Refresh"
      tabs={<LastSync client={client} serverReachable={serverReachable} />}
      serverReachable={serverReachable}
      reading={reading}
      days={
        <DaysInputs
          days={days}
          onDays={setDays}
          startLabel="Delivery start date"
          endLabel="Delivery end date"
        />
      }
      act={{
        label: 'Update',
        Icon: IconRefresh,
        reason: !can(person, 'prices.refresh')
          ? 'Only the office may refresh prices.'
          : !serverReachable
            ? NEEDS_SERVER
            : choice.chosen.length === 0 && 'Choose at least one order.',
        onClick: () => setWork(choice.chosen),
      }}
    >
      <OrderChoice
        label="Orders"
        orders={orders}
        choice={choice}
        barred={barred}
        withDay
        empty={<EmptyState title="No orders on these days">Choose other delivery dates.</EmptyState>}
      />
      <Suspense>
        {work && (
          <SaveDialog
            title={`Update the prices of ${plural(work.length, 'order')}?`}
            save={update}
            saved={() => changed.current}
            failed="There was an error while updating the prices"
            explain={wholeText}
            onBack={() => setWork(null)}
            onSaved={() => {
              setWork(null)
              choice.reset()
              reading.reload()
            }}
          >
            Their lines are charged by what their products cost now. What was picked and weighed stays.
          </SaveDialog>
        )}
      </Suspense>
    </BulkFrame>
  )
}

/** C176, C333: when the supplier's system last told of anything. */
function LastSync({ client, serverReachable }: { client: Client; serverReachable: boolean }) {
  const read = useCallback(
    (signal: AbortSignal) => client.api('GET', 'getlatestrdsyncdate', { schema: LatestSync, signal }),
    [client],
  )
  const { value } = useRead(read, serverReachable)
  if (!value) return null
  const { latest_sync_date, num_products_synced } = value
  return (
    <p className={classes.quiet}>
      {latest_sync_date
        ? `Latest supplier sync: ${showTime(latest_sync_date)}, ${plural(num_products_synced, 'product')}.`
        : 'The supplier has not synced yet.'}
    </p>
  )
}
