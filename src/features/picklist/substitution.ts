/** Which product can stand for which, and when quantities must be chosen anew (A203–A206, A241–A243). */
import { sellsInSameUnit } from '#contract/orders/substitutes.ts'
import type { Act } from '#contract/orders/acts.ts'
import { substitute } from './acts.ts'
import { firstOf, type PickRow } from './pick-rows.ts'

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
