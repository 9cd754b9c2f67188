/**
 * Exact decimal arithmetic for money and weights. A decimal is a string on the wire (`'12.50'`, `'3.405'`) and a
 * bigint of its smallest unit while it is worked with; a float never touches either.
 */

/** Matches what the wire calls a decimal: an optional sign, digits, and an optional fraction. */
export const DECIMAL = /^-?\d{1,12}(?:\.\d{1,6})?$/

/** Text that is no decimal: a defect, for the door has checked already, or what came of sound values and is too large to be one. */
export class NotADecimal extends RangeError {}

/**
 * Reads a decimal into units of 10^-places, rounding half away from zero where it has more places.
 * Throws NotADecimal.
 */
export function toUnits(decimal: string, places: number): bigint {
  if (!DECIMAL.test(decimal)) throw new NotADecimal(`not a decimal: ${JSON.stringify(decimal)}`)
  const point = decimal.length - places - 1
  if (decimal[point] === '.') return BigInt(decimal.slice(0, point) + decimal.slice(point + 1))
  const negative = decimal.startsWith('-')
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const kept = fraction.slice(0, places).padEnd(places, '0')
  const up = (fraction[places] ?? '0') >= '5' ? 1n : 0n
  const units = BigInt(whole + kept) + up
  return negative ? -units : units
}

/** Writes units of 10^-places as a decimal with exactly that many places. */
export function fromUnits(units: bigint, places: number): string {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return negative ? `-${text}` : text
}

/** Divides and rounds half away from zero, as money is rounded (readings, "Orders, quantities, weights"). */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const quotient = (2n * n + d) / (2n * d)
  return negative ? -quotient : quotient
}

/** Cents of a decimal amount of money. */
export const cents = (decimal: string): bigint => toUnits(decimal, 2)

/** The wire's money: a decimal string with two places (readings, "On the wire"). */
export const money = (amount: bigint): string => fromUnits(amount, 2)

/** The wire's weight: a decimal string with up to three places, in lb unless the name says kg. */
export const weight = (thousandths: bigint): string => fromUnits(thousandths, 3)

/** Thousandths of a decimal weight. */
export const thousandths = (decimal: string): bigint => toUnits(decimal, 3)

/** A percentage, with up to four places, of an amount; rounded once, half away from zero. Money. */
export const percentOf = (percent: string, amount: string): string =>
  money(divideRounded(cents(amount) * toUnits(percent, 4), 1_000_000n))
