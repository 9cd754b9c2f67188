/** The orders of some days: the device's own, and the server's for days that the device does not keep. */
import type { Days } from '#contract/day.ts'
import { errorText } from '#src/api/errors.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import type { Trouble } from '#src/ui/table/source.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import { ordersBetween } from './generator-choices.ts'
import { fetchListedOrders, type GeneratorOrder } from '../server-rows.ts'

export interface ListedOrdersReading {
  orders: readonly GeneratorOrder[]
  loading: boolean
  /** Some of these days' orders could not be read. */
  trouble: Trouble | null
  /** The device does not keep all of these days, and the server cannot be asked. */
  isPartial: boolean
}

interface ListedDays extends Days {
  /** The device keeps all of them. */
  isKept: boolean
}

export function useListedOrders(
  db: LarderDatabase,
  { start, end, isKept }: ListedDays,
  reachable: boolean,
): ListedOrdersReading {
  const kept = useLiveQuery(
    () => db.orders.where('delivery_date').between(start, end, true, true).toArray(),
    [db, start, end],
  )
  const wanted = !isKept && start <= end
  const { value, failure, busy, reload } = useServerQuery(
    {
      queryKey: ['orders', 'listed', { start, end }],
      read: (client, signal) => fetchListedOrders(client, { start, end }, signal),
    },
    { enabled: wanted },
  )
  const asks = wanted && reachable
  const orders = useMemo(() => {
    // The device's row replaces the server's: edits that are not sent yet are in it alone.
    const here = new Set(kept?.map(({ id }) => id))
    const others = (wanted && value?.filter(({ id }) => !here.has(id))) || []
    return ordersBetween<GeneratorOrder>([...(kept ?? []), ...others], start, end)
  }, [kept, wanted, value, start, end])

  return {
    orders,
    loading: kept === undefined || (asks && value === null && failure === null),
    trouble: asks && failure !== null ? { words: errorText(failure), retry: reload, isRetrying: busy } : null,
    isPartial: !isKept && !reachable,
  }
}
