/** Where the orders list comes from: the server while it is there, else this device. */
import type { OrderRow } from '#contract/orders/schema.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/spec.ts'
import type { Client } from '#src/api/client.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { usePagedRows, type RowSource } from '#src/ui/use-paged-rows.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { orderPages } from './queries.ts'

const keyOf = (order: OrderRow) => order.id
const nothing = () => undefined

export interface Orders extends RowSource<OrderRow> {
  /** Whether these are the orders that this device keeps, and not all there are. */
  fromDevice: boolean
}

export function useOrders(client: Client, db: LarderDatabase, serverReachable: boolean): Orders {
  const fetchPage = useMemo(() => (serverReachable ? orderPages(client) : null), [client, serverReachable])
  const server = usePagedRows(fetchPage, keyOf, PAGE_SIZE_DEFAULT)
  const fromDevice = !serverReachable || server.failed
  const kept = useLiveQuery(() => db.orders.orderBy('delivery_date').reverse().toArray(), [db])

  // What is edited here and not there yet is shown as it is here.
  const rows = useMemo(() => {
    if (fromDevice) return kept ?? []
    const here = new Map(kept?.map((order) => [order.id, order]))
    return server.rows.map((order) => {
      const mine = here.get(order.id)
      return mine && mine.version >= order.version ? mine : order
    })
  }, [fromDevice, kept, server.rows])

  if (!fromDevice) return { ...server, rows, fromDevice }
  return {
    rows,
    total: rows.length,
    loading: kept === undefined,
    failed: server.failed,
    loadMore: nothing,
    loadAll: nothing,
    fromDevice,
  }
}
