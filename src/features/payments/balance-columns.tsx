import type { OpenBalance } from '#contract/invoices/balances.ts'
import { cents, money } from '#contract/money.ts'
import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { showDay, showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'

type Sum = 'invoiced' | 'paid' | 'discounts' | 'pending' | 'open' | 'overdue' | 'credits'

const sumColumn = (id: Sum, label: string, more: Partial<Column<OpenBalance>> = {}): Column<OpenBalance> => ({
  id,
  label,
  align: 'right',
  value: (row) => cents(row[id]),
  text: (row) => showMoney(row[id]),
  exported: (row) => row[id],
  isZeroDash: true,
  foot: (rows) => showMoney(money(rows.reduce((all, row) => all + cents(row[id]), 0n))),
  ...more,
})

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
