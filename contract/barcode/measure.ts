/**
 * Weights and prices out of barcodes: decimal strings and whole-number arithmetic, never floats, so that the charged
 * weight or price is the printed one.
 */

import { divideRounded, fromUnits, weight } from '../money.ts'

/** Decimals that a weight keeps: readings, "On the wire". */
const WEIGHT_DECIMALS = 3

/** One pound is exactly 0.45359237 kg (international yard and pound agreement, 1959). */
const KG_PER_LB = { units: 45_359_237n, decimals: 8 }

// Enough for any number that a barcode or a price list holds, and it bounds the work on one that is not a number.
const DECIMAL = /^(\d{1,18})(?:\.(\d{1,18}))?$/

/** Digits with an implied decimal point: ('000340', 2) is '3.40', ('0005', 0) is '5'. */
export const decimalFromDigits = (digits: string, decimals: number): string =>
  fromUnits(BigInt(digits), decimals)

/** A weight as it is stored: unchanged up to three decimals, else rounded half up to three; null if not a decimal. */
export function roundWeight(decimal: string): string | null {
  const value = parseDecimal(decimal)
  if (!value) return null
  if (value.decimals <= WEIGHT_DECIMALS) return decimal
  return weight(divideRounded(value.units * 10n ** BigInt(WEIGHT_DECIMALS), 10n ** BigInt(value.decimals)))
}

/** Kilograms to pounds, exact, rounded half up to three decimals; null if not a decimal. */
export function lbFromKg(kg: string): string | null {
  const value = parseDecimal(kg)
  if (!value) return null
  const scale = 10n ** BigInt(KG_PER_LB.decimals + WEIGHT_DECIMALS)
  return weight(divideRounded(value.units * scale, KG_PER_LB.units * 10n ** BigInt(value.decimals)))
}

/** Pounds to kilograms, exact, rounded half up to three decimals; null if not a decimal. */
export function kgFromLb(lb: string): string | null {
  const value = parseDecimal(lb)
  if (!value) return null
  const scale = 10n ** BigInt(KG_PER_LB.decimals + value.decimals)
  return weight(divideRounded(value.units * KG_PER_LB.units * 10n ** BigInt(WEIGHT_DECIMALS), scale))
}

/**
 * The weight behind a random-weight price: price ÷ the supplier's rate, never our selling price (readings, "Barcodes").
 *
 * @param price what the supplier's label says, dollars
 * @param supplierRate the supplier's dollars per lb, the rate the label was printed with
 * @returns pounds, rounded half up to three decimals; null if either is zero or not a decimal
 */
export function weightFromPrice(price: string, supplierRate: string): string | null {
  const paid = parseDecimal(price)
  const rate = parseDecimal(supplierRate)
  if (!paid?.units || !rate?.units) return null
  const scale = 10n ** BigInt(rate.decimals + WEIGHT_DECIMALS)
  return weight(divideRounded(paid.units * scale, rate.units * 10n ** BigInt(paid.decimals)))
}

function parseDecimal(text: string): { units: bigint; decimals: number } | null {
  const match = DECIMAL.exec(text)
  if (!match) return null
  const decimals = match[2] ?? ''
  return { units: BigInt(`${match[1]}${decimals}`), decimals: decimals.length }
}
