/** What a person does to the lines of an order: edits to store in one transaction, and those that take them back. */
import { pick } from '../pick.ts'
import type { NewEdit } from '../sync/new-edit.ts'
import type { OrderItemRow } from './schema.ts'

/** The quantity of an item that a unit type counts, and what was ordered of it. */
export const QUANTITY = { u: 'unit_quantity', c: 'case_quantity' } as const
export const ORDERED = { u: 'units_ordered', c: 'cases_ordered' } as const
/** What was picked, in both unit types. */
export const COUNTS = [QUANTITY.u, QUANTITY.c] as const

/** What a picker did to a line. */
export const PICKING_FIELDS = ['unit_quantity', 'case_quantity', 'picked', 'scanned'] as const
export type PickState = Pick<OrderItemRow, (typeof PICKING_FIELDS)[number]>

/** A line of which nothing is picked. It is so when it is marked out of stock (A199). */
export const NOTHING_PICKED = { unit_quantity: 0, case_quantity: 0, picked: false, scanned: null } as const

/** What a swap leaves of the line that it replaces: nothing ordered, and nothing picked. */
export const NOTHING = { units_ordered: 0, cases_ordered: 0, ...NOTHING_PICKED } as const

/** Whether nothing is ordered and nothing picked of a line. */
export const isNothing = (
  item: Pick<OrderItemRow, 'units_ordered' | 'cases_ordered' | 'unit_quantity' | 'case_quantity'>,
): boolean => item.units_ordered + item.cases_ordered + item.unit_quantity + item.case_quantity === 0

/** Whether a line has the amounts of what was ordered first. The second line of a swap has none: they are with the first. */
export const hasOriginal = (
  item: Pick<OrderItemRow, 'units_originally_ordered' | 'cases_originally_ordered'>,
): boolean => item.units_originally_ordered + item.cases_originally_ordered > 0

/** One thing that a person did: stored in one transaction, taken back in one. */
export interface Act {
  /** What Undo says that it takes back. */
  label: string
  edits: NewEdit[]
  /** In the order in which to run them; empty where nothing can bring it back. */
  inverse: NewEdit[]
}

/** One edit and what takes it back. */
export interface EditPair {
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
): EditPair | null {
  const fields = (Object.keys(wanted) as (keyof OrderItemRow)[]).filter(
    (field) => wanted[field] !== item[field],
  )
  if (fields.length === 0) return null
  const patch = (body: Partial<OrderItemRow>): NewEdit => ({
    entity: 'orderitems',
    entity_id: item.id,
    method: 'PATCH',
    order: item.order,
    body,
  })
  return { edit: patch(pick(wanted, fields)), inverse: patch({ ...pick(item, fields), ...undo }) }
}

/** These edits of one order make no sense apart: the server applies all of them or none. */
export function asOne(edits: readonly NewEdit[], newId: () => string): NewEdit[] {
  const act = newId()
  return edits.map((edit) => ({ ...edit, act }))
}

/** Several changes as one act, undone in the opposite order; null where nothing changes. */
export function actOf(label: string, changes: readonly (EditPair | null)[]): Act | null {
  const made = changes.filter((change) => change !== null)
  if (made.length === 0) return null
  return {
    label,
    edits: made.map(({ edit }) => edit),
    inverse: made.map(({ inverse }) => inverse).reverse(),
  }
}
