/** The columns of the orders list, by role (A037, A248–A250). */
import { cents, money } from '#contract/money.ts'
import { orderCan } from '#contract/orders/can.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { User } from '#contract/people/schema.ts'
import { can, isPicker } from '#contract/permissions.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { to } from '#src/paths.ts'
import { Chip } from '#src/ui/Chip.tsx'
import { dayWord, showDay, showDollars, showMoney } from '#src/ui/format.ts'
import { showDayOf } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'
import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconClock, IconPencil } from '@tabler/icons-react'
import classes from './OrderScreens.module.css'
import { paidChip } from './paid-status.ts'

const amount = (value: string | null) => (value === null ? null : cents(value))

/** A249: staff get the raw total, others what is invoiced, or "Pending" while nothing is. */
const listedTotal = (order: Pick<OrderRow, 'total' | 'invoice_total'>, staff: boolean): string | null =>
  staff ? order.total : order.invoice_total

const sumWords = (sum: bigint) => (sum === 0n ? '–' : showMoney(money(sum)))

/** The sum of what is there: an amount that is pending adds nothing. */
const sumOf = (amountOf: (order: OrderRow) => string | null) => (orders: readonly OrderRow[]) =>
  sumWords(orders.reduce((sum, order) => sum + (amount(amountOf(order)) ?? 0n), 0n))

interface OrderColumnsOptions {
  onAssign: (order: OrderRow) => void
  /** The distributor's day. */
  today: string
  /** What there is to pick of an order, by its number; empty for those who see prices instead. */
  loads: ReadonlyMap<number, string>
}
type RoleColumn = Column<OrderRow> & { only?: 'staff' | 'payments' | 'floor' | 'picker' }

const all = (user: User, { onAssign, today, loads }: OrderColumnsOptions): RoleColumn[] => [
  {
    id: 'id',
    label: 'Order ID',
    value: (order) => order.id,
    cell: (order) => <OrderLink id={order.id} />,
  },
  { id: 'company', label: 'Company', wide: true, lead: true, value: (order) => order.company_location.name },
  { id: 'customer', label: 'Username', value: (order) => order.customer, offCard: true },
  // On a card for staff, the state of picking says more.
  {
    id: 'status',
    label: 'Status',
    value: (order) => order.status_label,
    ...(user.is_staff ? { offCard: true } : { badge: true }),
  },
  {
    id: 'created',
    label: 'Created Date',
    offCard: true,
    value: (order) => order.created_date,
    text: (order) => showDayOf(order.created_date),
  },
  {
    id: 'delivery',
    label: 'Delivery Date',
    lead: true,
    value: (order) => order.delivery_date,
    text: (order) => showDay(order.delivery_date),
    card: (order) => dayWord(order.delivery_date, today),
  },
  totalColumn(user),
  {
    id: 'invoice',
    label: 'Invoice Total',
    align: 'right',
    only: 'staff',
    value: (order) => amount(order.invoice_total),
    text: (order) => showMoney(order.invoice_total),
    exported: (order) => order.invoice_total ?? '',
    isMoney: true,
    foot: sumOf((order) => order.invoice_total),
    offCard: true,
  },
  {
    id: 'picking',
    label: 'Picking Complete',
    only: 'staff',
    badge: true,
    value: (order) => order.picking_complete,
    text: (order) => (order.picking_complete ? 'Yes' : 'No'),
    cell: (order) => <Picking order={order} />,
  },
  {
    id: 'paid',
    label: 'Paid Status',
    only: 'payments',
    badge: true,
    value: (order) => paidChip(order.paid_status, order.paid_status_label).label,
    cell: (order) => <PaidStatus order={order} />,
  },
  {
    id: 'load',
    label: 'Load',
    only: 'picker',
    value: (order) => loads.get(order.id) ?? '',
  },
  pickerColumn(user, onAssign),
]

const totalColumn = (user: User, staff = user.is_staff): RoleColumn => ({
  id: 'total',
  label: 'Total Price',
  align: 'right',
  value: (order) => amount(listedTotal(order, staff)),
  text: (order) => showMoney(listedTotal(order, staff)) || 'Pending',
  // A customer's total is that of the invoice.
  ...(!staff && {
    cell: (order: OrderRow) => <InvoicedTotal order={order} />,
    card: (order: OrderRow) => <InvoicedTotal order={order} show={showDollars} />,
  }),
  exported: (order) => listedTotal(order, staff) ?? 'Pending',
  isMoney: true,
  // Pickers want to know how much there is to carry.
  ...(isPicker(user) && { offCard: true as const }),
  foot: sumOf((order) => listedTotal(order, staff)),
})

const pickerColumn = (user: User, onAssign: OrderColumnsOptions['onAssign']): RoleColumn => ({
  id: 'picker',
  label: 'Picker',
  only: 'floor',
  value: (order) => order.picker ?? '',
  cell: (order) =>
    orderCan.assign(order, user) === null ? (
      <AssignButton order={order} onAssign={onAssign} />
    ) : (
      (order.picker ?? '–')
    ),
})

/**
 * A248, A250: some columns are for staff, one for those who may see payments, whether staff or not. The picker, after the ten of A037,
 * is for those who pick.
 */
export function orderColumns(user: User, options: OrderColumnsOptions): readonly Column<OrderRow>[] {
  const sees = {
    staff: user.is_staff,
    payments: user.can_see_payments_column,
    floor: can(user, 'orders.pick'),
    picker: isPicker(user),
  }
  return all(user, options).filter(({ only }) => !only || sees[only])
}

function AssignButton({ order, onAssign }: { order: OrderRow } & Pick<OrderColumnsOptions, 'onAssign'>) {
  const { id, picker } = order
  return (
    <UnstyledButton
      className={classes.assign}
      aria-label={
        picker ? `${picker} picks order ${id}: assign another picker` : `Assign a picker to order ${id}`
      }
      onClick={() => onAssign(order)}
    >
      {picker ?? 'Assign'}
    </UnstyledButton>
  )
}

/** A046. */
function OrderLink({ id }: { id: number }) {
  return (
    <Link to={to.order(id)} aria-label={`Edit order ${id}`} className={classes.orderLink}>
      <IconPencil size={16} aria-hidden />
      {id}
    </Link>
  )
}

/** A customer's total of an order, which leads to its invoice where there is one. */
export function InvoicedTotal({ order, show = showMoney }: { order: OrderRow; show?: typeof showMoney }) {
  const { person } = useSignedIn()
  if (order.invoice_total === null) return 'Pending'
  const total = show(order.invoice_total)
  if (!can(person, 'invoices.own')) return total
  return (
    <Link to={to.invoice(order.id)} aria-label={`${total}: open the invoice of order ${order.id}`}>
      {total}
    </Link>
  )
}

/** B243: the counts may be absent from a row of the server. */
interface PickingProps {
  order: Pick<OrderRow, 'picking_complete'> & Partial<Pick<OrderRow, 'items_count' | 'picked_count'>>
}

function Picking({ order: { picking_complete, items_count, picked_count } }: PickingProps) {
  return picking_complete ? (
    <Chip tone="ok" icon={<IconCheck aria-hidden />}>
      Yes
    </Chip>
  ) : (
    <Chip tone="plain" icon={<IconClock aria-hidden />}>
      {items_count === undefined || picked_count === undefined
        ? 'No'
        : `No · ${picked_count} of ${items_count}`}
    </Chip>
  )
}

/** A165–A169. */
export function PaidStatus({ order }: { order: OrderRow }) {
  const { tone, label, opensInvoice } = paidChip(order.paid_status, order.paid_status_label)
  const chip = <Chip tone={tone}>{label}</Chip>
  if (!opensInvoice) return chip
  return (
    <Link
      to={to.invoice(order.id)}
      className={classes.chipLink}
      aria-label={`${label}: open the invoice of order ${order.id}`}
    >
      {chip}
    </Link>
  )
}
