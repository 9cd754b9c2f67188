/** Saying who is to pick orders. */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Engine } from '#src/sync/engine.ts'
import { answerTo } from '#src/sync/save-orders.ts'

/** Orders that take this picker: an invoiced order is picked, and one that has the picker already stays as it is. */
export const assignable = (orders: readonly OrderRow[], picker: string | null): OrderRow[] =>
  orders.filter((order) => !order.invoiced && (order.picker ?? null) !== picker)

/**
 * Stores the picker of each order on the device, sends it and waits for the server's answer: `waits` where it is stored and not
 * answered yet. Orders that the device does not keep are changed on the server.
 * Rejects with the reason when it is refused, cannot be stored, or the server is needed and not there.
 *
 * @param picker a username; null for nobody
 */
export async function assignOrders(
  engine: Engine,
  orders: readonly OrderRow[],
  picker: string | null,
): Promise<'saved' | 'waits'> {
  const editOf = ({ id }: OrderRow) =>
    ({ entity: 'orders', entity_id: String(id), order: id, method: 'PATCH', body: { picker } }) as const
  const kept = await engine.db.orders.bulkGet(orders.map(({ id }) => id))
  const here = orders.filter((_, n) => kept[n])
  const away = orders.filter((_, n) => !kept[n])
  if (away.length > 0) await engine.sendAway(away.map(editOf), away)
  if (here.length === 0) return 'saved'
  const result = await engine.commit(here.map(editOf))
  if (result.kind !== 'committed') throw new Error(result.message)
  return answerTo(
    engine,
    result.records.map(({ mutation_id }) => mutation_id),
  )
}
