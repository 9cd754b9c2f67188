/**
 * Bare product numbers: UPC-A, UPC-E, EAN-13, EAN-8 and ITF-14, and the one key they share, the GTIN.
 * Source: GS1 General Specifications, sections 3.3.2 (GTIN in 14 digits), 5.2 (EAN/UPC) and 7.10 (UPC-E).
 */
import { hasValidCheckDigit, isDigits } from './check-digit.ts'

type BareSymbology = 'ean-8' | 'upc-e' | 'upc-a' | 'ean-13' | 'itf-14'

/** A bare number that was verified; `gtin` is its key in 14 digits. */
export type BareNumber = { symbology: BareSymbology; digits: string; gtin: string }

/**
 * Reads a bare number of 8, 12, 13 or 14 digits.
 *
 * Eight digits may be EAN-8 or UPC-E. If both check digits hold, a leading 0 makes it UPC-E, as an EAN-8 that
 * begins with 0 is only valid inside one shop, and any other makes it EAN-8.
 *
 * @returns undefined when the length fits no symbology or the check digit is wrong
 */
export function readBareNumber(text: string): BareNumber | undefined {
  if (!isBareNumber(text)) return undefined
  const upcA = text.length === 8 ? expandUpcE(text) : undefined
  const valid = hasValidCheckDigit(text)
  if (upcA && (text.startsWith('0') || !valid)) {
    return { symbology: 'upc-e', digits: text, gtin: upcA.padStart(14, '0') }
  }
  if (!valid) return undefined
  return { symbology: SYMBOLOGIES[text.length] ?? 'ean-13', digits: text, gtin: text.padStart(14, '0') }
}

/** Whether a text has the form of a bare number (8, 12, 13 or 14 digits), whatever its check digit. */
export function isBareNumber(text: string): boolean {
  return text.length in SYMBOLOGIES && isDigits(text)
}

const SYMBOLOGIES: Record<number, BareSymbology> = { 8: 'ean-8', 12: 'upc-a', 13: 'ean-13', 14: 'itf-14' }

/**
 * The 12 digits of UPC-A behind the 8 of UPC-E: number system 0 or 1, six digits with the zeros left out, check digit.
 *
 * @returns undefined when the number is not UPC-E or the check digit, which is that of the UPC-A, is wrong
 */
export function expandUpcE(upcE: string): string | undefined {
  if (upcE.length !== 8 || !isDigits(upcE) || upcE.charAt(0) > '1') return undefined
  const d = upcE.slice(1, 6)
  const last = upcE.charAt(6)
  const upcA = upcE.charAt(0) + expandedBody(d, last) + upcE.charAt(7)
  return hasValidCheckDigit(upcA) ? upcA : undefined
}

/** The last of the six digits says where the zeros were. */
function expandedBody(d: string, last: string): string {
  if (last <= '2') return `${d.slice(0, 2)}${last}0000${d.slice(2)}`
  if (last === '3') return `${d.slice(0, 3)}00000${d.slice(3)}`
  if (last === '4') return `${d.slice(0, 4)}00000${d.slice(4)}`
  return `${d}0000${last}`
}

/**
 * The forms under which a product list may hold one GTIN: in 14, 13, 12 and 8 digits, as far as only zeros are
 * left out. A GTIN-14 of a case (first digit 1 to 8) has one form: it is another product than the piece in it.
 *
 * @param gtin 14 digits
 */
export function equivalentGtins(gtin: string): string[] {
  return [14, 13, 12, 8]
    .filter((length) => /^0*$/.test(gtin.slice(0, 14 - length)))
    .map((length) => gtin.slice(-length))
}
