import { firstNames } from '#contract/format.ts'
import { RefreshedPrices } from '#contract/orders/price-refresh.ts'
import { can } from '#contract/permissions.ts'
import { wholeText } from '#src/api/form-errors.ts'
import { DaysInputs } from '#src/ui/inputs/DaysInputs.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural } from '#src/ui/format.ts'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { showTime } from '#src/ui/show-time.ts'
import { PriceHistoryButton } from '#src/kit/history/PriceHistoryButton.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useDays } from '#src/kit/list/use-days.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { useToday } from '#src/kit/use-today.ts'
import { useRows } from '#src/kit/list/use-rows.ts'
import { useSave } from '#src/kit/form/use-save.tsx'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { IconRefresh } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './bulk.module.css'
import { PricePreviewTable } from './PricePreview.tsx'
import { BulkFrame } from './BulkScreen.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { LATEST_SYNC, ORDERS_CHANGED, ordersOf, type BulkOrder } from './queries.ts'
import { useChoice } from '#src/ui/table/use-choice.ts'

/** An order that is invoiced after it was chosen leaves the choice: the server would refuse all of them. */
const barred = ({ invoiced }: BulkOrder) => (invoiced ? 'It is invoiced: its prices stay.' : null)

/** Says what the refresh of these orders does. */
const previewOf = (orders: readonly BulkOrder[]) => (
  <>
    <p>Their lines are charged by what their products cost now. What was picked and weighed stays.</p>
    <PricePreviewTable orders={orders.map(({ id }) => id)} />
  </>
)

/** `/priceRefresh` (C122, C176): gives today's prices to orders that are not invoiced. Online only. */
export function PriceRefreshScreen() {
  const { engine, person } = useSignedIn()
  const serverReachable = useServerReachable()
  const [days, pickDays, newDay] = useDays(useToday(engine).tomorrow)
  const orders = useRows(ordersOf(days))
  const choice = useChoice(orders.rows, { barred })
  const { chosen } = choice
  const changed = useRef('')
  const update = useSave<readonly BulkOrder[]>({
    async call(client, work) {
      const {
        orders: count,
        items,
        kept,
      } = await client.api('POST', 'orderpricerefresh/', {
        body: { order_ids: work.map(({ id }) => id) },
        schema: RefreshedPrices,
      })
      const done =
        items === 0
          ? 'The prices were up to date already.'
          : `The prices have been updated: ${plural(items, 'line')} of ${plural(count, 'order')}.`
      changed.current = [done, keptWords(kept)].filter(Boolean).join(' ')
    },
    words: (work) => ({
      title: `Update the prices of ${plural(work.length, 'order')}?`,
      body: previewOf(work),
      saved: () => changed.current,
      failed: 'There was an error while updating the prices',
    }),
    explain: wholeText,
    invalidates: ORDERS_CHANGED,
    onDone: choice.reset,
  })

  return (
    <BulkFrame
      title="Price Refresh"
      tabs={
        <div className={classes.sync}>
          <LastSync />
          <PriceHistoryButton of={{ kind: 'refresh' }} />
        </div>
      }
      days={
        <>
          <DaysInputs
            days={days}
            onDays={pickDays}
            startLabel="Delivery start date"
            endLabel="Delivery end date"
          />
          {newDay}
        </>
      }
      act={{
        label: 'Update',
        Icon: IconRefresh,
        reason: !can(person, 'prices.refresh')
          ? 'Only the office may refresh prices.'
          : !serverReachable
            ? NEEDS_SERVER
            : chosen.length === 0 && 'Choose at least one order.',
        chosen,
        run: update,
      }}
    >
      <OrderChoice
        label="Orders"
        orders={orders}
        choice={choice}
        withDay
        empty={<EmptyState title="No orders on these days">Choose other delivery dates.</EmptyState>}
      />
    </BulkFrame>
  )
}

/** Readings, "Hand-set price": names at most three of the lines that were kept. */
function keptWords(kept: RefreshedPrices['kept']): string {
  if (kept.length === 0) return ''
  const names = kept.map(({ order, name }) => `${name} of order ${order}`)
  return `Prices set by hand were kept: ${firstNames(names)}.`
}

/** C176, C333: when the supplier's system last sent anything. */
function LastSync() {
  const { value } = useServerQuery(LATEST_SYNC)
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
