/** An explicit Save: what is stored is sent at once, and the server's answer is told (readings, "Offline"). */
import type { OutboxRecord } from '#src/db/database.ts'
import { ofEach } from '#src/db/of-each.ts'
import type { Engine } from './engine.ts'

/** Longer than this nobody waits: what is stored is safe, and its answer comes by the saving status. */
const PATIENCE_MS = 5_000

export interface SavedOrders {
  /** What the server did not take of these orders, now or before. */
  refused: OutboxRecord[]
  /** What it did not take just now of no order at all: a barcode that was linked. */
  ofNoOrder: OutboxRecord[]
  /** How many changes are stored here and wait to be sent. */
  waiting: number
}

type Saving = Pick<Engine, 'saveNow' | 'status'>

export async function saveOrders(
  engine: Saving & Pick<Engine, 'db'>,
  orders: readonly number[],
): Promise<SavedOrders> {
  const saved = await inTime(engine.saveNow())
  const waiting = saved ? saved.waiting : engine.status.get().waiting
  const all = await ofEach(engine.db.outbox, 'order', orders)
  return {
    refused: all.filter(({ state }) => state !== 'pending'),
    ofNoOrder: saved?.refused.filter(({ order }) => order === null) ?? [],
    waiting,
  }
}

/** What the server refused of some rows that were just stored; nothing where it took them or is out of reach. */
export async function refusedOf(engine: Saving, ids: ReadonlySet<string>): Promise<OutboxRecord[]> {
  if (!engine.status.get().serverReachable) return []
  const saved = await inTime(engine.saveNow())
  return saved?.refused.filter(({ entity_id }) => ids.has(entity_id)) ?? []
}

function inTime<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))])
}
