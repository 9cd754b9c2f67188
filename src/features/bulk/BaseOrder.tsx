import { customerName } from '#contract/orders/customer-name.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { showDay } from '#src/ui/format.ts'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import classes from './bulk.module.css'
import { byLocation } from './merge-choices.ts'
import type { BulkOrder } from './queries.ts'

const NO_ORDERS = 'No orders without an invoice on these days'

interface BaseOrderProps {
  bases: readonly BulkOrder[]
  /** The chosen base order. */
  base: BulkOrder | undefined
  /** No base order can be chosen. */
  isEmpty: boolean
  onBase: (id: number | null) => void
}

/** The select of the order that the others are merged into, grouped by location. */
export function BaseOrder({ bases, base, isEmpty, onBase }: BaseOrderProps) {
  return (
    <NativeSelect
      label="Base order"
      size="md"
      className={classes.base}
      value={base?.id ?? ''}
      data={[
        {
          value: '',
          label: isEmpty ? NO_ORDERS : 'Choose a base order',
        },
        ...byLocation(bases).map(({ group, orders }) => ({
          group,
          items: orders.map((order) => ({ value: String(order.id), label: labelOf(order) })),
        })),
      ]}
      onChange={({ currentTarget: { value } }) => onBase(value === '' ? null : Number(value))}
    />
  )
}

/** Why no order is offered to be merged. */
export function NothingToMerge({ base, isEmpty }: Pick<BaseOrderProps, 'base' | 'isEmpty'>) {
  if (base)
    return (
      <EmptyState title="No other order of this location">
        {`${base.company_location.name} has no other order without an invoice on these days.`}
      </EmptyState>
    )
  if (isEmpty) return <EmptyState title={NO_ORDERS}>Choose other delivery dates.</EmptyState>
  return (
    <EmptyState title="Choose a base order">
      The orders of its location that have no invoice are offered then, to be merged into it.
    </EmptyState>
  )
}

const labelOf = (order: BulkOrder): string =>
  [order.id, order.company_location.name, showDay(order.delivery_date), customerName(order.customer)].join(
    ' · ',
  )
