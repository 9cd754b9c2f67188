/** Which product can replace which, and the way back to the ordered one (A203–A206, A241–A243). */
import { firstOf, type Line, nameOf } from './lines.ts'
import { actOf, hasOriginal, isNothing, NOTHING, patchTo, type Act } from '../orders/acts.ts'
import type { OrderItemRow } from '../orders/schema.ts'
import { substitute } from './list-acts.ts'

/**
 * The upcs of the products that may replace an item: the product's own substitutes and those of what was ordered first.
 */
export function acceptableUpcs(row: Line): string[] {
  const { product } = firstOf(row)
  const all = [row.product, row.original]
    .flatMap((p) => p?.acceptable_substitutions ?? [])
    .map(({ upc }) => upc)
  return [...new Set(all)].filter((upc) => upc !== product)
}

export const isSubstituted = (row: Line): boolean => row.items.some((item) => item.original_product !== null)

/**
 * The line that says what was ordered first: the substitute's own, or after a swap the one that it left.
 * @param items of the list
 */
export const orderedLine = (item: OrderItemRow, items: readonly OrderItemRow[]): OrderItemRow =>
  (!hasOriginal(item) &&
    items.find(
      (one) =>
        one.order === item.order &&
        one.product === item.original_product &&
        hasOriginal(one) &&
        isNothing(one),
    )) ||
  item

/**
 * A205: the first product again, with what was ordered of it (contract/orders/substitutions.ts). After a swap, which left two lines, the
 * first one gets its amounts back, and the second has nothing.
 * @param items of the list
 */
export function revert(row: Line, items: readonly OrderItemRow[]): Act | null {
  const item = firstOf(row)
  const upc = item.original_product
  if (upc === null) return null
  const name = row.original?.name ?? `Product ${upc}`
  const first = orderedLine(item, items)
  if (first === item) return substitute(row, { upc, name })
  const { units_originally_ordered, cases_originally_ordered } = first
  return actOf(`${name} for ${nameOf(row)}`, [
    patchTo(first, { units_ordered: units_originally_ordered, cases_ordered: cases_originally_ordered }),
    patchTo(item, NOTHING),
  ])
}
