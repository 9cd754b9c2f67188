/** What a person does to the lines of an order: edits to store in one transaction, and those that take them back. */
import type { NewEdit } from '../sync/new-edit.ts'
import type { OrderItemRow } from './schema.ts'

/** The quantity of an item that a unit type counts, and what was ordered of it. */
export const QUANTITY = { u: 'unit_quantity', c: 'case_quantity' } as const
export const ORDERED = { u: 'units_ordered', c: 'cases_ordered' } as const

/** One thing that a person did: stored in one transaction, taken back in one. */
export interface Act {
  /** What Undo says that it takes back. */
  label: string
  edits: NewEdit[]
  /** In the order in which to run them; empty where nothing can bring it back. */
  inverse: NewEdit[]
}

/** One edit and what takes it back. */
export interface Change {
  edit: NewEdit
  inverse: NewEdit
}

/**
 * A PATCH with only the fields that differ, and its inverse; null where nothing differs. `undo` are fields that the
 * change alters by itself.
 */
export function patchTo(
  item: OrderItemRow,
  wanted: Partial<OrderItemRow>,
  undo: Partial<OrderItemRow> = {},
): Change | null {
  const fields = (Object.keys(wanted) as (keyof OrderItemRow)[]).filter(
    (field) => wanted[field] !== item[field],
  )
  if (fields.length === 0) return null
  const patch = (row: Partial<OrderItemRow>): NewEdit => ({
    entity: 'orderitems',
    entity_id: item.id,
    method: 'PATCH',
    order: item.order,
    body: Object.fromEntries(fields.map((field) => [field, row[field]])),
  })
  const inverse = patch(item)
  return { edit: patch(wanted), inverse: { ...inverse, body: { ...inverse.body, ...undo } } }
}

/** These edits of one order make no sense apart: the server applies all of them or none. */
export function asOne(edits: readonly NewEdit[], newId: () => string): NewEdit[] {
  const act = newId()
  return edits.map((edit) => ({ ...edit, act }))
}

/** Several changes as one act, undone in the opposite order; null where nothing changes. */
export function actOf(label: string, changes: readonly (Change | null)[]): Act | null {
  const made = changes.filter((change) => change !== null)
  if (made.length === 0) return null
  return {
    label,
    edits: made.map(({ edit }) => edit),
    inverse: made.map(({ inverse }) => inverse).reverse(),
  }
}
