import { isOutOfStock, isPicked } from '#contract/picking/state.ts'
import type { Line } from '#contract/picking/lines.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { plural, showDay } from '#src/ui/format.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import type { PickingContext } from '#src/picking/context.ts'
import classes from './ContextSummary.module.css'

interface ContextSummaryProps {
  context: PickingContext
  db: LarderDatabase
  rows: readonly Line[] | null
}

/** The orders and days of the list, in one line. */
export function ContextSummary({ context, db, rows }: ContextSummaryProps) {
  const { orders, bulk, start, end, filter, sorting } = context
  const warehouse = useLiveQuery(
    () => (filter === null ? undefined : db.warehouses.get(filter)),
    [db, filter],
  )
  const done = rows?.filter((row) => isPicked(row) || isOutOfStock(row)).length ?? 0
  const days = start && (start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}`)
  const facts = [
    orders.length === 1 ? `Order ${orders[0]}` : plural(orders.length, 'order'),
    days,
    filter !== null && (warehouse?.name ?? `Warehouse ${filter}`),
    bulk ? 'Bulk Pull' : sorting === 'bin' ? 'Bin then order' : 'Order then bin',
    rows && `${done} of ${plural(rows.length, 'row')} done`,
  ]
  return (
    <p className={classes.summary}>
      {facts
        .filter((fact) => typeof fact === 'string')
        .map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
    </p>
  )
}
