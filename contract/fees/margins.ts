/**
 * The price of a product at a location: the product's own price with the one margin that fits it best (readings,
 * "Prices"; decision 0100).
 */
import { cents } from '../money.ts'
import { displayPrices, type Basis, type DisplayPrices } from '../products/prices.ts'
import { adjustedPrice } from './prices.ts'
import type { FeeType } from './schema.ts'

/** A margin on a location's goods, a warehouse's, a product, or on several of these at once. Null means any. */
export interface Margin {
  /** The newest margin has the highest id. */
  id: number
  type: FeeType
  amount: string
  company_location: number | null
  warehouse: number | null
  product: string | null
}

/** A product with the facts from which its prices follow. */
export type Priced = Basis & DisplayPrices & { upc: string; warehouse: { id: number } | null }

/** Returns whether a margin applies to this product, at whatever location. Pricing and the lists of margins use it. */
export const reachesProduct = (
  margin: Pick<Margin, 'warehouse' | 'product'>,
  { upc, warehouse }: Pick<Priced, 'upc' | 'warehouse'>,
): boolean =>
  (margin.warehouse === null || margin.warehouse === warehouse?.id) &&
  (margin.product === null || margin.product === upc)

/** Returns whether a margin fits. A null `location` is no particular one: only margins on all locations' goods fit. */
const fits =
  (product: Priced, location: number | null) =>
  (margin: Margin): boolean =>
    (margin.company_location === null || margin.company_location === location) &&
    reachesProduct(margin, product)

/**
 * Ranks a margin: product and location (with warehouse first), product (with warehouse first), location and
 * warehouse, location, warehouse. A margin that names the product precedes all that do not. A margin that names the
 * location precedes one that names the warehouse.
 */
const rank = ({ product, company_location, warehouse }: Margin): number =>
  (product === null ? 0 : 4) + (company_location === null ? 0 : 2) + (warehouse === null ? 0 : 1)

/** Returns whether a margin precedes another that fits as well: the more specific one, of equal ones the newest. */
const goesBefore = (margin: Margin, other: Margin): boolean =>
  rank(margin) === rank(other) ? margin.id > other.id : rank(margin) > rank(other)

/** Returns the one margin that counts for a product at a location; null where none fits. */
function marginOf(product: Priced, margins: readonly Margin[], location: number | null): Margin | null {
  const fitting = margins.filter(fits(product, location))
  return fitting.reduce<Margin | null>((best, one) => (best && !goesBefore(one, best) ? best : one), null)
}

/**
 * Returns the product with this location's prices: per piece, or per lb where it is weighed, with the margin, rounded
 * once, half up to cents (`adjustedPrice`). Margins never add up. A unit or case without a price (the product is not
 * sold by it) gets none by a margin.
 */
export function pricedFor<P extends Priced>(
  product: P,
  margins: readonly Margin[],
  location: number | null,
): P {
  const margin = marginOf(product, margins, location)
  if (!margin) return product
  const adjusted = (price: string): string =>
    cents(price) === 0n ? price : adjustedPrice(margin.type, margin.amount, price)
  const prices = { unit_price: adjusted(product.unit_price), case_price: adjusted(product.case_price) }
  return { ...product, ...prices, ...displayPrices({ ...product, ...prices }) }
}
