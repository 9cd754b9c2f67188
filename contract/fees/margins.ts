/** What a location pays for a product: its own price with the one margin that fits it best (readings, "Prices"; decision 0100). */
import { cents } from '../money.ts'
import { displayPrices, type Basis, type DisplayPrices } from '../products/prices.ts'
import { adjustedPrice } from './prices.ts'
import type { FeeType } from './schema.ts'

/** Laid on a location's goods, a warehouse's, a product, or on what is several of these at once; null is any. */
export interface Margin {
  /** The newest has the highest. */
  id: number
  type: FeeType
  amount: string
  company_location: number | null
  warehouse: number | null
  product: string | null
}

/** A product with what its prices follow from. */
export type Priced = Basis & DisplayPrices & { upc: string; warehouse: { id: number } | null }

/** Whether a margin is laid on this product at all, at whatever location: pricing and the lists of margins ask this. */
export const reachesProduct = (
  margin: Pick<Margin, 'warehouse' | 'product'>,
  { upc, warehouse }: Pick<Priced, 'upc' | 'warehouse'>,
): boolean =>
  (margin.warehouse === null || margin.warehouse === warehouse?.id) &&
  (margin.product === null || margin.product === upc)

/** `location` null stands for nobody in particular: only what is laid on everybody's goods counts. */
const fits =
  (product: Priced, location: number | null) =>
  (margin: Margin): boolean =>
    (margin.company_location === null || margin.company_location === location) &&
    reachesProduct(margin, product)

/**
 * Product and location (with warehouse first), product (with warehouse first), location and warehouse, location, warehouse:
 * what names the product goes before all that does not, and so does the location before the warehouse.
 */
const rank = ({ product, company_location, warehouse }: Margin): number =>
  (product === null ? 0 : 4) + (company_location === null ? 0 : 2) + (warehouse === null ? 0 : 1)

/** Whether a margin goes before another that fits as well: the more specific one, of equal ones the newest. */
const goesBefore = (margin: Margin, other: Margin): boolean =>
  rank(margin) === rank(other) ? margin.id > other.id : rank(margin) > rank(other)

/** The one margin that counts for a product at a location; null where none fits. */
function marginOf(product: Priced, margins: readonly Margin[], location: number | null): Margin | null {
  const fitting = margins.filter(fits(product, location))
  return fitting.reduce<Margin | null>((best, one) => (best && !goesBefore(one, best) ? best : one), null)
}

/**
 * The product as this location pays for it: prices per piece, or per lb where it is weighed, with the margin, rounded once.
 * Margins never add up. What has no price (what it is not sold by) gets none by a margin.
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
