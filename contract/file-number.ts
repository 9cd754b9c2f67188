/**
 * Numbers as files have them: receipts, inventories, the supplier's feed (docs/decisions/0234). Texts all the way, no floats.
 */

/** What a comma before exactly three digits is: the point of a decimal (C250), or between thousands. */
export type CommaReading = 'point' | 'thousands'

/** How the commas of a file's columns are read that can be read in two ways. */
export type Commas<Field extends string> = Partial<Readonly<Record<Field, CommaReading>>>

/** Whether a comma can be read both ways, such as that of `1,234`. That of `0,125` and of `1,234.50` cannot. */
export const isAmbiguousNumber = (text: string): boolean => /^-?[1-9]\d{0,2},\d{3}$/.test(text.trim())

/** Digits in groups of thousands. */
const GROUPED = /^\d{1,3}([.,]\d{3})+$/

/**
 * The decimal of the wire that a text says: `12,5` is `12.5`, `.50` is `0.50`, `12.` is `12`. If both signs occur, the
 * last one is the point: `1.234,50` and `1,234.50` are `1234.50`. A sign that occurs more than once is between
 * thousands.
 * @param comma how a number is read that `isAmbiguousNumber`
 * @returns null where the text is no number
 */
export function readFileNumber(text: string, comma: CommaReading = 'point'): string | null {
  const [, sign, digits] = /^(-?)([\d.,]*)$/.exec(text.trim()) ?? []
  if (sign === undefined || digits === undefined || !/\d/.test(digits)) return null
  const isThousands = comma === 'thousands' && isAmbiguousNumber(text)
  const point = isThousands ? -1 : pointOf(digits)
  const whole = point < 0 ? digits : digits.slice(0, point)
  const fraction = point < 0 ? '' : digits.slice(point + 1)
  if (/[.,]/.test(whole) && !GROUPED.test(whole)) return null
  const units = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0'
  return `${sign}${units}${fraction && `.${fraction}`}`
}

/** Returns the place of the decimal point in some digits; -1 where they have none. */
function pointOf(digits: string): number {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const isAlone = last >= 0 && digits.indexOf(digits.charAt(last)) === last
  return isAlone ? last : -1
}
