/** The orders of the server, for what the device does not hold. */
import { OrderItem, OrderRow } from '#contract/orders/schema.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import { fetchProducts } from '#src/api/products.ts'
import type { Page, PagesQuery } from '#src/kit/use-rows.ts'
import type { TableState } from '#src/ui/table/column.ts'
import type { Days } from './days.ts'
import type { ServerQuery } from '#src/kit/use-server-query.ts'
import { joinLines, type OrderLine } from './lines.ts'

/** A267: `{count, results}` for a page, a plain list with no_page. */
type Answer = OrderRow[] | { count: number; results: OrderRow[] }

const keyOf = (order: OrderRow) => order.id

/** What the list is asked for beside its days, as the server answers it. */
export interface OrdersQuestion {
  search?: string
  status?: string
  filter_paid?: 1
  /** A column of the server's, with '-' before it the other way round. */
  ordering?: string
}

/** The server's columns by those of the list (A037). */
const ORDERINGS: Record<string, string> = {
  id: 'id',
  company: 'company',
  customer: 'customer',
  status: 'status',
  created: 'created_date',
  delivery: 'delivery_date',
  total: 'total',
  invoice: 'invoice_total',
  picking: 'picking_complete',
  paid: 'paid_status',
}

/** @param isStaff others see as total what is invoiced (A249), and sort by it */
export function orderingOf(sort: TableState['sort'], isStaff: boolean): string | undefined {
  if (!sort) return undefined
  const column = !isStaff && sort.column === 'total' ? 'invoice_total' : ORDERINGS[sort.column]
  return column && `${sort.descending ? '-' : ''}${column}`
}

/**
 * The orders that are delivered on these days, null for all. The rows are not checked against the schema: a thousand
 * orders are taken as they are, and nothing is stored of them.
 */
export const ordersQuery = (days: Days | null, question: OrdersQuestion = {}): PagesQuery<OrderRow> => ({
  queryKey: ['orders', days, question],
  keyOf,
  firstLimit: PAGE_SIZE_DEFAULT,
  async readPage(client, page, signal): Promise<Page<OrderRow>> {
    const answer = await client.api<Answer>('GET', 'orders/', {
      query: {
        ...(days && { start_date: days.start, end_date: days.end }),
        ...question,
        ...(page === 'all' ? { no_page: 1 } : page),
      },
      signal,
    })
    return Array.isArray(answer)
      ? { rows: answer, total: answer.length }
      : { rows: answer.results, total: answer.count }
  },
})

export interface LoadedOrder {
  order: OrderRow
  lines: OrderLine[]
}

/** B206, B208, B211: an order, its items and what their products add. */
export const orderQuery = (id: number): ServerQuery<LoadedOrder> => ({
  queryKey: ['orders', 'one', id],
  async read(client, signal) {
    const [order, items] = await Promise.all([
      client.api('GET', `orders/${id}`, { schema: OrderRow, signal }),
      client.api('GET', 'orderitems', {
        query: { order: id, no_page: 1 },
        schema: OrderItem.array(),
        signal,
      }),
    ])
    const upcs = [...new Set(items.map(({ product }) => product))]
    const products = await fetchProducts(client, upcs, { company_location: order.company_location.id })
    return { order, lines: joinLines(items, products) }
  },
})

/** All that is asked of the orders: what a change of one of them makes old. */
export const ORDERS_KEY = ['orders']

export const deleteOrder = (client: Client, id: number, confirmsExported: boolean) =>
  client.api('DELETE', `orders/${id}`, { ...(confirmsExported && { query: { confirm_exported: true } }) })
