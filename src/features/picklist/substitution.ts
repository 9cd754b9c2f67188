/** Which product can stand for which, and when quantities must be chosen anew (A203–A206, A241–A243). */
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { substitute, type Act, type Quantities } from './acts.ts'
import { firstOf, type PickRow } from './pick-rows.ts'

/** A242. */
export const OTHER_UNIT_MESSAGE =
  'The acceptable substitution cannot be sold in the same unit type of the previous item, please select the new quantities:'
/** A243. */
export const OTHER_UNIT_NOTE = 'The sub product uses a different unit type please adjust the quantities.'

type Counts = Pick<OrderItemRow, 'units_ordered' | 'cases_ordered' | 'unit_quantity' | 'case_quantity'>

/** Whether a product is sold in what the item has. */
export function sellsInSameUnit(item: Counts, product: Pick<Product, 'unit_type'>): boolean {
  if (product.unit_type === 'Case') return item.units_ordered + item.unit_quantity === 0
  if (product.unit_type === 'Unit') return item.cases_ordered + item.case_quantity === 0
  return true
}

/** A241: Confirm of the quantity dialog. */
export const chosenEnough = ({ units, cases }: Quantities): boolean => units > 0 || cases > 0

/** The upcs that may stand for an item: the product's own substitutes and those of what was ordered first. */
export function acceptableUpcs(row: PickRow): string[] {
  const { product } = firstOf(row)
  const all = [row.product, row.original]
    .flatMap((p) => p?.acceptable_substitutions ?? [])
    .map(({ upc }) => upc)
  return [...new Set(all)].filter((upc) => upc !== product)
}

export const isSubstituted = (row: PickRow): boolean =>
  row.items.some((item) => item.original_product !== null)

/**
 * A205: the first product again. Where it is not sold in what the item has now, what was originally ordered returns
 * with it.
 */
export function revert(row: PickRow): Act | null {
  const item = firstOf(row)
  const upc = item.original_product
  if (upc === null) return null
  const fits = !row.original || sellsInSameUnit(item, row.original)
  return substitute(
    row,
    { upc, name: row.original?.name ?? `Product ${upc}` },
    fits ? undefined : { units: item.units_originally_ordered, cases: item.cases_originally_ordered },
  )
}
