/** What can be changed of orders without a network (A261, A271; docs/decisions/0271). */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { ApiError } from '#src/api/errors.ts'
import type { Engine } from '#src/sync/engine.ts'
import { answerTo } from '#src/sync/save-orders.ts'

export type OrderFieldPatch = Partial<Pick<OrderRow, 'placed_date' | 'delivery_date' | 'note' | 'picker'>>

/**
 * Stores the change of each order on the device, sends it and waits for the server's answer (readings, "Offline"): `waits` where it is
 * stored and not answered yet. Orders that the device does not keep are changed on the server.
 * Rejects with the reason when it is refused, cannot be stored, or the server is needed and not there.
 */
export async function editOrders(
  engine: Engine,
  orders: readonly OrderRow[],
  patch: OrderFieldPatch,
): Promise<'saved' | 'waits'> {
  const editOf = ({ id }: OrderRow) =>
    ({ entity: 'orders', entity_id: String(id), order: id, method: 'PATCH', body: patch }) as const
  const kept = await engine.db.orders.bulkGet(orders.map(({ id }) => id))
  const here = orders.filter((_, n) => kept[n])
  const away = orders.filter((_, n) => !kept[n])
  let refusal: ApiError | null = null
  try {
    if (away.length > 0) await engine.sendAway(away.map(editOf), away)
  } catch (error) {
    // What the server refuses of one order does not stop the change of the others.
    if (!(error instanceof ApiError)) throw error
    refusal = error
  }
  const end = here.length === 0 ? 'saved' : await storeEdits(engine, here.map(editOf))
  if (refusal) throw refusal
  return end
}

async function storeEdits(engine: Engine, edits: readonly NewEdit[]): Promise<'saved' | 'waits'> {
  const result = await engine.commit(edits)
  if (result.kind !== 'committed') throw new Error(result.message)
  return answerTo(
    engine,
    result.records.map(({ mutation_id }) => mutation_id),
  )
}
