import { EmptyState } from '#src/ui/EmptyState.tsx'
import { plural, showDay } from '#src/ui/format.ts'
import { ReadFailure } from '#src/ui/ReadFailure.tsx'
import { Skeleton } from '@mantine/core'
import classes from './generator.module.css'
import type { GeneratorOrder } from '../server-rows.ts'
import type { ListedOrdersReading as Listed } from './use-listed-orders.ts'

interface ListedOrdersProps extends Listed {
  /** Those that Generate and Scan take along. */
  handed: readonly number[]
}

/** The orders of the chosen days and customers, and which of them are taken along. */
export function ListedOrders({ orders, handed, loading, trouble, isPartial }: ListedOrdersProps) {
  if (loading && orders.length === 0) return <Skeleton height={200} radius="md" />
  const counts = orders.flatMap(({ id, items_count }) => (handed.includes(id) ? [items_count] : []))
  return (
    <section className={classes.listed}>
      {isPartial && (
        <p className={classes.note} role="status">
          This device does not keep the orders of all these days, and the server is not in reach.
        </p>
      )}
      {trouble && (
        <ReadFailure busy={trouble.isRetrying} onRetry={trouble.retry}>
          {trouble.words}
        </ReadFailure>
      )}
      <p role="status">
        {orders.length === 0
          ? ''
          : `${plural(handed.length, 'order')} of ${orders.length}${itemsWords(counts)}`}
      </p>
      {orders.length === 0 ? (
        // Whether there are any is not known where they could not be read.
        !trouble &&
        !isPartial && (
          <EmptyState title="There are no orders on these days">
            Choose other days. Orders are listed by their delivery date.
          </EmptyState>
        )
      ) : (
        // A list that scrolls is reached by keyboard (axe, scrollable-region-focusable).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={classes.orders} aria-label="Listed orders" tabIndex={0}>
          {orders.map((order) => (
            <li key={order.id} data-handed={handed.includes(order.id) || undefined}>
              <b>{order.id}</b>
              <span className={classes.place}>{order.company_location.name}</span>
              <span>{showDay(order.delivery_date)}</span>
              <span>{order.status_label}</span>
              <span>{doneWords(order)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Returns " with 3 items"; nothing where an order does not say how many it has. */
function itemsWords(counts: readonly (number | undefined)[]): string {
  const known = counts.filter((count) => count !== undefined)
  const items = known.reduce((sum, count) => sum + count, 0)
  return known.length < counts.length ? '' : ` with ${plural(items, 'item')}`
}

const doneWords = ({ items_count, picked_count }: GeneratorOrder): string =>
  items_count === undefined || picked_count === undefined ? '–' : `${picked_count} of ${items_count} done`
