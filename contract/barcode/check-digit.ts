/**
 * Check digits and check characters of the GS1 system, as pure functions on strings of digits.
 * Source: GS1 General Specifications, sections 7.9 (check digits) and 7.9.5 (check characters).
 */

/**
 * The last digit that a GS1 number must end with: weights 3 and 1 from the right, modulo 10.
 *
 * @param body the digits without the check digit, any length (7 for EAN-8, 11 for UPC-A, 17 for an SSCC)
 * @returns one digit
 */
export function checkDigitFor(body: string): string {
  let sum = 0
  let weight = 3
  for (let at = body.length - 1; at >= 0; at -= 1) {
    sum += weight * digitAt(body, at)
    weight = 4 - weight
  }
  return String((10 - (sum % 10)) % 10)
}

/** Whether a string is all digits, at least two, and ends in its own check digit. */
export function hasValidCheckDigit(number: string): boolean {
  if (number.length < 2 || !isDigits(number)) return false
  return checkDigitFor(number.slice(0, -1)) === number.slice(-1)
}

// The weighted products of each digit: "5+" is 5n plus its tens digit, "5-" is 5n less it, "2-" is 2n less it.
const TIMES_2_MINUS = [0, 2, 4, 6, 8, 9, 1, 3, 5, 7]
const TIMES_3 = [0, 3, 6, 9, 2, 5, 8, 1, 4, 7]
const TIMES_5_PLUS = [0, 5, 1, 6, 2, 7, 3, 8, 4, 9]
const TIMES_5_MINUS = [0, 5, 9, 4, 8, 3, 7, 2, 6, 1]
const FOUR_DIGITS = [TIMES_2_MINUS, TIMES_2_MINUS, TIMES_3, TIMES_5_MINUS]
const FIVE_DIGITS = [TIMES_5_PLUS, TIMES_2_MINUS, TIMES_5_MINUS, TIMES_5_PLUS, TIMES_2_MINUS]

/**
 * The inner check digit that some layouts print before a price or weight (GS1 General Specifications 7.9.2–7.9.4).
 *
 * @param value four or five digits of price or weight
 * @returns one digit, or undefined when the value has another length or is not digits
 */
export function measureCheckDigitFor(value: string): string | undefined {
  if (!isDigits(value)) return undefined
  if (value.length === 4) return String((weighted(value, FOUR_DIGITS) * 3) % 10)
  if (value.length !== 5) return undefined
  const toNextTen = (10 - (weighted(value, FIVE_DIGITS) % 10)) % 10
  return String(TIMES_5_MINUS.indexOf(toNextTen))
}

const CHARACTERS_82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const CHARACTERS_32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
// One prime a character; AI (8013), the longest with a check pair, holds 23 characters before the pair.
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83]

/** Whether an alphanumeric key (a Global Model Number) ends in its own pair of check characters, modulo 1021. */
export function hasValidCheckPair(key: string): boolean {
  const body = key.slice(0, -2)
  if (key.length < 3 || body.length > PRIMES.length) return false
  let sum = 0
  for (let at = 0; at < body.length; at += 1) {
    const value = CHARACTERS_82.indexOf(body.charAt(at))
    if (value < 0) return false
    sum += value * (PRIMES[body.length - 1 - at] ?? 0)
  }
  const rest = sum % 1021
  return key.slice(-2) === CHARACTERS_32.charAt(Math.floor(rest / 32)) + CHARACTERS_32.charAt(rest % 32)
}

/** Whether a string has at least one character and all of them are the digits 0 to 9. */
export function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const digit = digitAt(text, at)
    if (digit < 0 || digit > 9) return false
  }
  return text.length > 0
}

function digitAt(text: string, at: number): number {
  return text.charCodeAt(at) - 48
}

function weighted(value: string, tables: readonly (readonly number[])[]): number {
  return tables.reduce((sum, table, at) => sum + (table[digitAt(value, at)] ?? 0), 0)
}
