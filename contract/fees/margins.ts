/** What a location pays for a product: its own price with the margins that are laid on it (docs/decisions/0047). */
import { cents, money } from '../money.ts'
import { displayPrices, type Basis, type DisplayPrices } from '../products/prices.ts'
import { adjustedPrice } from './prices.ts'
import type { FeeType } from './schema.ts'

/** Laid on a location's goods, a warehouse's, a product, or on what is several of these at once; null is any. */
export interface Margin {
  type: FeeType
  amount: string
  company_location: number | null
  warehouse: number | null
  product: string | null
}

/** A product with what its prices follow from. */
export type Priced = Basis & DisplayPrices & { upc: string; warehouse: { id: number } | null }

/** `location` null stands for nobody in particular: only what is laid on everybody's goods counts. */
const isLaidOn =
  ({ upc, warehouse }: Priced, location: number | null) =>
  (margin: Margin): boolean =>
    (margin.company_location === null || margin.company_location === location) &&
    (margin.warehouse === null || margin.warehouse === warehouse?.id) &&
    (margin.product === null || margin.product === upc)

/**
 * The product as this location pays for it. Each margin is reckoned on the product's own price (C230), so that none is
 * laid on another; they add up, and never to less than nothing. What has no price gets none by a margin.
 */
export function pricedFor<P extends Priced>(
  product: P,
  margins: readonly Margin[],
  location: number | null,
): P {
  const laid = margins.filter(isLaidOn(product, location))
  if (laid.length === 0) return product
  const adjusted = (price: string): string => {
    const own = cents(price)
    if (own === 0n) return price
    const sum = laid.reduce(
      (total, { type, amount }) => total + cents(adjustedPrice(type, amount, price)) - own,
      own,
    )
    return money(sum < 0n ? 0n : sum)
  }
  const prices = { unit_price: adjusted(product.unit_price), case_price: adjusted(product.case_price) }
  return { ...product, ...prices, ...displayPrices({ ...product, ...prices }) }
}
