/** Cart lines that cannot be ordered any more. The screen names them before the server refuses them. */
import { canOrderBy } from '#contract/products/prices.ts'
import type { Product } from '#contract/products/schema.ts'
import type { CartProduct } from './cart.ts'

type Line = Pick<CartProduct, 'upc' | 'unit_in_cart' | 'case_in_cart'>

/**
 * Returns why this line cannot be ordered as it is; null where it can.
 * @param product undefined where neither the device nor the server has it for this person, as after it left their list
 */
export function lineProblem(
  { upc, unit_in_cart, case_in_cart }: Line,
  product: Product | undefined,
): string | null {
  if (!product) return `Product ${upc} is not offered any more.`
  if (!product.active) return `${product.name} is not sold any more.`
  if (unit_in_cart > 0 && !canOrderBy(product, 'u'))
    return `${product.name} is not sold by the unit any more.`
  if (case_in_cart > 0 && !canOrderBy(product, 'c'))
    return `${product.name} is not sold by the case any more.`
  return null
}
