/** What can be changed of an order without a network (A261, A271). */
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Engine } from '#src/sync/engine.ts'

export type OrderPatch = Partial<Pick<OrderRow, 'placed_date' | 'delivery_date' | 'note'>>

/**
 * Stores the change on the device and then sends at once, without waiting for it: a save is done when it is stored
 * (readings, "Offline"). Rejects with the reason when it is refused or the device cannot store.
 */
export async function editOrder(engine: Engine, order: OrderRow, patch: OrderPatch): Promise<void> {
  const result = await engine.commit([
    { entity: 'orders', entity_id: String(order.id), order: order.id, method: 'PATCH', body: patch },
  ])
  if (result.kind !== 'committed') throw new Error(result.message)
  engine.saveNow().catch(() => undefined)
}
