/**
 * Substitutions: the product that was ordered first, and the values of a line when its product is replaced (readings,
 * "Originally ordered" and "Tax"). Swap, the pick list's Substitute and a revert all use this file.
 */
import { pick } from '../pick.ts'
import { hasOriginal, ORDERED, QUANTITY } from './acts.ts'
import { NO_HAND_PRICE } from './hand-price.ts'
import { isTaxed, pricesOf } from './line-terms.ts'
import { OriginalTerms, type OrderItemRow } from './schema.ts'
import { isSoldByCase, isSoldByUnit } from '../products/prices.ts'
import type { Product } from '../products/schema.ts'
import { isNotSoldBy } from './ways.ts'

/** The price terms of a line before its product was replaced: a revert restores them. */
const TERMS = OriginalTerms.keyof().options

/** The values that a product gives to its line. */
export type ProductTerms = Pick<
  OrderItemRow,
  'price_per_unit' | 'price_per_case' | 'price_snapshot' | 'taxable' | 'lot_tracked'
>

/** The amounts that a customer orders of a product. */
interface OrderedLine {
  unit_quantity: number
  case_quantity: number
  units_originally_ordered?: number | undefined
  cases_originally_ordered?: number | undefined
}

/**
 * Returns the fields of a new line about the product that was ordered first. A customer's own substitute is a
 * substitution from the start: it has the other product's amounts, in ways in which that is sold, and its price of
 * today.
 * @param original the product that the line replaces; null where it replaces none
 * @param isTaxedHere whether the location pays tax
 */
export function orderedFirst(
  line: OrderedLine,
  original: Product | null,
  isTaxedHere: boolean,
): Pick<
  OrderItemRow,
  'original_product' | 'units_originally_ordered' | 'cases_originally_ordered' | 'original_terms'
> {
  const { unit_quantity, case_quantity } = line
  if (!original)
    return {
      original_product: null,
      units_originally_ordered: unit_quantity,
      cases_originally_ordered: case_quantity,
      original_terms: null,
    }
  return {
    original_product: original.upc,
    units_originally_ordered: isSoldByUnit(original) ? (line.units_originally_ordered ?? unit_quantity) : 0,
    cases_originally_ordered: isSoldByCase(original) ? (line.cases_originally_ordered ?? case_quantity) : 0,
    original_terms: {
      ...pricesOf(original),
      ...NO_HAND_PRICE,
      coupon_amount: '0.00',
      coupon_note: '',
      taxable: isTaxed(original, isTaxedHere),
      hand_taxable: false,
    },
  }
}

/** Returns the code of the product that was ordered first. It stays so through any number of substitutions (A206). */
export const firstProductOf = ({
  original_product,
  product,
}: Pick<OrderItemRow, 'original_product' | 'product'>): string => original_product ?? product

/**
 * Returns the line with another product. A substitute has its own prices and tax flag, and nothing that was set by
 * hand. The product that was ordered first returns with its amounts, and with the price, coupon and tax flag of the
 * moment before the first substitution.
 * @param next the line as the edit leaves it, with the new product's code
 * @param typed the fields that the edit sets: an amount among them stays
 */
export function withProduct(
  item: OrderItemRow,
  next: OrderItemRow,
  terms: ProductTerms,
  typed: ReadonlySet<string>,
): OrderItemRow {
  const original = firstProductOf(item)
  const plain = { ...next, ...terms, ...NO_HAND_PRICE, hand_taxable: false }
  if (next.product !== original)
    return {
      ...plain,
      original_product: original,
      original_terms: item.original_product === null ? pick(item, TERMS) : (item.original_terms ?? null),
    }
  const hasAmounts = hasOriginal(item)
  const line: OrderItemRow = {
    ...plain,
    ...item.original_terms,
    original_product: null,
    original_terms: null,
    ...(hasAmounts && !typed.has('units_ordered') && { units_ordered: item.units_originally_ordered }),
    ...(hasAmounts && !typed.has('cases_ordered') && { cases_ordered: item.cases_originally_ordered }),
  }
  // A quantity of the substitute does not count for the first product, where that is not sold by this unit type.
  for (const type of ['u', 'c'] as const)
    if (isNotSoldBy(line, type) && line[ORDERED[type]] === 0) line[QUANTITY[type]] = 0
  return line
}
