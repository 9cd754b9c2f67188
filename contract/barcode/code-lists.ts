/**
 * Countries and currencies in GS1 elements, by their three digits. The lists are those of ISO, as the packages `iso-3166` and
 * `currency-codes` keep them.
 * Source: GS1 General Specifications, sections 3.6 (amounts and prices with a currency) and 3.8 (countries).
 */
import currencies from 'currency-codes/data.js'
import { iso31661NumericToAlpha2 } from 'iso-3166'
import type { ScanElement, ScanError } from './gs1.ts'

const CURRENCIES = new Set(currencies.map(({ number }) => number))
const isCountry = (digits: string): boolean => digits in iso31661NumericToAlpha2
const isCurrency = (digits: string): boolean => CURRENCIES.has(digits)

/** The countries in an element: one at its beginning (421), one (422, 424, 426), or up to five (423, 425). */
function countriesIn([ai, value]: ScanElement): string[] {
  if (ai === '421') return [value.slice(0, 3)]
  return ['422', '423', '424', '425', '426'].includes(ai) ? (value.match(/.{1,3}/g) ?? []) : []
}

/** The currency at the beginning of an amount (391n) or a price (393n). */
const currencyIn = ([ai, value]: ScanElement): string[] => (/^39[13]\d$/.test(ai) ? [value.slice(0, 3)] : [])

/** The first element that names a country or a currency that does not exist, and why; null where none does. */
export function unlistedIn(
  elements: readonly ScanElement[],
): { element: ScanElement; error: ScanError } | null {
  for (const element of elements) {
    const country = countriesIn(element).find((digits) => !isCountry(digits))
    const currency = currencyIn(element).find((digits) => !isCurrency(digits))
    const wrong =
      country !== undefined
        ? `“${country}”: there is no such country`
        : currency !== undefined && `“${currency}”: there is no such currency`
    if (wrong) return { element, error: { name: 'content', message: `In (${element[0]}) ${wrong}.` } }
  }
  return null
}
