/** What a Save on the scan screen came to, in the server's words. */
import { lineOf } from '#contract/orders/forward.ts'
import { errorText } from '#src/api/errors.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import type { SaveOutcome } from '#src/picking/SaveResult.tsx'
import { saveOrders } from '#src/sync/save-orders.ts'

export async function saveScan(
  engine: Pick<Engine, 'saveNow' | 'status' | 'db'>,
  orders: readonly number[],
): Promise<SaveOutcome> {
  try {
    const { refused, ofNoOrder, waiting } = await saveOrders(engine, orders)
    return { problems: [...refused, ...ofNoOrder].map(refusalText), isUnderSync: true, waiting }
  } catch (error) {
    return { problems: [errorText(error)], isUnderSync: false, waiting: 0 }
  }
}

/** A317: the server's message or detail; an answer by field is listed with the order item that it is about. */
export function refusalText(record: OutboxRecord): string {
  const { answer, last_error, entity_id } = record
  const fields = Object.entries(answer?.fields ?? {})
  if (fields.length === 0) return answer?.message ?? last_error ?? 'The server gave no reason.'
  return [
    `Order item ${lineOf(record) ?? entity_id}`,
    ...fields.map(([field, message]) => `${field}: ${message}`),
  ].join('\n')
}
