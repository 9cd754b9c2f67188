/**
 * Random-weight codes: numbers that a shop, supplier or country assigns itself and that carry a price, a weight or a
 * count beside the item number. GS1 leaves the layout to each country, so it is a setting.
 *
 * Sources: GS1 General Specifications 2.1.12 (restricted circulation numbers for variable measure); the layouts of
 * GS1 Denmark, Finland, Germany, Latvia (for the three Baltic countries), Sweden and UK, as published by each and as
 * collected in github.com/jodal/biip. Norway publishes none; products there follow Sweden's.
 */
import { checkDigitFor, measureCheckDigitFor } from './check-digit.ts'
import type { ScanError } from './gs1.ts'
import { decimalFromDigits } from './measure.ts'

/**
 * The position of the measure in a 13-digit number: its digits end before the check digit.
 * `verifier`: the digit before the measure is its check digit. `either`: the first digit is a check digit or belongs
 * to the price.
 */
type Layout = {
  measure: 'price' | 'weight-kg' | 'count'
  digits: number
  decimals: number
  verifier?: 'always' | 'either'
}

const price = (digits: number, decimals: number): Layout => ({ measure: 'price', digits, decimals })
const weightKg = (digits: number, decimals: number): Layout => ({ measure: 'weight-kg', digits, decimals })
const verified = (layout: Layout): Layout => ({ ...layout, verifier: 'always' })

const NORDIC_PRICES = { '20': price(4, 2), '21': price(4, 1), '22': price(4, 0) }
const NORDIC_WEIGHTS = { '23': weightKg(4, 3), '24': weightKg(4, 2), '25': weightKg(4, 1) }
const COUNT: Layout = { measure: 'count', digits: 5, decimals: 0 }

const LAYOUTS = {
  // UPC-A, first digit 2: 2 IIIII V PPPP C with a price check digit V, or 2 IIIII PPPPP C for prices from $100.
  us: { '02': { ...price(5, 2), verifier: 'either' } },
  'us-4-digit-price': { '02': verified(price(4, 2)) },
  'us-5-digit-price': { '02': price(5, 2) },
  denmark: {
    '21': price(6, 2),
    '22': price(6, 2),
    '23': price(6, 2),
    '24': price(6, 2),
    '26': weightKg(6, 3),
    '27': weightKg(5, 3),
    '28': weightKg(6, 3),
  },
  estonia: NORDIC_WEIGHTS,
  finland: NORDIC_WEIGHTS,
  germany: {
    '22': verified(price(5, 2)),
    '23': verified(price(5, 2)),
    '25': verified(COUNT),
    '26': verified(COUNT),
    '28': verified(weightKg(5, 3)),
    '29': verified(weightKg(5, 3)),
  },
  'great-britain': { '20': verified(price(4, 2)) },
  latvia: NORDIC_WEIGHTS,
  lithuania: NORDIC_WEIGHTS,
  norway: { ...NORDIC_PRICES, ...NORDIC_WEIGHTS },
  sweden: { ...NORDIC_PRICES, ...NORDIC_WEIGHTS },
} satisfies Record<string, Record<string, Layout>>

export type Region = keyof typeof LAYOUTS

/** The layouts that can be set, by name, in the order in which they are offered. */
export const REGIONS = Object.keys(LAYOUTS) as Region[]

const ALIASES: Record<string, Region> = {
  usa: 'us',
  'united-states': 'us',
  dk: 'denmark',
  ee: 'estonia',
  fi: 'finland',
  de: 'germany',
  gb: 'great-britain',
  uk: 'great-britain',
  'united-kingdom': 'great-britain',
  lv: 'latvia',
  lt: 'lithuania',
  no: 'norway',
  se: 'sweden',
}

/** Returns the region with this name or ISO 3166 code, whatever its case and spaces; undefined if there is none. */
export function regionNamed(name: string): Region | undefined {
  const key = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  return REGIONS.find((region) => region === key) ?? (Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined)
}

/** The content of a random-weight code. The measure is null where the region has no layout for the number. */
export type RandomWeight = {
  region: Region
  /** The digits between prefix and measure: the item's number in the supplier's price list. */
  itemNumber: string | null
  /** The number with its measure set to zero, 14 digits. It is the same for every package, so it is the lookup key. */
  gtin: string
  price: string | null
  weightKg: string | null
  count: number | null
}

/**
 * Reads a number of restricted circulation (UPC-A first digit 2, that is prefix 02, or EAN-13 prefix 20 to 29).
 *
 * Without a region UPC-A is read as `us`. The other prefixes are not read, because their meaning is unknown.
 *
 * @param gtin 14 digits, check digit verified
 * @param region a name for `regionNamed`
 * @returns undefined when it is an ordinary number or no region defines how to read it; an error when the inner check
 *   digit of the measure is wrong
 */
export function readRandomWeight(gtin: string, region?: string): RandomWeight | ScanError | undefined {
  const prefix = gtin.slice(1, 3)
  if (!gtin.startsWith('0') || !/^(02|2\d)$/.test(prefix)) return undefined
  const known = region ? regionNamed(region) : prefix === '02' ? 'us' : undefined
  if (!known) return undefined
  const layouts: Record<string, Layout> = LAYOUTS[known]
  const layout = layouts[prefix]
  const blank = { region: known, itemNumber: null, gtin, price: null, weightKg: null, count: null }
  if (!layout) return blank

  const start = 13 - layout.digits
  const field = gtin.slice(start, 13)
  const digits = layout.verifier === 'either' ? withoutVerifier(field) : field
  if (layout.verifier === 'always' && measureCheckDigitFor(field) !== gtin.charAt(start - 1)) {
    return { name: 'check-digit', message: `The check digit of the measure “${field}” is wrong.` }
  }
  const keep = gtin.slice(0, layout.verifier === 'always' ? start - 1 : start)
  // Zeros have the inner check digit 0, so it needs no place of its own.
  const zeroed = keep.padEnd(13, '0')
  const value = decimalFromDigits(digits, layout.decimals)
  return {
    ...blank,
    itemNumber: keep.slice(3),
    gtin: zeroed + checkDigitFor(zeroed),
    price: layout.measure === 'price' ? value : null,
    weightKg: layout.measure === 'weight-kg' ? value : null,
    count: layout.measure === 'count' ? Number(value) : null,
  }
}

/**
 * Returns five digits of price, or the four after their check digit. A five-digit price from $100 whose first digit
 * happens to be the check digit of the others (one in ten) is misread here. For a supplier without check digits, set
 * `us-5-digit-price`.
 */
function withoutVerifier(field: string): string {
  const last = field.slice(1)
  return measureCheckDigitFor(last) === field.charAt(0) ? last : field
}
