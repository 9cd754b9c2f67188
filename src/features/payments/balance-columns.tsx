import type { OpenBalance } from '#contract/invoices/balances.ts'
import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { showDay } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { sumColumn } from '#src/ui/table/sum-column.ts'

export const BALANCE_COLUMNS: Column<OpenBalance>[] = [
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
  sumColumn('credits', 'Credits waiting'),
]
