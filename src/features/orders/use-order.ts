/** One order and its lines: live from the device, or from the server for one that the device does not keep. */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { META, readMeta } from '#src/sync/meta.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useState } from 'react'
import { joinLines, type OrderLine } from './lines.ts'
import { loadOrder, type LoadedOrder } from './queries.ts'

export interface OrderView {
  /** null while it is not known. */
  order: OrderRow | null
  lines: readonly OrderLine[] | null
  /** Only an order that this device keeps can be edited: the edit is stored beside it. */
  onDevice: boolean
  /** It is neither here nor could it be loaded. */
  failure: unknown
  /** Asks the server again, after something was done there. */
  reload: () => void
}

interface Answer {
  id: number
  /** Which asking it answers. */
  round: number
  found: LoadedOrder | null
  failure: unknown
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

export function useOrder(client: Client, db: LarderDatabase, id: number): OrderView {
  // undefined: still asking the disk; null: it is not there.
  const kept = useLiveQuery(() => fromDevice(db, id), [db, id])
  const [loaded, setLoaded] = useState<Answer | null>(null)
  const [round, setRound] = useState(0)
  const ask = kept === null

  useEffect(() => {
    if (!ask) return undefined
    let left = false
    const put = (found: LoadedOrder | null, failure: unknown) => {
      if (!left) setLoaded({ id, round, found, failure })
    }
    loadOrder(client, id).then(
      (found) => put(found, null),
      (failure: unknown) => put(null, failure),
    )
    return () => {
      left = true
    }
  }, [ask, client, id, round])

  const reload = useCallback(() => setRound((before) => before + 1), [])
  const answer = loaded?.id === id ? loaded : null
  const view = kept ?? (ask ? answer?.found : null)
  return {
    order: view?.order ?? null,
    lines: view?.lines ?? null,
    onDevice: Boolean(kept),
    failure: ask ? (answer?.failure ?? null) : null,
    reload,
  }
}
