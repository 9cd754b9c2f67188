/** An explicit Save: what is stored is sent at once, and the server's answer is told (readings, "Offline"). */
import type { OutboxRecord } from '#src/db/database.ts'
import { ofEach } from '#src/db/of-each.ts'
import type { Engine } from '#src/sync/engine.ts'
import type { Act } from '#contract/orders/acts.ts'

/** Longer than this nobody waits on the floor: what is stored is safe, and its answer comes by the saving status. */
const PATIENCE_MS = 5_000

export interface SaveOutcome {
  /** What the server did not take of these orders, now or before, in its words; empty where it has taken everything. */
  refused: string[]
  /** Edits that are stored here and wait to be sent. */
  waiting: number
}

type Saving = Pick<Engine, 'saveNow' | 'status'>

export async function saveScan(
  engine: Saving & Pick<Engine, 'db'>,
  orders: readonly number[],
): Promise<SaveOutcome> {
  const saved = await inTime(engine.saveNow())
  const waiting = saved ? saved.waiting : engine.status.get().unsent
  const all = await ofEach(engine.db.outbox, 'order', orders)
  const left = all.filter(({ state }) => state !== 'pending')
  // A barcode that was linked is of no order.
  const others = saved?.refused.filter(({ order }) => order === null) ?? []
  return { refused: [...left, ...others].map(refusalText), waiting }
}

/** What the server refused of an act that was just stored; null where it took it, or where it is out of reach. */
export async function sendAct(engine: Saving, act: Act): Promise<string | null> {
  if (!engine.status.get().serverReachable) return null
  const saved = await inTime(engine.saveNow())
  const rows = new Set(act.edits.map((edit) => edit.entity_id))
  const refused = saved?.refused.filter((record) => rows.has(record.entity_id)) ?? []
  return refused.length > 0 ? refused.map(refusalText).join('\n') : null
}

/** A317: the server's message or detail; an answer by field is listed with the order item that it is about. */
export function refusalText({ answer, last_error, entity, call, entity_id }: OutboxRecord): string {
  const fields = Object.entries(answer?.fields ?? {})
  if (fields.length === 0) return answer?.message ?? last_error ?? 'The server gave no reason.'
  const item = entity === 'ordersubitems' ? call.body?.['order_item'] : entity_id
  return [
    `Order item ${typeof item === 'string' ? item : entity_id}`,
    ...fields.map(([field, message]) => `${field}: ${message}`),
  ].join('\n')
}

function inTime<T>(work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))])
}
