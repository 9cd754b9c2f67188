/** The facts of a product in the product detail dialog (A084). */
import { showDollars } from '../format.ts'
import { cents } from '../money.ts'
import { can, type Person } from '../permissions.ts'
import type { Product } from './schema.ts'

/** A256, A258: the roles that see upcs in pick lists and catalogues. */
export const UPC_ROLES = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The stock in words, for a person who sees no numbers. */
export const STOCK = { 'in stock': 'In stock', 'low stock': 'Low stock', 'out of stock': 'Out of stock' }

/** Returns whether a person sees upcs in pick lists and catalogues (A256, A258). */
export const seesUpc = (person: Person | null): boolean =>
  person !== null && UPC_ROLES.includes(person.role_id)

/** Returns a price with its unit of measure; "N/A" for 0, because the product cannot be ordered that way (A148). */
function priceFact(amount: string, perLb: string | null): string {
  const price = perLb ?? amount
  return cents(price) === 0n ? 'N/A' : `${showDollars(price)}${perLb === null ? '' : ' per lb'}`
}

/**
 * Returns labels and values, in the order in which they are shown. The name, the picture and the description are
 * shown separately.
 * @param person the reader: decides on the upc (A256), stock as numbers (A255), and the bin, which is for people who
 *   pick
 * @param hasUpc set where the screen decides on the upc instead: the scan always has it (A084)
 */
export function productFacts(
  product: Product,
  person: Person | null,
  hasUpc = seesUpc(person),
): readonly (readonly [string, string])[] {
  const { unit_type, weight_type, combined_stock_level: stock } = product
  return [
    ...(hasUpc ? [['UPC', product.upc] as const] : []),
    ['Item code', product.item_code.item_code],
    ['Size', product.size],
    ['Sold by', unit_type],
    ...(unit_type === 'Case'
      ? []
      : [['Unit price', priceFact(product.display_unit_price, product.display_unit_price_per_lb)] as const]),
    ...(unit_type === 'Unit'
      ? []
      : [['Case price', priceFact(product.display_case_price, product.display_case_price_per_lb)] as const]),
    ['Units per case', String(product.units_per_case)],
    ...(weight_type === 'r/w' ? [['Weight', 'Each piece is weighed'] as const] : []),
    ...(can(person, 'orders.pick') ? [['Bin', product.bin] as const] : []),
    [
      'Stock',
      can(person, 'stock.numbers') && stock !== null ? String(stock) : STOCK[product.stock_level_indicator],
    ],
  ]
}
