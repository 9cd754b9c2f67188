/** Fetches what the device does not keep: orders beyond its days, and products beyond its catalogue. */
import type { Days } from '#contract/day.ts'
import type { PickedRows } from '#contract/picking/lines.ts'
import {
  OrderItem,
  OrderItemRow,
  OrderRow,
  OrderSubitemRow,
  type OrderSubitemRow as Piece,
} from '#contract/orders/schema.ts'
import { Product } from '#contract/products/schema.ts'
import type { Client } from '#src/api/client.ts'
import { isNotFound } from '#src/api/errors.ts'
import { fetchProducts } from '#src/queries/products.ts'
import type { z } from 'zod'

/** B243: A149 does not list the counts. */
const GeneratorOrder = OrderRow.pick({
  id: true,
  customer: true,
  company_location: true,
  delivery_date: true,
  status_label: true,
  items_count: true,
  picked_count: true,
}).partial({ items_count: true, picked_count: true })
export type GeneratorOrder = z.infer<typeof GeneratorOrder>

const fetchOrdersBetween = <T>(
  client: Client,
  schema: z.ZodType<T>,
  { start, end }: Days,
  signal: AbortSignal,
) =>
  client.api('GET', 'orders', {
    query: { no_page: 1, start_date: start, end_date: end },
    schema: schema.array(),
    signal,
  })

/** Fetches the orders of some days with their customers, for the generator. */
export const fetchListedOrders = (client: Client, days: Days, signal: AbortSignal) =>
  fetchOrdersBetween(client, GeneratorOrder, days, signal)

/** The most orders that one call names. With more, its address would be too long for some proxies. */
const MOST_NAMED_ORDERS = 100

/**
 * Fetches whole orders, and leaves out an order that is gone. If the list has days, one call fetches all orders of these
 * days.
 */
export async function fetchPickList(
  client: Client,
  ids: readonly number[],
  { start, end }: { start: string | null; end: string | null },
  signal: AbortSignal,
): Promise<PickedRows> {
  const listed = start && end ? await fetchOrdersBetween(client, OrderRow, { start, end }, signal) : []
  const known = new Map(listed.map((order) => [order.id, order]))
  const orders = await Promise.all(
    ids.map(
      async (id) =>
        known.get(id) ?? client.api('GET', `orders/${id}`, { schema: OrderRow, signal }).catch(nullIfMissing),
    ),
  )
  const found = orders.filter((order) => order !== null)
  const items: OrderItem[] = []
  for (let from = 0; from < found.length; from += MOST_NAMED_ORDERS)
    items.push(
      ...(await client.api('GET', 'orderitems', {
        query: { order: found.slice(from, from + MOST_NAMED_ORDERS).map(({ id }) => id), no_page: 1 },
        schema: OrderItem.array(),
        signal,
      })),
    )
  return {
    orders: found,
    items: items.map((item) => OrderItemRow.parse(item)),
    pieces: items.flatMap(({ subitems }) => subitems.map((piece): Piece => OrderSubitemRow.parse(piece))),
  }
}

/** Returns null for an order that is not there, and throws every other error. */
function nullIfMissing(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

/** A285, A286: fetches products that the device does not keep, with the substitutes of each. */
export const fetchPickProducts = (client: Client, upcs: readonly string[]) =>
  fetchProducts(client, upcs, { substitution_detail: true })

/** A291, A292: fetches the products of the spreadsheet. The call repeats `order` for each order. */
export const fetchExport = (client: Client, warehouse: number, orders: readonly number[]) =>
  client.api('GET', 'productedit', {
    query: { no_page: 1, include_inactive: true, warehouse, order: orders },
    schema: Product.array(),
  })
