/** Product numbers in GS1's example company prefix 0614141, which no real product carries. */
import { checkDigitFor } from '#contract/barcode/check-digit.ts'

const PREFIX = '0614141'

const withCheckDigit = (body: string) => body + checkDigitFor(body)

/** Returns the code on a piece: 12 digits, the prefix's leading zero not printed. */
export const upcA = (reference: string) => withCheckDigit(PREFIX.slice(1) + reference)

/** Returns the same number as European labels carry it: 13 digits, with the leading zero. */
export const ean13 = (reference: string) => withCheckDigit(PREFIX + reference)

/** Returns the code on a case of pieces. */
export const caseGtin = (reference: string) => withCheckDigit(`1${PREFIX}${reference}`)

/** A trade item of variable measure: GTIN-14 with indicator 9. */
export const variableGtin = (reference: string) => withCheckDigit(`9${PREFIX}${reference}`)

/** The random-weight UPC-A of a shop's scale, its price left at zero: what all packages of the item share. */
export const randomWeightUpc = (reference: string) => withCheckDigit(`2${reference}00000`)
