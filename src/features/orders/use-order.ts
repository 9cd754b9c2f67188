/** One order and its lines: live from the device, or from the server for one that the device does not keep. */
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
  /** It is neither here nor could it be loaded. */
  failure: unknown
  /** Asks the server again, after something was done there. */
  reload: () => void
}

/** What the device keeps of an order; null where it does not keep it, or not yet. */
export async function fromDevice(db: LarderDatabase, id: number): Promise<LoadedOrder | null> {
  const order = await db.orders.get(id)
  if (!order) return null
  const items = await db.items.where('order').equals(id).toArray()
  // A first pull brings the orders before their items: until it is over, an order without them is not wholly here.
  const isComing = items.length === 0 && order.items_count > 0
  if (isComing && (await readMeta<number>(db, META.lastPull)) === undefined) return null
  const products = await db.products.bulkGet([...new Set(items.map(({ product }) => product))])
  return { order, lines: joinLines(items, products) }
}

export function useOrder(id: number): OrderView {
  const { engine } = useSignedIn()
  const { db } = engine
  const reachable = useServerReachable()
  // undefined: still asking the disk; null: it is not there.
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
