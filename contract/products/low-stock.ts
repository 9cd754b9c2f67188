/** A230, A231: a product that may run out is asked about before its quantity changes (docs/decisions/0019). */
import type { Product } from './schema.ts'

/** A080. */
export const LOW_STOCK_TITLE = 'Item with low stock'
/** A231. */
export const LOW_STOCK_NOTE = 'this item might not be included in your final shipment due to low or no stock.'

/**
 * A230: returns whether stock is low: the indicator says so, or the number is unknown.
 * @param seesNumbers whether the person may see them (`stock.numbers`): a number that is hidden from them is no sign
 *   of few
 */
export const isLowStock = (
  product: Pick<Product, 'stock_level_indicator' | 'combined_stock_level'> | undefined,
  seesNumbers = true,
): boolean =>
  product !== undefined &&
  (product.stock_level_indicator === 'low stock' || (seesNumbers && product.combined_stock_level === null))

/** The number of pieces of an item code up to which stock is low. */
export const LOW_STOCK_PIECES = 10

/**
 * Returns the stock in words for people who see no numbers; an unknown stock counts as enough. `stock.ts` says the
 * same in SQL.
 */
export function stockIndicator(combined: number | null): Product['stock_level_indicator'] {
  if (combined === null || combined > LOW_STOCK_PIECES) return 'in stock'
  return combined > 0 ? 'low stock' : 'out of stock'
}
