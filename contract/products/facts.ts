/** What the product detail dialog says of a product (A084). */
import { showMoney } from '../format.ts'
import { cents } from '../money.ts'
import type { Product } from './schema.ts'

/** A256, A258: who is shown upcs in pick lists and catalogues. */
export const UPC_ROLES = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** What somebody who sees no numbers is told. */
export const STOCK = { 'in stock': 'In stock', 'low stock': 'Low stock', 'out of stock': 'Out of stock' }

/**
 * Labels and values, in the order in which they are shown; the name, the picture and the description stand by themselves.
 * @param sees whether this person is shown the upc (A256), stock as numbers (A255), and where the product lies: who picks
 */
export function productFacts(
  product: Product,
  sees: { upc: boolean; stockNumbers: boolean; bin: boolean },
): readonly (readonly [string, string])[] {
  const { unit_type, weight_type, combined_stock_level: stock } = product
  const price = (amount: string, perLb: string | null) => {
    const said = perLb ?? amount
    // Without a price it cannot be ordered so (A148): lists say the same.
    if (cents(said) === 0n) return 'N/A'
    return perLb ? `$${showMoney(perLb)} per lb` : `$${showMoney(amount)}`
  }
  return [
    ...(sees.upc ? [['UPC', product.upc] as const] : []),
    ['Item code', product.item_code.item_code],
    ['Size', product.size],
    ['Sold by', unit_type],
    ...(unit_type === 'Case'
      ? []
      : [['Unit price', price(product.display_unit_price, product.display_unit_price_per_lb)] as const]),
    ...(unit_type === 'Unit'
      ? []
      : [['Case price', price(product.display_case_price, product.display_case_price_per_lb)] as const]),
    ['Units per case', String(product.units_per_case)],
    ...(weight_type === 'r/w' ? [['Weight', 'Each piece is weighed'] as const] : []),
    ...(sees.bin ? [['Bin', product.bin] as const] : []),
    ['Stock', sees.stockNumbers && stock !== null ? String(stock) : STOCK[product.stock_level_indicator]],
  ]
}
