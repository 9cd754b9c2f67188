/** The terms that a product gives to a line when it is ordered now. */
import type { Product } from '../products/schema.ts'
import type { OrderItemRow } from './schema.ts'

/** Returns the prices of a line. They come from the product, never from the call. */
export function pricesOf(
  product: Product,
): Pick<OrderItemRow, 'price_per_unit' | 'price_per_case' | 'price_snapshot'> {
  return {
    price_per_unit: product.display_unit_price,
    price_per_case: product.display_case_price,
    price_snapshot: {
      weight_type: product.weight_type,
      unit_price_per_lb: product.display_unit_price_per_lb,
      case_price_per_lb: product.display_case_price_per_lb,
      average_unit_weight: product.average_unit_weight,
      average_case_weight: product.average_case_weight,
    },
  }
}

/** Whether a line is taxed: as its product is, at a location that pays tax. */
export const isTaxed = ({ tax_default }: Pick<Product, 'tax_default'>, isTaxedHere: boolean): boolean =>
  tax_default && isTaxedHere
