/** Giving open orders the prices that their products have now (C332, docs/decisions/0036). */
import { z } from 'zod'
import type { Product } from '../products/schema.ts'
import { sameJson } from '../sync/merge.ts'
import { hasHandPrice } from '../pricing.ts'
import { pricesOf } from './line-terms.ts'
import { repriced } from './mutations.ts'
import type { OrderItemRow, OrderSubitemRow } from './schema.ts'
import { Id } from '../values.ts'

const MOST_ORDERS = 1_000

export const PriceRefresh = z.strictObject({
  order_ids: z
    .array(Id)
    .min(1, 'needs at least one order')
    .max(MOST_ORDERS, `takes ${MOST_ORDERS} orders at most`),
})
export type PriceRefresh = z.infer<typeof PriceRefresh>

/**
 * How many orders have another price than before, and how many of their lines; and the lines whose prices a person set by hand, which
 * were kept.
 */
export const RefreshedPrices = z.object({
  orders: z.int(),
  items: z.int(),
  kept: z.array(z.object({ order: Id, name: z.string() })),
})
export type RefreshedPrices = z.infer<typeof RefreshedPrices>

/**
 * The line as it would be priced today, or null where that changes nothing. What was picked and weighed stays, and so does a line with a
 * hand-set price.
 */
export function withPricesOf(
  product: Product,
  item: OrderItemRow,
  pieces: readonly OrderSubitemRow[],
): OrderItemRow | null {
  if (hasHandPrice(item)) return null
  const next = repriced({ ...item, ...pricesOf(product) }, pieces)
  return sameJson(next, item) ? null : next
}
