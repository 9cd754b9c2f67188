import { plural } from '#src/ui/format.ts'
import type { Cart, CartProduct, CartUnit } from './cart.ts'

/** How many of a product the cart has. */
export const amountOf = ({ products }: Pick<Cart, 'products'>, upc: string, unit: CartUnit): number =>
  products.find((line) => line.upc === upc)?.[unit === 'u' ? 'unit_in_cart' : 'case_in_cart'] ?? 0

/** "3 units, 1 case". */
export const amountsOf = ({
  unit_in_cart,
  case_in_cart,
}: Pick<CartProduct, 'unit_in_cart' | 'case_in_cart'>): string =>
  [unit_in_cart > 0 && plural(unit_in_cart, 'unit'), case_in_cart > 0 && plural(case_in_cart, 'case')]
    .filter(Boolean)
    .join(', ')
