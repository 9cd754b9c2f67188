/** What the scan screen asks the engine to store: one of the specification's calls each (A §7). */
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { Change } from '#contract/sync/outcome.ts'
import type { NewEdit } from '#src/sync/edit.ts'

export type UnitType = 'u' | 'c'

/** The engine's own; the order and a piece's item are named, so that one round of reads stores a scan. */
export type ScanEdit = NewEdit

/** One thing that a person did: stored in one transaction, taken back in one. */
export interface Act {
  /** What the Undo button says it takes back. */
  label: string
  edits: ScanEdit[]
  /** The edits that bring back what stood before, in the order in which to run them. */
  inverse: ScanEdit[]
}

/** Stores edits, all or none; the rows that it changed, or why nothing was stored, in words for the picker. */
export type Commit = (
  edits: ScanEdit[],
) => Promise<{ ok: true; changes: readonly Change[] } | { ok: false; message: string }>

/** The fields of an item that say how far it is picked. */
export type PickState = Pick<OrderItemRow, 'scanned' | 'picked' | 'unit_quantity' | 'case_quantity'>

export const pickState = ({ scanned, picked, unit_quantity, case_quantity }: PickState): PickState => ({
  scanned,
  picked,
  unit_quantity,
  case_quantity,
})

/** The quantity of an item that a unit type counts. */
export const QUANTITY = { u: 'unit_quantity', c: 'case_quantity' } as const
export const ORDERED = { u: 'units_ordered', c: 'cases_ordered' } as const

/**
 * A PATCH from what an item is to what it shall be, with only the fields that differ, and its inverse; null where
 * nothing differs.
 */
export function patchTo(
  item: OrderItemRow,
  wanted: Partial<OrderItemRow>,
): { edit: ScanEdit; inverse: ScanEdit } | null {
  const fields = (Object.keys(wanted) as (keyof OrderItemRow)[]).filter((f) => wanted[f] !== item[f])
  if (fields.length === 0) return null
  const patch = (row: Partial<OrderItemRow>): ScanEdit => ({
    entity: 'orderitems',
    entity_id: item.id,
    method: 'PATCH',
    order: item.order,
    body: Object.fromEntries(fields.map((field) => [field, row[field]])),
  })
  return { edit: patch(wanted), inverse: patch(item) }
}

/** Puts several changes into one act, undone in the opposite order. */
export function act(label: string, parts: ({ edit: ScanEdit; inverse: ScanEdit } | null)[]): Act | null {
  const changed = parts.filter((part) => part !== null)
  if (changed.length === 0) return null
  return {
    label,
    edits: changed.map((part) => part.edit),
    inverse: changed.map((part) => part.inverse).reverse(),
  }
}
