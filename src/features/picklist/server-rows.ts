/** What the device does not keep, from the server: orders beyond its days, products beyond its catalogue. */
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
import { fetchProducts } from '#src/queries/products.ts'

/** Orders of some days with their customers, for the generator. */
export const fetchListedOrders = (client: Client, start: string, end: string, signal?: AbortSignal) =>
  client.api('GET', 'orders', {
    query: { no_page: 1, start_date: start, end_date: end },
    schema: OrderRow.array(),
    ...(signal && { signal }),
  })

/** Orders named in one call: beyond that an address grows too long for a proxy. */
const ORDER_BATCH = 100

/** Whole orders: an order that is gone is left out. With the list's days all of them come in one call. */
export async function fetchPickList(
  client: Client,
  ids: readonly number[],
  { start, end }: { start: string | null; end: string | null },
  signal: AbortSignal,
): Promise<PickedRows> {
  const listed = start && end ? await fetchListedOrders(client, start, end, signal) : []
  const known = new Map(listed.map((order) => [order.id, order]))
  const orders = await Promise.all(
    ids.map(
      async (id) =>
        known.get(id) ?? client.api('GET', `orders/${id}`, { schema: OrderRow, signal }).catch(gone),
    ),
  )
  const found = orders.filter((order) => order !== null)
  const items: OrderItem[] = []
  for (let from = 0; from < found.length; from += ORDER_BATCH)
    items.push(
      ...(await client.api('GET', 'orderitems', {
        query: { order: found.slice(from, from + ORDER_BATCH).map(({ id }) => id), no_page: 1 },
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

function gone(error: unknown): null {
  if ((error as { status?: number }).status === 404) return null
  throw error
}

/** A285, A286: products that the device does not keep, with the substitutes of each. */
export const fetchPickProducts = (client: Client, upcs: readonly string[]) =>
  fetchProducts(client, upcs, { substitution_detail: true })

/** A291, A292: what the spreadsheet is made of; the order is repeated, once per order. */
export const fetchExport = (client: Client, warehouse: number, orders: readonly number[]) =>
  client.api('GET', 'productedit', {
    query: { no_page: 1, include_inactive: true, warehouse, order: orders },
    schema: Product.array(),
  })
