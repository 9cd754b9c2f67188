/** The notes and questions about a product's stock for a person who orders (A230, A231; docs/decisions/0131). */
import { isLowStock } from '#contract/products/low-stock.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'

export const isProductOutOfStock = ({ out_of_stock, stock_level_indicator }: Product): boolean =>
  out_of_stock || stock_level_indicator === 'out of stock'

/** A230: whether a change of its quantity is asked about first. The note speaks of low or no stock, so both are. */
export const asksAboutStock = (product: Product, person: Person): boolean =>
  isProductOutOfStock(product) || isLowStock(product, can(person, 'stock.numbers'))

/** Whether substitutes are offered: the product has acceptable ones, and may not come itself. */
export const offersSubstitutes = (product: Product): boolean =>
  product.acceptable_substitutions.length > 0 &&
  (!product.active || isProductOutOfStock(product) || product.stock_level_indicator === 'low stock')
