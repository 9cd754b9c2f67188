/** An explicit Save: sends what is stored at once, and reports the server's answer (readings, "Offline"). */
import type { OutboxRecord } from '#src/db/database.ts'
import { ofEach } from '#src/db/of-each.ts'
import type { Engine } from './engine.ts'

/** The longest wait: stored edits are safe, and the saving status shows their answers. */
const PATIENCE_MS = 5_000

export interface SavedOrders {
  /** The edits of these orders that the server did not take, now or before. */
  refused: OutboxRecord[]
  /** The edits of no order that it did not take just now, such as a linked barcode. */
  ofNoOrder: OutboxRecord[]
  /** The number of changes that are stored here and wait to be sent. */
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

/**
 * Returns what the server refused of some rows that were just stored; nothing where it took them, is out of reach, or
 * the device is signed out.
 */
export async function refusedOf(engine: Saving, ids: ReadonlySet<string>): Promise<OutboxRecord[]> {
  if (!engine.status.get().serverReachable) return []
  const saved = await inTime(engine.saveNow().catch(() => null))
  return saved?.refused.filter(({ entity_id }) => ids.has(entity_id)) ?? []
}

/**
 * Sends edits that were just stored, waits for the server's answer up to `PATIENCE_MS`, and returns what became of
 * them. `waits` where there is none yet: they are stored here and sent by themselves.
 *
 * @throws an Error in the server's words where it refused one, or another user changed the same
 */
export async function answerTo(
  engine: Saving & Pick<Engine, 'fatesOf'>,
  mutationIds: readonly string[],
): Promise<'saved' | 'waits'> {
  const sending = engine.saveNow().catch(() => null)
  if (!engine.status.get().serverReachable) return 'waits'
  await inTime(sending)
  const fates = [...(await engine.fatesOf(mutationIds)).values()]
  const against = fates.find(({ is }) => is === 'refused' || is === 'conflict')
  if (against)
    throw new Error(`${against.answer?.message ?? 'The server gave no reason.'}\nIt is kept under Sync.`)
  return fates.every(({ is }) => is === 'applied') ? 'saved' : 'waits'
}

function inTime<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))])
}
