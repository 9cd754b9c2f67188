/** Where a quantity is another than what was ordered, and where a lot is missing. */
import { itemsWithoutLot } from '../orders/before-invoice.ts'
import type { OrderItemRow } from '../orders/schema.ts'
import type { CountField, Line } from './lines.ts'
import { itemsOfState } from './state.ts'

const ORDERED = {
  units_ordered: ['units_originally_ordered', 'units_ordered'],
  unit_quantity: ['units_originally_ordered', 'units_ordered'],
  cases_ordered: ['cases_originally_ordered', 'cases_ordered'],
  case_quantity: ['cases_originally_ordered', 'cases_ordered'],
} as const satisfies Record<CountField, readonly (keyof OrderItemRow)[]>

/**
 * The quantity that a quantity is compared with and reset to: the ordered one; for a substitute, the one that is wanted
 * of it (readings, "Originally ordered").
 */
export const originallyOrdered = (item: OrderItemRow, field: CountField): number =>
  item[ORDERED[field][item.original_product === null ? 0 : 1]]

/**
 * A201: whether a quantity differs from what was originally ordered. A quantity that is not picked yet is not an
 * override: a picked quantity counts from the moment that it is entered.
 */
export function isOverridden(item: OrderItemRow, field: CountField): boolean {
  if (item.out_of_stock) return false
  const isPickedField = field === 'unit_quantity' || field === 'case_quantity'
  if (isPickedField && !item.picked && item[field] === 0) return false
  return item[field] !== originallyOrdered(item, field)
}

/** Whether a lot is missing on what can still be changed (decision 0228). */
export const lacksLot = (row: Line): boolean =>
  itemsWithoutLot({ ...row, items: itemsOfState(row) }).length > 0
