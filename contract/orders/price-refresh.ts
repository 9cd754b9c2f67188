/** Giving open orders the prices that their products have now (C332, docs/decisions/0036). */
import { z } from 'zod'
import type { Product } from '../products/schema.ts'
import { sameJson } from '../sync/merge.ts'
import { hasHandPrice } from '../pricing.ts'
import { pricesOf } from './line-terms.ts'
import { repriced } from './mutations.ts'
import type { OrderItemRow, OrderSubitemRow } from './schema.ts'
import { Id, Money, UnitType, Upc } from '../values.ts'

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

/** What a refresh would change: each price once, from what to what, and of how many lines. */
export const PricePreview = RefreshedPrices.extend({
  changes: z.array(
    z.object({
      product: Upc,
      name: z.string(),
      /** Whether the price of a unit or of a case. */
      unit_type: UnitType,
      /** For a weighed product, the price of a pound. */
      per_lb: z.boolean(),
      from: Money,
      to: Money,
      lines: z.int().positive(),
    }),
  ),
})
export type PricePreview = z.infer<typeof PricePreview>
type PreviewedPrice = PricePreview['changes'][number]

/** The changed prices of these lines, by product; those that go from and to the same are one. */
export function previewOf(
  changed: readonly { before: OrderItemRow; after: OrderItemRow }[],
  nameOf: (upc: string) => string,
): PreviewedPrice[] {
  const found = new Map<string, PreviewedPrice>()
  const prices = [
    ['u', 'price_per_unit', 'unit_price_per_lb'],
    ['c', 'price_per_case', 'case_price_per_lb'],
  ] as const
  for (const { before, after } of changed)
    for (const [unit_type, piece, pound] of prices) {
      const [fromLb, toLb] = [before.price_snapshot[pound], after.price_snapshot[pound]]
      const per_lb = fromLb !== null && toLb !== null
      const [from, to] = per_lb ? [fromLb, toLb] : [before[piece], after[piece]]
      if (from === to) continue
      const { product } = after
      const key = [product, unit_type, per_lb, from, to].join(' ')
      const lines = (found.get(key)?.lines ?? 0) + 1
      found.set(key, { product, name: nameOf(product), unit_type, per_lb, from, to, lines })
    }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/**
 * The line as it would be priced today, or null where that changes nothing. Picked quantities and weights stay, and so
 * does a line with a hand-set price.
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
