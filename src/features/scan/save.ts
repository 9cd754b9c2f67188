/** What a Save on the scan screen came to, in the server's words. */
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { refusedOf, saveOrders } from '#src/sync/save-orders.ts'
import type { Act } from '#contract/orders/acts.ts'

export interface SaveOutcome {
  /** What the server did not take of these orders, now or before, in its words; empty where it has taken everything. */
  refused: string[]
  /** Edits that are stored here and wait to be sent. */
  waiting: number
}

export async function saveScan(
  engine: Pick<Engine, 'saveNow' | 'status' | 'db'>,
  orders: readonly number[],
): Promise<SaveOutcome> {
  const { refused, ofNoOrder, waiting } = await saveOrders(engine, orders)
  return { refused: [...refused, ...ofNoOrder].map(refusalText), waiting }
}

/** What the server refused of an act that was just stored; null where it took it, or where it is out of reach. */
export async function sendAct(engine: Pick<Engine, 'saveNow' | 'status'>, act: Act): Promise<string | null> {
  const refused = await refusedOf(engine, new Set(act.edits.map((edit) => edit.entity_id)))
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
