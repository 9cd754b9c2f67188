/** Columns that several lists of payments have. */
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import type { Column } from '#src/ui/table/column.ts'

interface OfOrder {
  /** Null where the payment names no order. */
  order: number | null
  /** Null where the order is deleted. */
  location: string | null
}

export const orderColumn = <Row extends OfOrder>(): Column<Row> => ({
  id: 'order',
  label: 'Order',
  value: ({ order }) => order,
  cell: ({ order, location }) =>
    // A deleted order has no page.
    order !== null && location !== null ? <Link to={to.invoice(order)}>{order}</Link> : order,
})

export const companyColumn = <Row extends OfOrder>(): Column<Row> => ({
  id: 'company',
  label: 'Company',
  value: ({ location }) => location,
  wide: true,
})

export const providerColumn = <Row extends { url: string | null }>(): Column<Row> => ({
  id: 'provider',
  label: 'At the provider',
  value: ({ url }) => url,
  cell: ({ url }) =>
    url && (
      <a href={url} target="_blank" rel="noreferrer">
        Open
      </a>
    ),
})
