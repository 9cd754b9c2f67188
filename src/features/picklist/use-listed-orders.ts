/** The orders of some days: the device's own, and the server's for days that the device does not keep. */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { ordersBetween } from './generator-choices.ts'
import { fetchOrders } from './server-rows.ts'

export interface ListedOrders {
  orders: readonly OrderRow[]
  loading: boolean
  /** Why some of these days' orders may be missing, or null. */
  trouble: string | null
}

interface Days {
  start: string
  end: string
  /** The device keeps all of them. */
  isKept: boolean
}

export function useListedOrders(
  db: LarderDatabase,
  client: Client,
  { start, end, isKept }: Days,
  reachable: boolean,
): ListedOrders {
  const kept = useLiveQuery(
    () => db.orders.where('delivery_date').between(start, end, true, true).toArray(),
    [db, start, end],
  )
  const [fetched, setFetched] = useState<{ key: string; orders: OrderRow[]; trouble: string | null } | null>(
    null,
  )
  const key = `${start} ${end}`
  const asks = !isKept && reachable && start <= end

  useEffect(() => {
    if (!asks) return undefined
    const abort = new AbortController()
    fetchOrders(client, start, end, abort.signal).then(
      (orders) => setFetched({ key, orders, trouble: null }),
      (error: unknown) => {
        if (!abort.signal.aborted) setFetched({ key, orders: [], trouble: errorText(error) })
      },
    )
    return () => abort.abort()
  }, [asks, client, start, end, key])

  const answer = fetched?.key === key ? fetched : null
  const orders = useMemo(() => {
    // What is edited here and not there yet is shown as it is here.
    const here = new Set(kept?.map(({ id }) => id))
    const others = answer?.orders.filter(({ id }) => !here.has(id)) ?? []
    return ordersBetween([...(kept ?? []), ...others], start, end)
  }, [kept, answer, start, end])

  return {
    orders,
    loading: kept === undefined || (asks && !answer),
    trouble: isKept
      ? null
      : asks
        ? (answer?.trouble ?? null)
        : 'This device does not keep the orders of all these days, and the server is not in reach.',
  }
}
