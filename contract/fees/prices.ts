/** What a fee makes of a price, and the other way round (C230, C231). Exact, rounded half up to cents. */
import { cents, divideRounded, money } from '../money.ts'
import type { FeeType } from './schema.ts'

/** C230: price + amount, or price × (1 + amount / 100). */
export function adjustedPrice(type: FeeType, amount: string, price: string): string {
  const [fee, original] = [cents(amount), cents(price)]
  return money(type === 'f' ? original + fee : divideRounded(original * (10_000n + fee), 10_000n))
}

/** C231: the amount by which a price becomes the adjusted one. No percentage makes something of nothing: null. */
export function amountFor(type: FeeType, adjusted: string, price: string): string | null {
  const more = cents(adjusted) - cents(price)
  if (type === 'f') return money(more)
  return cents(price) === 0n ? null : money(divideRounded(more * 10_000n, cents(price)))
}
