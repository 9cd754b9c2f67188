/**
 * Countries and currencies in GS1 elements, by their three digits. The lists are those of ISO, as the packages `iso-3166` and
 * `currency-codes` keep them.
 * Source: GS1 General Specifications, sections 3.6 (amounts and prices with a currency) and 3.8 (countries).
 */
import currencies from 'currency-codes/data.js'
import { iso31661NumericToAlpha2 } from 'iso-3166'
import type { ScanElement, ScanError } from './gs1.ts'

const CURRENCIES = new Set(currencies.map(({ number }) => number))

interface CodeList {
  noun: string
  has(digits: string): boolean
  /** Where an element has codes of this list, three digits each; none for an element that has none. */
  in(element: ScanElement): readonly string[]
}

const LISTS: readonly CodeList[] = [
  {
    noun: 'country',
    has: (digits) => digits in iso31661NumericToAlpha2,
    // One at its beginning (421), one (422, 424, 426), or up to five (423, 425).
    in: ([ai, value]) => {
      if (ai === '421') return [value.slice(0, 3)]
      return /^42[2-6]$/.test(ai) ? (value.match(/.{1,3}/g) ?? []) : []
    },
  },
  {
    noun: 'currency',
    has: (digits) => CURRENCIES.has(digits),
    // At the beginning of an amount (391n) or a price (393n).
    in: ([ai, value]) => (/^39[13]\d$/.test(ai) ? [value.slice(0, 3)] : []),
  },
]

/** The elements that name a country or a currency that does not exist, each with the reason. */
export function unlistedIn(elements: readonly ScanElement[]): ReadonlyMap<ScanElement, ScanError> {
  const unlisted = new Map<ScanElement, ScanError>()
  for (const element of elements) {
    for (const list of LISTS) {
      const wrong = list.in(element).find((digits) => !list.has(digits))
      if (wrong === undefined) continue
      const message = `In (${element[0]}) “${wrong}”: there is no such ${list.noun}.`
      unlisted.set(element, { name: 'content', message })
    }
  }
  return unlisted
}
