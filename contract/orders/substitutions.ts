/**
 * Substitutions: what was ordered first, and what a line is when its product becomes another one (readings, "Originally ordered" and "Tax").
 * Swap, the pick list's Substitute and a revert all come here.
 */
import { ORDERED, QUANTITY } from './acts.ts'
import type { OrderItemRow, OriginalTerms } from './schema.ts'
import { isNotSoldBy } from './ways.ts'

/** What a line cost before its product became another one: a revert brings it back. */
const TERMS = [
  'price_per_unit',
  'price_per_case',
  'price_snapshot',
  'coupon_amount',
  'coupon_note',
  'taxable',
  'hand_taxable',
  'hand_total',
  'hand_rates',
] as const

/** What a product gives to a line that has it. */
export type ProductTerms = Pick<
  OrderItemRow,
  'price_per_unit' | 'price_per_case' | 'price_snapshot' | 'taxable' | 'lot_tracked'
>

const termsOf = (item: OrderItemRow): OriginalTerms =>
  Object.fromEntries(TERMS.map((field) => [field, item[field]])) as OriginalTerms

/** The product that was ordered first. It stays so through any number of substitutions (A206). */
export const originalOf = ({
  original_product,
  product,
}: Pick<OrderItemRow, 'original_product' | 'product'>): string => original_product ?? product

/**
 * The line with another product. A substitute has its own prices and tax flag, and nothing that was set by hand. The product that was ordered
 * first comes back with its amounts, and with the price, coupon and tax flag of the moment before the first substitution.
 * @param next the line as the edit leaves it, with the new product's code
 * @param typed the fields that the edit sets: an amount among them stays
 */
export function withProduct(
  item: OrderItemRow,
  next: OrderItemRow,
  terms: ProductTerms,
  typed: ReadonlySet<string>,
): OrderItemRow {
  const original = originalOf(item)
  const plain = { ...next, ...terms, hand_total: null, hand_rates: false, hand_taxable: false }
  if (next.product !== original)
    return {
      ...plain,
      original_product: original,
      original_terms: item.original_product === null ? termsOf(item) : (item.original_terms ?? null),
    }
  const hasAmounts = item.units_originally_ordered + item.cases_originally_ordered > 0
  const line: OrderItemRow = {
    ...plain,
    ...item.original_terms,
    original_product: null,
    original_terms: null,
    // The second line of a swap has no amounts of its own: those are with the first.
    ...(hasAmounts && !typed.has('units_ordered') && { units_ordered: item.units_originally_ordered }),
    ...(hasAmounts && !typed.has('cases_ordered') && { cases_ordered: item.cases_originally_ordered }),
  }
  // What was picked of the substitute in a way in which the first product is not sold was not picked of that.
  for (const type of ['u', 'c'] as const)
    if (isNotSoldBy(line, type) && line[ORDERED[type]] === 0) line[QUANTITY[type]] = 0
  return line
}
