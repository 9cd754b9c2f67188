/** What a fee makes of a price, and the other way round (C230, C231). Exact, rounded half up to cents. */
import { cents, divideRounded, fromUnits, money, toUnits } from '../money.ts'
import type { FeeType } from './schema.ts'

/** Readings, "Prices": a percentage has four places, so that a typed price comes back to the cent up to 10,000.00. */
const PERCENT_PLACES = 4
const WHOLE = 100n * 10n ** BigInt(PERCENT_PLACES)

/** An amount as the wire has it: dollars with two places, a percentage with four. */
export const feeAmount = (type: FeeType, amount: string): string =>
  type === 'f' ? money(cents(amount)) : fromUnits(toUnits(amount, PERCENT_PLACES), PERCENT_PLACES)

/** C230: price + amount, or price × (1 + amount / 100); never less than nothing. */
export function adjustedPrice(type: FeeType, amount: string, price: string): string {
  const original = cents(price)
  const adjusted =
    type === 'f'
      ? original + cents(amount)
      : divideRounded(original * (WHOLE + toUnits(amount, PERCENT_PLACES)), WHOLE)
  return money(adjusted < 0n ? 0n : adjusted)
}

/** C231: the amount by which a price becomes the adjusted one. No percentage makes something of nothing: null. */
export function amountFor(type: FeeType, adjusted: string, price: string): string | null {
  const more = cents(adjusted) - cents(price)
  if (type === 'f') return money(more)
  return cents(price) === 0n ? null : fromUnits(divideRounded(more * WHOLE, cents(price)), PERCENT_PLACES)
}
