/** Reads the text of a number's field: which number it is, and what is wrong with it. Texts all the way, no floats. */
import { isAmbiguousNumber } from '#contract/file-number.ts'

export interface NumberRule {
  /** After the point. */
  places: number
  /** Decimals, both included. */
  min?: string
  max: string
}

/** The bounds of `Amount` of `contract/values.ts`. */
export const MONEY_RULE: NumberRule = { places: 2, max: '9999999999.99' }
/** As `Weight` of `contract/values.ts`: lb. */
export const WEIGHT_RULE: NumberRule = { places: 3, max: '999999.999' }
/** As `Count` of `contract/values.ts`. */
export const COUNT_RULE: NumberRule = { places: 0, max: '1000000' }

/**
 * Returns the typed text as a decimal of the wire: `12,5` is `12.5`, `.5` is `0.5`, `12.` is `12`. Null where it is not
 * a number, or may be one of two (`1,000`).
 */
export function decimalOf(typed: string): string | null {
  if (isAmbiguousNumber(typed)) return null
  const found = /^(-?)(\d*)(?:[.,](\d*))?$/.exec(typed.trim())
  const [, sign = '', whole = '', fraction = ''] = found ?? []
  if (whole + fraction === '') return null
  return `${sign}${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction && `.${fraction}`}`
}

/** Whether a text is the beginning of a number that is not one yet. */
const isBegun = (text: string, min: string) =>
  ['', '.', ','].includes(text) || (/^-[.,]?$/.test(text) && min.startsWith('-'))

/** Returns units of 10^-places, for any number of digits. Further places are cut off. */
function unitsOf(decimal: string, places: number): bigint {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return decimal.startsWith('-') ? -units : units
}

const grouped = (decimal: string) => decimal.replaceAll(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',')

/** Returns the question about a number that may be one of two; null where it is none (`isAmbiguousNumber`). */
export function ambiguityProblem(typed: string): string | null {
  const text = typed.trim()
  return isAmbiguousNumber(text)
    ? `${text.replace(',', '')} or ${text.replace(',', '.')}? Type it without the comma.`
    : null
}

/**
 * Returns what is wrong with a number that is being typed, in words for its field, if no further digit can mend it.
 * Nothing is corrected silently: neither cut off nor rounded nor replaced by the largest allowed number.
 */
export function numberProblem(typed: string, { places, min = '0', max }: NumberRule): string | null {
  const text = typed.trim()
  if (isBegun(text, min)) return null
  const ambiguity = ambiguityProblem(text)
  if (ambiguity !== null) return ambiguity
  const number = decimalOf(text)
  if (number === null) return `Digits only, such as ${places === 0 ? '12' : '12.50'}.`
  const [, fraction = ''] = number.split('.')
  if (fraction.replace(/0+$/, '').length > places)
    return places === 0 ? 'Whole numbers only.' : `At most ${places} places after the point.`
  const units = unitsOf(number, places)
  if (units < unitsOf(min, places)) return `Not below ${grouped(min)}.`
  return units > unitsOf(max, places) ? `At most ${grouped(max)}.` : null
}
