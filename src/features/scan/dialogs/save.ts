/** What a Save on the scan screen came to, in the server's words. */
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
export function refusalText({ answer, last_error, entity, call, entity_id }: OutboxRecord): string {
  const fields = Object.entries(answer?.fields ?? {})
  if (fields.length === 0) return answer?.message ?? last_error ?? 'The server gave no reason.'
  const item = entity === 'ordersubitems' ? call.body?.['order_item'] : entity_id
  return [
    `Order item ${typeof item === 'string' ? item : entity_id}`,
    ...fields.map(([field, message]) => `${field}: ${message}`),
  ].join('\n')
}
