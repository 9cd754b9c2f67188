/** What is ordered again: the lines of a last or usual order as they can be ordered now, and what has changed since. */
import { canOrderBy } from '#contract/products/prices.ts'
import { cents } from '#contract/money.ts'
import type { AgainLine } from '#contract/ordering/usual.ts'
import type { Product } from '#contract/products/schema.ts'
import type { CartProduct, ProductPriceChange } from '../cart/index.ts'

interface Again {
  /** What can be ordered. */
  lines: CartProduct[]
  /** What cannot be ordered any more, or not so, by name where the device knows one. */
  gone: string[]
  changed: ProductPriceChange[]
}

const WAYS = [
  ['u', 'unit_quantity', 'price_per_unit', 'display_unit_price'],
  ['c', 'case_quantity', 'price_per_case', 'display_case_price'],
] as const

const isSold = (product: Product | undefined): product is Product => product?.active === true

/** A line as it can be ordered: by the product that was ordered, else by what came in its place (readings, "Originally ordered"). */
function soldLine(line: AgainLine, products: ReadonlyMap<string, Product>): AgainLine {
  const { instead } = line
  if (!instead || isSold(products.get(line.upc)) || !isSold(products.get(instead.upc))) return line
  return { ...instead, price_per_unit: null, price_per_case: null }
}

/** Named before anything is sent: products that are gone, and prices that are others than when it was ordered. */
export function orderedAgain(ordered: readonly AgainLine[], products: ReadonlyMap<string, Product>): Again {
  const lines = new Map<string, CartProduct>()
  const again: Omit<Again, 'lines'> = { gone: [], changed: [] }
  for (const one of ordered) {
    const line = soldLine(one, products)
    const product = products.get(line.upc)
    const amounts = { u: 0, c: 0 }
    for (const [unit, quantity, then, now] of WAYS) {
      if (line[quantity] === 0) continue
      if (!isSold(product) || !canOrderBy(product, unit)) {
        again.gone.push(product?.name ?? `Product ${line.upc}`)
        continue
      }
      amounts[unit] = line[quantity]
      const was = line[then]
      if (was !== null && cents(was) !== cents(product[now]))
        again.changed.push({ upc: line.upc, unit, was, now: product[now] })
    }
    if (amounts.u + amounts.c === 0) continue
    // A product may be ordered both for itself and in place of one that is gone.
    const before = lines.get(line.upc)
    lines.set(line.upc, {
      upc: line.upc,
      unit_in_cart: (before?.unit_in_cart ?? 0) + amounts.u,
      case_in_cart: (before?.case_in_cart ?? 0) + amounts.c,
      added_in_cart: true,
      added_through_sub: false,
    })
  }
  return { ...again, lines: [...lines.values()], gone: [...new Set(again.gone)] }
}
