/** How the scan screen has its acts stored. */
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { Change } from '#contract/sync/outcome.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'

/** Stores edits, all or none; the rows that it changed, or why nothing was stored, in words for the picker. */
export type Commit = (
  edits: NewEdit[],
) => Promise<{ ok: true; changes: readonly Change[] } | { ok: false; message: string }>

/** The fields of an item that say how far it is picked. */
export type PickState = Pick<OrderItemRow, 'scanned' | 'picked' | 'unit_quantity' | 'case_quantity'>

export const pickState = ({ scanned, picked, unit_quantity, case_quantity }: PickState): PickState => ({
  scanned,
  picked,
  unit_quantity,
  case_quantity,
})
