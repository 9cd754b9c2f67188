/** Merges orders as the office while others pick them, and models how the server must treat edits of merged lines. */
import type { Mutation } from '#contract/sync/mutation.ts'
import type { Chance } from './chance.ts'
import type { SimServer } from './server.ts'
import type { Sim } from './sim.ts'

type Values = Record<string, unknown>

/** Merges one of the orders into another one, whatever edits devices still hold of it. */
export async function mergeOrders(sim: Sim, chance: Chance): Promise<string> {
  const base_order = 1 + chance.whole(3)
  const other = 1 + ((base_order + chance.whole(2)) % 3)
  const body = { base_order, orders_to_merge: [other], confirm_unsent: true }
  const { status } = await sim.server.officeCall('POST', 'mergeorders/', body)
  await sim.model.take(sim.server)
  return `the office merges order ${other} into ${base_order} → ${status}`
}

/** The surviving line of a merged one. */
export interface Left {
  id: string
  units_ordered: number
}

/** Returns the surviving lines, by the id of the merged line. */
export async function readLeft(server: SimServer): Promise<Map<string, Left>> {
  const rows = await server.rows<Left & { gone: string }>(
    'select m.id as gone, i.id, i.units_ordered from merged_lines m join order_items i on i.id = m.into_id',
  )
  return new Map(rows.map(({ gone, ...left }) => [gone, left]))
}

/** Returns the surviving orders, by the number of the merged one. */
export async function readInto(server: SimServer): Promise<Map<number, number>> {
  const rows = await server.rows<{ id: number; into_id: number }>('select id, into_id from merged_orders')
  return new Map(rows.map(({ id, into_id }) => [id, into_id]))
}

/**
 * Returns an edit as the server must have taken it: an edit of a merged line is one of the surviving line. Its author's
 * count is added: a scan's number, or the difference between a typed quantity and the one that they saw. A smaller line
 * that is picked does not make the larger one picked.
 * @param line the surviving line, as it was before
 */
export function asForwarded(
  mutation: Mutation,
  { id, units_ordered }: Left,
  line: Values,
  seen: Values | null | undefined,
): Mutation {
  const { entity, call, adds } = mutation
  const { unit_quantity, picked, scanned, ...fields } = (call.body ?? {}) as Values
  if (entity === 'ordersubitems')
    return { ...mutation, call: { ...call, body: { ...call.body, order_item: id } } }
  // No screen showed the row between storing and sending in one step, so only the edit itself has seen it.
  const before = Number((seen ?? mutation.base.values)['unit_quantity'])
  const typed = unit_quantity === undefined ? 0 : Number(unit_quantity) - before
  const by = adds?.unit_quantity ?? typed
  const isComplete = Number(line['unit_quantity']) + by >= units_ordered
  const body = {
    ...fields,
    ...(picked !== undefined && (isComplete || picked === false) && { picked }),
    ...(scanned !== undefined && isComplete && { scanned }),
  }
  return {
    ...mutation,
    entity_id: id,
    call: { ...call, body },
    adds: by === 0 ? null : { unit_quantity: by },
  }
}
