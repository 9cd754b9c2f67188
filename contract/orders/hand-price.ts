/** Prices that a person has set by hand on a line (readings, "Hand-set price"). */
import { cents } from '../money.ts'
import { finalPrice } from '../pricing.ts'
import type { OrderItemRow, OrderSubitemRow } from './schema.ts'

/** A line with the prices of its product. */
export const NO_HAND_PRICE = { hand_total: null, hand_rates: false } as const

/**
 * Returns the fields of the hand-set prices that an edit changes (readings, "Hand-set price"). A total, or prices per lb,
 * is set by hand if it differs from the edit's base. Without a base it is compared with the line before the edit. A total
 * that equals what the pieces come to ends the hand-set total.
 * @param next the line as it is after the edit
 */
export function handPriceOf(
  item: OrderItemRow,
  next: OrderItemRow,
  {
    body,
    base,
  }: { body: Pick<Partial<OrderItemRow>, 'final_price' | 'price_snapshot'>; base: Record<string, unknown> },
  pieces: readonly OrderSubitemRow[],
): Partial<OrderItemRow> {
  const { final_price, price_snapshot } = body
  const wasTotal = 'final_price' in base ? base['final_price'] : item.final_price
  const wasRates = (base['price_snapshot'] ?? item.price_snapshot) as OrderItemRow['price_snapshot']
  const isTotal =
    final_price !== undefined && (typeof wasTotal !== 'string' || cents(wasTotal) !== cents(final_price))
  const isRates =
    price_snapshot !== undefined &&
    (['unit_price_per_lb', 'case_price_per_lb'] as const).some(
      (price) => price_snapshot[price] !== wasRates[price],
    )
  const own = finalPrice({ ...next, hand_total: null }, pieces)
  return {
    ...(isTotal && { hand_total: cents(own) === cents(final_price) ? null : final_price }),
    ...(isRates && { hand_rates: true }),
  }
}
