import { PULL_DAYS_AHEAD, PULL_DAYS_BACK } from '#contract/spec.ts'
import { memo } from 'react'
import { MissingOrders } from '#src/picking/MissingOrders.tsx'
import { showDay } from '#src/ui/format.ts'
import { useCell } from '#src/ui/cell.ts'
import classes from './list.module.css'
import type { PickingContext } from '#src/picking/context.ts'
import type { ScanListStore } from '../session/index.ts'

/** A050: what is being picked, and how far it is. */
export const ScanSummary = memo(function ScanSummary({
  list,
  context,
}: {
  list: ScanListStore
  context: PickingContext
}) {
  const orders = useCell(list, (s) => s.orders)
  const { items, picked, left, aside } = useCell(list, (s) => s.progress)
  const isRead = useCell(list, (s) => s.status === 'ready')
  const days = orders.map((order) => order.delivery_date).sort()
  const missing = isRead ? context.orders.filter((id) => !orders.some((order) => order.id === id)) : []
  const facts: [string, string | number][] = [
    ['Start date', showDay(context.start ?? days[0])],
    ['End date', showDay(context.end ?? days.at(-1))],
    ['Bulk pull', context.bulk ? 'Yes' : 'No'],
    ['Included orders', context.orders.map((id) => `#${id}`).join(', ')],
    ['Items', items],
    ['Picked', picked],
    ['Left', aside > 0 ? `${left} (${aside} set aside)` : left],
  ]
  return (
    <section className={classes.summary} aria-label="Summary">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
      <MissingOrders
        orders={missing}
        words={(orders) =>
          `Not on this device: order ${orders}. Orders of the last ${PULL_DAYS_BACK} and the next ${PULL_DAYS_AHEAD} days come by themselves; any other can be picked on the pick list.`
        }
      />
      <div
        className={classes.progress}
        role="progressbar"
        aria-label="Picked"
        aria-valuemin={0}
        aria-valuemax={items}
        aria-valuenow={picked}
      >
        <div style={{ width: `${items === 0 ? 0 : (100 * picked) / items}%` }} />
      </div>
    </section>
  )
})
