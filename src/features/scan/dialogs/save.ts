/** The outcome of a Save on the scan screen, in the server's words. */
import { editedLineOf } from '#contract/orders/merged-edits.ts'
import { errorText } from '#src/api/errors.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { isByField, refusalWords } from '#src/picking/refusal-words.ts'
import type { SaveOutcome } from '#src/picking/SaveResult.tsx'
import { saveOrders } from '#src/sync/save-orders.ts'

export async function saveScan(
  engine: Pick<Engine, 'saveNow' | 'status' | 'db'>,
  orders: readonly number[],
): Promise<SaveOutcome> {
  try {
    const { refused, ofNoOrder, waiting } = await saveOrders(engine, orders)
    return { problems: [...refused, ...ofNoOrder].map(refusalOfScan), isUnderSync: true, waiting }
  } catch (error) {
    return { problems: [errorText(error)], isUnderSync: false, waiting: 0 }
  }
}

/** A317: an answer by field is listed with the order item that it is about. */
export const refusalOfScan = (record: OutboxRecord): string =>
  isByField(record)
    ? `Order item ${editedLineOf(record) ?? record.entity_id}\n${refusalWords(record)}`
    : refusalWords(record)
