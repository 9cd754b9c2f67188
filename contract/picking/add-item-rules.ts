/** A239, A240: when the add-item dialog can be confirmed. */
import type { Product } from '../products/schema.ts'
import type { Quantities } from './substitutes.ts'

export interface AddItemForm extends Quantities {
  product: Pick<Product, 'unit_type'> | null
  order: number | null
}

/** Returns what is still missing, in words; null when Confirm can be pressed. */
export function addItemProblem({ product, order, units, cases }: AddItemForm): string | null {
  if (!product) return 'Choose a product first.'
  if (order === null) return 'Choose an order first.'
  const enough = { Unit: units > 0, Case: cases > 0, 'Unit / Case': units > 0 || cases > 0 }[
    product.unit_type
  ]
  if (enough) return null
  return product.unit_type === 'Unit'
    ? 'Enter how many units.'
    : product.unit_type === 'Case'
      ? 'Enter how many cases.'
      : 'Enter how many units or cases.'
}
