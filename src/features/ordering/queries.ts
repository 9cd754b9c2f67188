/** What ordering asks of the server and keeps (A300, A302, B212, B213). */
import { OrderList, OrderListPrice } from '#contract/order-lists/schema.ts'
import type { Client } from '#src/api/client.ts'
import { KEPT } from '#src/kit/query-client.ts'
import { queryOptions } from '@tanstack/react-query'

/** A company's visible lists. */
export const orderListsQuery = (client: Client, company: number | undefined) =>
  queryOptions({
    ...KEPT,
    queryKey: ['orderlists', company],
    queryFn: () =>
      client.api('GET', 'orderlists', {
        query: { no_page: 1, visible: 'True', company_id: company },
        schema: OrderList.array(),
      }),
  })

export const listPricesQuery = (client: Client, list: number) =>
  queryOptions({
    ...KEPT,
    queryKey: ['orderlistprices', list],
    queryFn: () =>
      client.api('GET', 'orderlistprices', {
        query: { no_page: 1, order_list: list },
        schema: OrderListPrice.array(),
      }),
  })

/** Those of the customer's own locations, the first location's first. */
export const listsOf = (lists: readonly OrderList[], locations: readonly number[]): OrderList[] =>
  lists
    .filter(
      (list) => list.active && list.company_location !== null && locations.includes(list.company_location),
    )
    .sort((a, b) => locations.indexOf(a.company_location!) - locations.indexOf(b.company_location!))
