import { customerName } from '#contract/orders/customer-name.ts'
/** The columns of an order that is to be chosen. */
import { cents } from '#contract/money.ts'
import { Chip, type Tone } from '#src/ui/Chip.tsx'
import { showDay, showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { orderState, type OrderState } from './orders.ts'
import type { BulkOrder } from './queries.ts'

const TONE: Record<OrderState, Tone> = {
  'Not picked complete': 'plain',
  'Picked complete, not invoiced': 'info',
  Invoiced: 'ok',
}

/** The total of an invoiced order's invoice; for another order, its estimate. */
const totalOf = ({ invoiced, invoice_total, total }: BulkOrder): string =>
  (invoiced ? invoice_total : null) ?? total

const COLUMNS: readonly Column<BulkOrder>[] = [
  { id: 'id', label: 'Order ID', value: ({ id }) => id },
  { id: 'company', label: 'Company', wide: true, value: (order) => order.company_location.name },
  { id: 'customer', label: 'Username', value: ({ customer }) => customerName(customer) },
  {
    id: 'state',
    label: 'State',
    value: orderState,
    cell: (order) => <Chip tone={TONE[orderState(order)]}>{orderState(order)}</Chip>,
    badge: true,
  },
  {
    id: 'picked',
    label: 'Picked',
    align: 'right',
    value: (order) => order.picked_count ?? null,
    text: ({ items_count: all, picked_count: picked }) =>
      all === undefined || picked === undefined ? '–' : `${picked} of ${all}`,
  },
  {
    id: 'total',
    label: 'Total Price',
    align: 'right',
    value: (order) => cents(totalOf(order)),
    text: (order) => showMoney(totalOf(order)),
    exported: totalOf,
  },
]

/** The column of the day, for lists with orders of several days. */
const DAY: Column<BulkOrder> = {
  id: 'delivery',
  label: 'Delivery Date',
  value: (order) => order.delivery_date,
  text: (order) => showDay(order.delivery_date),
}

const WITH_DAY = [...COLUMNS, DAY]

export const choiceColumns = (withDay: boolean): readonly Column<BulkOrder>[] =>
  withDay ? WITH_DAY : COLUMNS
