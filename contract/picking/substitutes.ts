/** When a substitute can replace an item as it is (A241, A242). */
import type { Product } from '../products/schema.ts'
import type { OrderItemRow } from '../orders/schema.ts'

type Counts = Pick<OrderItemRow, 'units_ordered' | 'cases_ordered' | 'unit_quantity' | 'case_quantity'>

/** Whether a product is sold in what the item has; if not, a person says how many (A242). */
export function sellsInSameUnit(item: Counts, product: Pick<Product, 'unit_type'>): boolean {
  if (product.unit_type === 'Case') return item.units_ordered + item.unit_quantity === 0
  if (product.unit_type === 'Unit') return item.cases_ordered + item.case_quantity === 0
  return true
}

/** Whether each of these items can be replaced with the amounts that it has (A242). */
export const sellsLine = (items: readonly Counts[], product: Pick<Product, 'unit_type'>): boolean =>
  items.every((item) => sellsInSameUnit(item, product))

/** What a person orders of a substitute. */
export interface Quantities {
  units: number
  cases: number
}

/** A241: Confirm of the quantity dialog. */
export const chosenEnough = ({ units, cases }: Quantities): boolean => units > 0 || cases > 0

/** A242. */
export const OTHER_UNIT_MESSAGE =
  'The acceptable substitution cannot be sold in the same unit type of the previous item, please select the new quantities:'
/** A243. */
export const OTHER_UNIT_NOTE = 'The sub product uses a different unit type please adjust the quantities.'
