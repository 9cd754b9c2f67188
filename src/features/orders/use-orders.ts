/** Reads the orders list from the server, or from this device while the server is out of reach. */
import type { OrderRow } from '#contract/orders/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServedPages } from '#src/kit/list/use-rows.ts'
import type { RowSource } from '#src/ui/table/source.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { Days } from '#contract/day.ts'
import { ordersQuery, type OrdersQuestion } from './queries.ts'

const nothing = () => undefined
const HERE = 'These are the orders that this device keeps.'

export interface Orders extends RowSource<OrderRow> {
  /** Whether these are the orders that this device keeps, and not all there are. */
  fromDevice: boolean
}

/**
 * @param days of delivery; null for all
 * @param question what is searched, sorted and narrowed; null for nothing of it
 */
export function useOrders(days: Days | null, question: OrdersQuestion | null): Orders {
  const { engine } = useSignedIn()
  const { db } = engine
  const server = useServedPages(ordersQuery(days), question && ordersQuery(days, question))
  const { needsServer, trouble } = server
  const fromDevice = needsServer || (trouble !== null && server.rows.length === 0)
  const kept = useLiveQuery(() => db.orders.orderBy('delivery_date').reverse().toArray(), [db])

  // An edit that the server does not have yet is shown.
  const rows = useMemo(() => {
    if (fromDevice)
      return kept?.filter(({ delivery_date: day }) => !days || (day >= days.start && day <= days.end)) ?? []
    const here = new Map(kept?.map((order) => [order.id, order]))
    return server.rows.map((order) => {
      const mine = here.get(order.id)
      return mine && mine.version >= order.version ? mine : order
    })
  }, [fromDevice, kept, server.rows, days])

  if (!fromDevice) return { ...server, rows, fromDevice }
  return {
    rows,
    keyOf: server.keyOf,
    total: rows.length,
    isLoading: kept === undefined,
    trouble: trouble && { ...trouble, words: `${trouble.words}\n${HERE}` },
    // The screen says it itself, because it can go on with the orders that the device keeps.
    needsServer: false,
    loadMore: nothing,
    loadAll: nothing,
    isServed: false,
    fromDevice,
  }
}
