import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import { useRead, type Reading } from '#src/ui/use-read.ts'
import { useCallback } from 'react'
import { fetchOrders, type Days } from './orders.ts'

/** The orders of some days as the server has them. Other days are asked for at once (B237). */
export function useOrdersOf(
  client: Client,
  { start, end }: Days,
  serverReachable: boolean,
  withAddresses = false,
): Reading<readonly OrderRow[]> & { reload: () => void } {
  const read = useCallback(
    async (signal: AbortSignal) => ({
      start,
      end,
      orders: (await fetchOrders(client, { start, end }, withAddresses, signal)).sort((a, b) => a.id - b.id),
    }),
    [client, start, end, withAddresses],
  )
  const { value, ...reading } = useRead(read, serverReachable)
  const isCurrent = value?.start === start && value.end === end
  return { ...reading, value: isCurrent ? value.orders : null }
}
