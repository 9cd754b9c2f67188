import type { OpenBalance } from '#contract/invoices/balances.ts'
import type { InvoiceSummary } from '#contract/invoices/summary.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { showDay } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { dayColumn } from '#src/ui/table/day-column.ts'
import { sumColumn } from '#src/ui/table/sum-column.ts'

/** How many days ago a day was; null where it is not over yet. */
const daysSince = (day: string | null, today: string): number | null => {
  const days = day === null ? 0 : (Date.parse(today) - Date.parse(day)) / 86_400_000
  return days > 0 ? days : null
}

const overdueDays = <Row,>(dueOf: (row: Row) => string | null, today: string): Column<Row> => ({
  id: 'late',
  label: 'Days overdue',
  align: 'right',
  value: (row) => daysSince(dueOf(row), today),
  isZeroDash: true,
})

/** By customer. @param today the distributor's day */
export const balanceColumns = (today: string): Column<OpenBalance>[] => [
  {
    id: 'customer',
    label: 'Customer',
    value: ({ name }) => name,
    cell: ({ company_location, name }) => <Link to={to.customer(company_location)}>{name}</Link>,
    wide: true,
  },
  { id: 'invoices', label: 'Invoices', align: 'right', value: ({ invoices }) => invoices, offCard: true },
  sumColumn('invoiced', 'Invoiced'),
  sumColumn('paid', 'Paid'),
  sumColumn('discounts', 'Discounts', { offCard: true }),
  sumColumn('pending', 'Pending'),
  sumColumn('open', 'Open', { badge: true }),
  sumColumn('overdue', 'Overdue'),
  {
    id: 'due',
    label: 'Oldest due',
    value: ({ oldest_due }) => oldest_due,
    text: ({ oldest_due }) => showDay(oldest_due),
    exported: ({ oldest_due }) => oldest_due ?? '',
    // Nothing is due: no line on a card.
    isZeroDash: true,
  },
  overdueDays(({ oldest_due }) => oldest_due, today),
  sumColumn('credits', 'Credits waiting'),
]

/** By invoice: those that are not paid. @param today the distributor's day */
export const openInvoiceColumns = (today: string): Column<InvoiceSummary>[] => [
  {
    id: 'invoice',
    label: 'Invoice',
    value: ({ id }) => id,
    cell: ({ id }) => <Link to={to.invoice(id)}>{id}</Link>,
  },
  { id: 'company', label: 'Customer', value: ({ company }) => company, wide: true },
  dayColumn('delivery_date', 'Delivered', ({ delivery_date }) => delivery_date),
  dayColumn('due_date', 'Due', ({ due_date }) => due_date),
  overdueDays(({ due_date }) => due_date, today),
  sumColumn('grand_total', 'Total', { offCard: true }),
  sumColumn<'due', InvoiceSummary>('due', 'Open', { badge: true }),
]
