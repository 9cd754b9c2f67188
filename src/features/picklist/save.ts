/** An explicit Save: what is stored is sent at once, and the server's answer is told (readings, "Offline"). */
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { ofEach } from '#src/db/of-each.ts'

/** Longer than this nobody waits: what is stored is safe, and its answer comes by the saving status. */
const PATIENCE_MS = 5_000

export interface SaveOutcome {
  /** What the server did not take, of these orders, now or before. */
  refused: readonly OutboxRecord[]
  /** Edits that are stored here and wait to be sent. */
  waiting: number
}

export async function savePickList(
  engine: Pick<Engine, 'saveNow' | 'status' | 'db'>,
  orders: readonly number[],
): Promise<SaveOutcome> {
  const saved = await inTime(engine.saveNow())
  const waiting = saved ? saved.waiting : engine.status.get().unsent
  const all = await ofEach(engine.db.outbox, 'order', orders)
  return { refused: all.filter(({ state }) => state !== 'pending'), waiting }
}

/** What the server refused of some rows that were just stored; null where it took them or is out of reach. */
export async function refusedOf(
  engine: Pick<Engine, 'saveNow' | 'status'>,
  ids: ReadonlySet<string>,
): Promise<readonly OutboxRecord[]> {
  const { serverReachable, online } = engine.status.get()
  if (!(serverReachable ?? online)) return []
  const saved = await inTime(engine.saveNow())
  return saved?.refused.filter(({ entity_id }) => ids.has(entity_id)) ?? []
}

function inTime<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))])
}
