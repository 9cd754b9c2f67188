/** The orders of some days as the bulk screens see them. */
import { DetailedItem, OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'

/** B159, C186. */
export type OrderState = 'Not picked complete' | 'Picked complete, not invoiced' | 'Invoiced'

export const orderState = ({
  invoiced,
  picking_complete,
}: Pick<OrderRow, 'invoiced' | 'picking_complete'>): OrderState =>
  invoiced ? 'Invoiced' : picking_complete ? 'Picked complete, not invoiced' : 'Not picked complete'

/** B102, C163. */
export const customerName = ({ customer }: Pick<OrderRow, 'customer'>): string => customer || 'Anonymous'

export interface Days {
  /** `YYYY-MM-DD`, both included. */
  start: string
  end: string
}

/** B238. `withAddresses`: the delivery ticket needs the ship-to (B239, C314). */
export const fetchOrders = (
  client: Client,
  { start, end }: Days,
  withAddresses: boolean,
  signal: AbortSignal,
) =>
  client.api('GET', 'orders', {
    query: {
      no_page: 1,
      start_date: start,
      end_date: end,
      ...(withAddresses && { include_company_location_addresses: 'True' }),
    },
    schema: OrderRow.array(),
    signal,
  })

/** B209, C335: the items of orders, with their products' facts. */
export const fetchItems = (client: Client, orders: readonly number[], signal?: AbortSignal) =>
  client.api('GET', 'orderitems/', {
    query: { order: orders, product_detail: 'True', no_page: 1 },
    schema: DetailedItem.array(),
    ...(signal && { signal }),
  })
