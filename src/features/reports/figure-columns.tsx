/** The columns of the figures. */
import type { Figures } from '#contract/reports/figures.ts'
import { cents } from '#contract/money.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import { showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { dayColumn } from '#src/ui/table/day-column.ts'
import { sumColumn } from '#src/ui/table/sum-column.ts'
import { linesAnHour, marginOf, shareOf, type Department } from './figures.ts'
import classes from './reports.module.css'

/** The share of a row in all sales, with a bar beside the number: the largest row's has the whole width. */
function share<Row>(rows: readonly Row[], of: (row: Row) => string): Column<Row> {
  const amounts = rows.map((row) => cents(of(row)))
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  const largest = amounts.reduce((most, amount) => (amount > most ? amount : most), 0n)
  const text = (row: Row) => shareOf(cents(of(row)), total) ?? '0.0'
  return {
    id: 'share',
    label: 'Share',
    value: (row) => cents(of(row)),
    text: (row) => `${text(row)} %`,
    exported: text,
    card: (row) => `${text(row)} %`,
    cell: (row) => (
      <span className={classes.share}>
        {text(row)} %
        <span
          className={classes.bar}
          style={{ inlineSize: `${largest > 0n ? Number((cents(of(row)) * 100n) / largest) : 0}px` }}
        />
      </span>
    ),
  }
}

const count = <Row,>(id: string, label: string, of: (row: Row) => number): Column<Row> => ({
  id,
  label,
  align: 'right',
  value: of,
  text: (row) => of(row).toLocaleString('en-US'),
  exported: (row) => String(of(row)),
})

type Day = Figures['days'][number]
export const dayColumns = (days: readonly Day[]): Column<Day>[] => [
  dayColumn('day', 'Day', ({ day }) => day),
  count('invoices', 'Invoices', ({ invoices }) => invoices),
  sumColumn('total', 'Sales'),
  share(days, ({ total }) => total),
]

type Customer = Figures['customers'][number]
export const customerColumns = (customers: readonly Customer[]): Column<Customer>[] => [
  {
    id: 'name',
    label: 'Customer',
    wide: true,
    value: ({ name }) => name,
    cell: ({ company_location, name }) => <Link to={to.customer(company_location)}>{name}</Link>,
  },
  count('invoices', 'Invoices', ({ invoices }) => invoices),
  sumColumn('total', 'Sales'),
  share(customers, ({ total }) => total),
]

/** The margin of the sales, in dollars and per cent; rows whose cost is not known have none. */
const margins = <Row extends { sales: string; cost: string | null }>(): Column<Row>[] => [
  {
    id: 'cost',
    label: 'Cost',
    align: 'right',
    value: ({ cost }) => (cost === null ? null : cents(cost)),
    text: ({ cost }) => showMoney(cost) || '–',
    exported: ({ cost }) => cost ?? '',
  },
  {
    id: 'margin',
    label: 'Margin',
    align: 'right',
    value: (row) => {
      const margin = marginOf(row)
      return margin === null ? null : cents(margin)
    },
    text: (row) => showMoney(marginOf(row)) || '–',
    exported: (row) => marginOf(row) ?? '',
  },
  {
    id: 'percent',
    label: 'Margin %',
    align: 'right',
    value: (row) => {
      const margin = marginOf(row)
      return margin === null ? null : Number(shareOf(cents(margin), cents(row.sales)) ?? 0)
    },
    text: (row) => {
      const margin = marginOf(row)
      return (margin !== null && shareOf(cents(margin), cents(row.sales))) || '–'
    },
  },
]

type Product = Figures['products'][number]
export const PRODUCT_COLUMNS: Column<Product>[] = [
  {
    id: 'name',
    label: 'Product',
    wide: true,
    value: ({ name }) => name,
    cell: ({ product, name }) => <Link to={to.product(product)}>{name}</Link>,
  },
  { id: 'department', label: 'Department', value: ({ department }) => department || null },
  count('units', 'Units', ({ units }) => units),
  count('cases', 'Cases', ({ cases }) => cases),
  sumColumn('sales', 'Sales'),
  ...margins<Product>(),
]

export const departmentColumns = (departments: readonly Department[]): Column<Department>[] => [
  { id: 'name', label: 'Department', wide: true, value: ({ name }) => name },
  count('products', 'Products', ({ products }) => products),
  sumColumn('sales', 'Sales'),
  sumColumn('known_sales', 'Sales with known cost', { offCard: true }),
  sumColumn('cost', 'Cost'),
  share(departments, ({ sales }) => sales),
]

type Picker = Figures['pickers'][number]
export const PICKER_COLUMNS: Column<Picker>[] = [
  { id: 'username', label: 'Picker', value: ({ username }) => username },
  count('lines', 'Lines', ({ lines }) => lines),
  count('minutes', 'Minutes', ({ minutes }) => minutes),
  {
    id: 'rate',
    label: 'Lines an hour',
    align: 'right',
    value: (picker) => linesAnHour(picker),
    text: (picker) => String(linesAnHour(picker) ?? '–'),
  },
]
