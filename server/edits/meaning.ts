/**
 * What an edit means in the rows that were loaded for its batch: its order, its dependencies, and the form in which it
 * runs.
 */
import { hash } from 'node:crypto'
import { forwardEdit, forwardToOrder, editedLineOf, orderNamed } from '#contract/orders/merged-edits.ts'
import { placesOrder, stagedOf } from '#contract/orders/place.ts'
import { readStagedId } from '#contract/ordering/staged.ts'
import { Id } from '#contract/values.ts'
import { ENTITIES } from '#contract/sync/entities.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { Conflict } from '#contract/sync/outcome.ts'
import { sorted } from '../platform/keyed.ts'
import type { Moved } from '../platform/announce.ts'
import type { LoadedWorld } from './load-world.ts'

/** Returns the same text for two equal calls. The path's form and the order of fields do not count; `adds` does. */
export function fingerprint(m: Pick<Mutation, 'user_id' | 'entity' | 'entity_id' | 'call' | 'adds'>): string {
  const call = [m.user_id, m.call.method, m.entity, m.entity_id, sorted(m.call.body), sorted(m.adds)]
  return hash('sha256', JSON.stringify(call), 'base64url')
}

export const rowKey = (entity: string, id: string) => `${entity} ${id}`

/**
 * Returns the chain keys of an edit: its own row, the item that its piece belongs to, the staged products that are
 * placed.
 */
export function chain(m: Mutation, world: LoadedWorld): string[] {
  const own = rowKey(m.entity, m.entity_id)
  // A staged order is placed as its person left it.
  if (m.entity === 'orders') return [own, ...stagedOf(m).map((id) => rowKey('sharedcartitems', id))]
  if (m.entity !== 'ordersubitems') return [own]
  const item = m.call.body?.['order_item'] ?? world.subitem(m.entity_id)?.order_item
  return typeof item === 'string' ? [own, rowKey('orderitems', item)] : [own]
}

/**
 * Returns the order that an edit belongs to, by the server's own rows: the device's claim does not count. An order that
 * is being placed has no number yet.
 */
export function orderOf(m: Mutation, world: LoadedWorld): number | null {
  if (placesOrder(m)) return null
  if (m.entity === 'orders') return world.order(Number(m.entity_id))?.id ?? null
  const body = m.call.body ?? {}
  const { table, within } = ENTITIES[m.entity]
  if (within === 'order')
    return world.row(table, m.entity_id)?.order ?? Id.safeParse(body['order']).data ?? null
  if (m.entity === 'ordersubitems')
    return (
      world.subitem(m.entity_id)?.order ??
      (typeof body['order_item'] === 'string' ? (world.item(body['order_item'])?.order ?? null) : null)
    )
  return null
}

/**
 * Returns the edit as the server runs it. An edit of a line or an order that merging has put into another one becomes
 * an edit of that one, or its card.
 */
export function forwarded(edit: Mutation, world: LoadedWorld): { m: Mutation; card: Conflict | null } {
  const line = editedLineOf(edit)
  const left = line === null ? undefined : world.leftOf(line)
  const order = orderNamed(edit)
  const into = order === null ? undefined : world.intoOf(order)
  const m = left ? forwardEdit(edit, left) : into === undefined ? edit : forwardToOrder(edit, order!, into)
  return 'kind' in m ? { m: edit, card: m } : { m, card: null }
}

/** Returns whose devices are notified of an edit. */
export function companyOfEdit(m: Mutation, order: number | null, world: LoadedWorld): Moved {
  if (order !== null) return world.order(order)?.company_id ?? '*'
  const staged = m.entity === 'sharedcartitems' ? readStagedId(m.entity_id) : null
  return (staged && world.staging(staged.location)?.company) ?? '*'
}
