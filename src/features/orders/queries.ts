/** The queries of orders that the device does not hold, and their deletion. */
import { OrderItem, OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { isNotFound } from '#src/api/errors.ts'
import { fetchProducts } from '#src/queries/products.ts'
import { listQuery, type ListQuestion } from '#src/kit/list/list-query.ts'
import type { PagesQuery } from '#src/kit/list/use-rows.ts'
import type { Days } from '#contract/day.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { joinLines, type OrderLine } from './lines.ts'

const keyOf = (order: OrderRow) => order.id

/** What narrows and sorts the list beside its days: the parameters of the server's call. */
export interface OrdersQuestion extends ListQuestion {
  status?: string
  filter_paid?: 1
  picker?: string
  unassigned?: 1
}

/** The server's columns by those of the list (A037). */
const ORDERINGS = {
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
  picker: 'picker',
}

/** @param isStaff others see as total what is invoiced (A249), and sort by it */
export const orderingsFor = (isStaff: boolean): Record<string, string> =>
  isStaff ? ORDERINGS : { ...ORDERINGS, total: ORDERINGS.invoice }

/** The orders that are delivered on these days, null for all. */
export const ordersQuery = (days: Days | null, question: OrdersQuestion = {}): PagesQuery<OrderRow> =>
  listQuery({
    path: 'orders/',
    key: ['orders'],
    query: { ...(days && { start_date: days.start, end_date: days.end }), ...question },
    keyOf,
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

/** The key of every query of orders: a change of an order makes all of them old. */
export const ORDERS_KEY = ['orders']

/**
 * Deletes an order. An order that is not there counts as deleted, because the answer to an earlier call may have been
 * lost. An order that was merged into another one was not deleted. Rejects with the server's error.
 */
export async function deleteOrder(client: Client, id: number, confirmsExported: boolean): Promise<void> {
  const options = confirmsExported ? { query: { confirm_exported: true } } : {}
  try {
    await client.api('DELETE', `orders/${id}`, options)
  } catch (error) {
    if (!isNotFound(error) || 'merged_into' in error.body) throw error
  }
}
