/** The orders of the server, for what the device does not hold. */
import { OrderItem, OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { fetchProducts } from '#src/api/products.ts'
import type { FetchPage, Page } from '#src/ui/use-paged-rows.ts'
import { joinLines, type OrderLine } from './lines.ts'

/** A267: `{count, results}` for a page, a plain list with no_page. */
type Answer = OrderRow[] | { count: number; results: OrderRow[] }

/**
 * One page of the orders, or all of them. The rows are not checked against the schema: a thousand orders are taken as
 * they are, and nothing is stored of them.
 */
export function orderPages(client: Client): FetchPage<OrderRow> {
  return async (page): Promise<Page<OrderRow>> => {
    const answer = await client.api<Answer>('GET', 'orders/', {
      query: page === 'all' ? { no_page: 1 } : page,
    })
    return Array.isArray(answer)
      ? { rows: answer, total: answer.length }
      : { rows: answer.results, total: answer.count }
  }
}

export interface LoadedOrder {
  order: OrderRow
  lines: OrderLine[]
}

/** B206, B208, B211: an order, its items and what their products add. */
export async function loadOrder(client: Client, id: number): Promise<LoadedOrder> {
  const [order, items] = await Promise.all([
    client.api('GET', `orders/${id}`, { schema: OrderRow }),
    client.api('GET', 'orderitems', { query: { order: id, no_page: 1 }, schema: OrderItem.array() }),
  ])
  const upcs = [...new Set(items.map(({ product }) => product))]
  const products = await fetchProducts(client, upcs, { company_location: order.company_location.id })
  return { order, lines: joinLines(items, products) }
}

export const deleteOrder = (client: Client, id: number) => client.api('DELETE', `orders/${id}`)
export const unlockOrder = (client: Client, id: number) => client.api('POST', `orders/${id}/unlock`)
