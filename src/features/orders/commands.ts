/** What can be changed of an order without a network (A261, A271). */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Engine } from '#src/sync/engine.ts'
import { answerTo } from '#src/sync/save-orders.ts'

export type OrderPatch = Partial<Pick<OrderRow, 'placed_date' | 'delivery_date' | 'note'>>

interface Where {
  engine: Engine
  onDevice: boolean
}

/**
 * Stores the change on the device, sends it and waits for the server's answer (readings, "Offline"): `waits` where it is stored and
 * not answered yet. An order that the device does not keep is changed on the server.
 * Rejects with the reason when it is refused, cannot be stored, or the server is needed and not there.
 */
export async function editOrder(
  { engine, onDevice }: Where,
  order: OrderRow,
  patch: OrderPatch,
): Promise<'saved' | 'waits'> {
  const edit = {
    entity: 'orders',
    entity_id: String(order.id),
    order: order.id,
    method: 'PATCH',
    body: patch,
  } as const
  if (!onDevice) {
    await engine.sendAway([edit], [order])
    return 'saved'
  }
  const result = await engine.commit([edit])
  if (result.kind !== 'committed') throw new Error(result.message)
  return answerTo(
    engine,
    result.records.map(({ mutation_id }) => mutation_id),
  )
}
