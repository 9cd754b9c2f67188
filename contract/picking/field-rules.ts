/** What of a row can be changed now: one table of reasons, for the fields and for the buttons (A233–A237). */
import { isLocked, type Line } from './lines.ts'
import { isOutOfStock } from './state.ts'
import { can, type Person } from '../permissions.ts'

export type PickField =
  | 'picked'
  | 'out_of_stock'
  | 'bin_override'
  | 'units_ordered'
  | 'unit_quantity'
  | 'cases_ordered'
  | 'case_quantity'
  | 'coupon_amount'
  | 'coupon_note'
  | 'taxable'
  | 'substitution'
  | 'weights'

/** A234. A substitute and a bin belong to one item, and a summed row has several. */
const NOT_IN_BULK: readonly PickField[] = [
  'bin_override',
  'units_ordered',
  'unit_quantity',
  'cases_ordered',
  'case_quantity',
  'coupon_amount',
  'coupon_note',
  'substitution',
]
const UNIT_FIELDS: readonly PickField[] = ['units_ordered', 'unit_quantity']
const CASE_FIELDS: readonly PickField[] = ['cases_ordered', 'case_quantity']

/** Why a field cannot be changed now, or null. */
export function fieldReason(field: PickField, row: Line, bulk: boolean): string | null {
  if (isLocked(row)) return `Order ${row.locked.join(', ')} is invoiced and locked.`
  if (field === 'out_of_stock') return null
  if (isOutOfStock(row)) return 'This item is out of stock.'
  if (bulk && NOT_IN_BULK.includes(field)) return 'This cannot be changed in a bulk pull.'
  const sold = row.product?.unit_type
  if (sold === 'Case' && UNIT_FIELDS.includes(field)) return 'This product is sold by the case.'
  if (sold === 'Unit' && CASE_FIELDS.includes(field)) return 'This product is sold by the unit.'
  return null
}

/** Why this person cannot set a coupon or the tax of a row, or null: that is for those who price items. */
export function officeReason(
  field: 'coupon_amount' | 'taxable',
  row: Line,
  bulk: boolean,
  person: Person | null,
): string | null {
  return can(person, 'items.price') ? fieldReason(field, row, bulk) : 'Only the office may change this.'
}

/** A252: `hidden` for who may not delete at all; else in words why it cannot be done now, or null. */
export function deleteReason(row: Line, bulk: boolean, person: Person | null): string | null {
  if (!can(person, 'items.delete')) return 'hidden'
  if (isLocked(row)) return `Order ${row.locked.join(', ')} is invoiced and locked.`
  return bulk ? 'An item cannot be deleted in a bulk pull.' : null
}
