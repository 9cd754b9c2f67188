/** One order and its lines: live from the device, or from the server where the device does not store the order. */
import type { OrderRow } from '#contract/orders/schema.ts'
import { NetworkError } from '#src/api/errors.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { useServerReachable } from '#src/kit/use-sync-status.ts'
import { META, readMeta } from '#src/sync/store/meta.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { joinLines, type OrderLine } from './lines.ts'
import { orderQuery, type LoadedOrder } from './queries.ts'

export interface OrderView {
  /** null while it is not known. */
  order: OrderRow | null
  lines: readonly OrderLine[] | null
  /** The order is not here and could not be loaded. */
  failure: unknown
  /** Asks the server again, after the order was changed there. */
  reload: () => void
}

/** Reads an order from the device; null where the device does not store it, or not yet. */
export async function fromDevice(db: LarderDatabase, id: number): Promise<LoadedOrder | null> {
  const order = await db.orders.get(id)
  if (!order) return null
  const items = await db.items.where('order').equals(id).toArray()
  // A first pull stores the orders before their items. Until it is complete, an order without its items is
  // not whole.
  const isComing = items.length === 0 && order.items_count > 0
  if (isComing && (await readMeta<number>(db, META.lastPull)) === undefined) return null
  const products = await db.products.bulkGet([...new Set(items.map(({ product }) => product))])
  return { order, lines: joinLines(items, products) }
}

export function useOrder(id: number): OrderView {
  const { engine } = useSignedIn()
  const { db } = engine
  const reachable = useServerReachable()
  // undefined while the disk is read; null where the order is not there.
  const kept = useLiveQuery(() => fromDevice(db, id), [db, id])
  const ask = kept === null
  const asked = useServerQuery(orderQuery(id), { enabled: ask })
  const view = kept ?? (ask ? asked.value : null)
  const isBeyondReach = ask && !asked.value && !reachable
  return {
    order: view?.order ?? null,
    lines: view?.lines ?? null,
    failure: isBeyondReach ? BEYOND_REACH : ask && !asked.value ? asked.failure : null,
    reload: asked.reload,
  }
}

const BEYOND_REACH = new NetworkError('unreachable')
