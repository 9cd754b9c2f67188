/** A customer's prices: those of the location where they are known, else the product's own (A158, B101). */
import type { OrderListPrice } from '#contract/order-lists/schema.ts'
import { canOrderBy } from '#contract/products/prices.ts'
import type { Product } from '#contract/products/schema.ts'
import type { KeptPrice } from '#src/db/database.ts'
import type { CartUnit, Prices } from './cart.ts'
import { cents } from '#contract/money.ts'
import { showDollars } from '#src/ui/format.ts'

/** The products with a location's prices in place of their own. The first of several prices of one product applies. */
export function pricedProducts(
  products: Iterable<Product>,
  prices: readonly OrderListPrice[],
): ReadonlyMap<string, Product> {
  const listed = new Map<string, OrderListPrice>()
  for (const price of prices) if (!listed.has(price.upc)) listed.set(price.upc, price)
  return new Map([...products].map((product) => [product.upc, { ...product, ...listed.get(product.upc) }]))
}

/**
 * The time (ms) of the oldest price that `pricedProducts` applies to these products. A product without a list's price
 * counts with the last pull. Null where the device knows no time.
 */
export function oldestOf(
  products: readonly Product[],
  prices: readonly KeptPrice[],
  lastPull: number | null,
): number | null {
  const at = new Map<string, number>()
  for (const price of prices) if (!at.has(price.upc)) at.set(price.upc, price.at)
  let oldest: number | null = null
  for (const { upc } of products) {
    const time = at.get(upc) ?? lastPull
    if (time !== null) oldest = Math.min(oldest ?? time, time)
  }
  return oldest
}

export const pricesFrom =
  (products: ReadonlyMap<string, Product>): Prices =>
  (upc) =>
    products.get(upc)

/**
 * A146: the units in which a product is sold, the usual one first. At least one, so that the row of a product without
 * any says so.
 */
export function sellUnitsOf(product: Product): CartUnit[] {
  const order: CartUnit[] = product.default_unit_type === 'c' ? ['c', 'u'] : ['u', 'c']
  const sold = order.filter((unit) => canOrderBy(product, unit))
  return sold.length > 0 ? sold : order.slice(0, 1)
}

/**
 * Returns the price of one unit or case, and the price of a pound where the product is weighed. The price of a weighed
 * piece is that of a usual one; where no weight of a piece is known, only the price of a pound is returned.
 */
export function priceOf(product: Product, unit: CartUnit): { price: string; perLb: string | null } | null {
  if (!canOrderBy(product, unit)) return null
  const [price, perLb] =
    unit === 'u'
      ? [product.display_unit_price, product.display_unit_price_per_lb]
      : [product.display_case_price, product.display_case_price_per_lb]
  if (!product.weight_type || !perLb) return { price: showDollars(price), perLb: null }
  const pound = `${showDollars(perLb)}/lb`
  return cents(price) > 0n
    ? { price: `≈ ${showDollars(price)}`, perLb: pound }
    : { price: pound, perLb: null }
}

/** The price as one text; "N/A" where the product is not sold in this unit (C043). */
export function priceText(product: Product, unit: CartUnit): string {
  const known = priceOf(product, unit)
  if (!known) return 'N/A'
  return known.perLb ? `${known.price} (${known.perLb})` : known.price
}
