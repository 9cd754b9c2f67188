/**
 * A raw scan in, what it says out: GTIN, weight, lot, dates, serial, count, price.
 *
 * The parts: `gs1.ts` (element strings), `gs1-weight.ts` (their weights), `gtin.ts` (UPC, EAN, ITF), `random-weight.ts`
 * (codes with a price or weight), `measure.ts` (exact arithmetic), `match.ts` (which item it is).
 * Source of the rules: readings, "Barcodes"; scanning, "Wedge scanners"; GS1 General Specifications 7.8 and ISO/IEC 15424.
 */
import { checkDigitFor } from './check-digit.ts'
import { unlistedIn } from './code-lists.ts'
import { dateFromElement, GS, parseElementString, type ScanElement, type ScanError } from './gs1.ts'
import { applicationIdentifierAt } from './gs1-table.ts'
import { bothWeights, gs1Weights, measureIn } from './gs1-weight.ts'
import { isBareNumber, readBareNumber } from './gtin.ts'
import { weightFromPrice } from './measure.ts'
import { readRandomWeight } from './random-weight.ts'

export type ScanSettings = {
  /** The layout of random-weight codes, one of `REGIONS`; unset, only UPC-A with first digit 2 is read (as `us`). */
  region?: string
  /** What this scanner sends in the place of FNC1, besides ASCII 29: '|', '{GS}', … */
  gsSubstitutes?: readonly string[]
  /** The supplier's dollars per lb, or how to find them for an item; undefined where it is not known. */
  supplierRate?: string | ((code: { itemNumber: string; gtin: string }) => string | undefined)
  /** Four digits: years of two digits are read as the nearest to it. Pass the clock's year. */
  currentYear?: number
}

/**
 * Codes are strings, weights and prices decimal strings, the count a number; a field that the scan does not have is
 * null.
 */
export type ParsedScan = {
  raw: string
  ok: boolean
  /** From the symbology identifier or the form of the number; `gs1` by FNC1 alone, `gs1-plain` without even that. */
  symbology: string | null
  /** As printed, in their order: application identifier (or `ean`, `itf` for a bare number) and data. */
  elements: ScanElement[]
  /** 14 digits; for a random-weight code, with its measure set to zero. */
  gtin: string | null
  lot: string | null
  serial: string | null
  /** Net, up to three decimals, converted from the other where only one is printed. */
  weightLb: string | null
  weightKg: string | null
  price: string | null
  count: number | null
  /** YYYY-MM-DD. */
  productionDate: string | null
  packagingDate: string | null
  bestBefore: string | null
  expiry: string | null
  /** For a random-weight code: the region whose layout was used, and the supplier's item number. */
  region: string | null
  itemNumber: string | null
  /**
   * Why the scan was not read. A scan that was read (`ok`) may have an element that names a country or a currency that
   * does not exist: that element is the error. It is not used, and a case is still counted by its GTIN.
   */
  error: ScanError | null
}

/** Used where no clock is passed; it moves the turn of the century only. */
const DEFAULT_YEAR = 2026

// ISO/IEC 15424: those of these mean that the data is an element string.
const GS1_SYMBOLOGIES: Record<string, string> = {
  ']C1': 'gs1-128',
  ']e0': 'gs1-databar',
  ']d2': 'gs1-datamatrix',
  ']d5': 'gs1-datamatrix',
  ']Q3': 'gs1-qr',
  ']Q4': 'gs1-qr',
  ']J1': 'gs1-dotcode',
}
const PLAIN_SYMBOLOGIES: Record<string, string> = {
  A: 'code-39',
  C: 'code-128',
  F: 'codabar',
  G: 'code-93',
  I: 'itf',
  Q: 'qr',
  d: 'datamatrix',
  L: 'pdf417',
  z: 'aztec',
}

/**
 * Reads a raw scan. Never throws, whatever it is given; a scan that cannot be read has `ok` false and an `error`.
 *
 * Without FNC1 and symbology identifier, a number of 8, 12, 13 or 14 digits with a right check digit is a product
 * number, and anything else that parses whole as GS1 is a GS1 label printed as plain Code 128.
 *
 * @param raw what the scanner sent, with or without symbology identifier
 */
export function parseScan(raw: string, settings: ScanSettings = {}): ParsedScan {
  const scan = blankScan(raw)
  if (typeof raw !== 'string') return refused(scan, 'malformed', 'This is not a scan: it is not text.')
  const { identifier, text } = splitIdentifier(raw)
  if (text === '') return refused(scan, identifier ? 'syntax' : 'malformed', 'There is no data in this scan.')
  if (identifier === ']E0' || identifier === ']E3' || identifier === ']E4') {
    return parseEanUpc(scan, identifier, text, settings)
  }
  const data = withSeparators(text, settings.gsSubstitutes)
  if (identifier in GS1_SYMBOLOGIES || data.includes(GS)) {
    return parseGs1({ ...scan, symbology: GS1_SYMBOLOGIES[identifier] ?? 'gs1' }, data, settings)
  }
  return parsePlain({ ...scan, symbology: PLAIN_SYMBOLOGIES[identifier.charAt(1)] ?? null }, data, settings)
}

/** The scan without what the scanner adds: its symbology identifier (three characters) and white space around it. */
export function splitIdentifier(raw: string): { identifier: string; text: string } {
  const text = raw.trim()
  const identifier = /^\][A-Za-z][0-9A-Za-z]/.exec(text)?.[0] ?? ''
  return { identifier, text: text.slice(identifier.length).trim() }
}

/** A scan of which nothing was read. */
export function blankScan(raw: string): ParsedScan {
  return {
    raw,
    ok: false,
    symbology: null,
    elements: [],
    gtin: null,
    lot: null,
    serial: null,
    weightLb: null,
    weightKg: null,
    price: null,
    count: null,
    productionDate: null,
    packagingDate: null,
    bestBefore: null,
    expiry: null,
    region: null,
    itemNumber: null,
    error: null,
  }
}

/** A code with nothing in it to read; it may still be a product's own. */
export function plainScan(raw: string): ParsedScan {
  return refused(blankScan(raw), 'unstructured', 'This is a plain code: no product number, no GS1 data.')
}

/** A random-weight code read as an ordinary number: its GTIN is the number as printed. */
export function withoutMeasure(scan: ParsedScan): ParsedScan {
  const printed = scan.elements.find(([ai]) => ['ean', 'itf', '01', '02'].includes(ai))?.[1] ?? ''
  const nothing = { price: null, weightLb: null, weightKg: null, count: null, region: null, itemNumber: null }
  return { ...scan, ...nothing, gtin: printed.padStart(14, '0') }
}

/**
 * EAN/UPC with its identifier: `]E0` has 13 digits (UPC-A and UPC-E filled up with zeros), `]E4` the 8 of EAN-8,
 * `]E3` 13 and a supplement of 2 or 5. A composite component follows after `|]e0`, as an element string.
 */
function parseEanUpc(scan: ParsedScan, identifier: string, text: string, settings: ScanSettings): ParsedScan {
  const mark = text.indexOf('|]e0')
  const primary = mark < 0 ? text : text.slice(0, mark)
  const length = identifier === ']E4' ? 8 : 13
  const fits = identifier === ']E3' ? /^\d{13}(\d{2}|\d{5})$/.test(primary) : primary.length === length
  const digits = primary.slice(0, length)
  if (!fits || !isBareNumber(digits)) {
    return refused(scan, 'syntax', `${identifier} is followed by ${length} digits, this is “${primary}”.`)
  }
  if (checkDigitFor(digits.slice(0, -1)) !== digits.slice(-1)) return wrongCheckDigit(scan, digits)
  const symbology = length === 8 ? 'ean-8' : digits.startsWith('0') ? 'upc-a' : 'ean-13'
  const elements: ScanElement[] = [['ean', digits]]
  if (mark >= 0) {
    const composite = parseElementString(withSeparators(text.slice(mark + 4), settings.gsSubstitutes))
    if (!composite.ok) return { ...scan, symbology, error: composite.error }
    elements.push(...composite.elements)
  }
  return fill({ ...scan, symbology, elements, gtin: digits.padStart(14, '0') }, settings)
}

function parseGs1(scan: ParsedScan, data: string, settings: ScanSettings): ParsedScan {
  const result = parseElementString(data)
  if (!result.ok) return { ...scan, error: result.error }
  return fill({ ...scan, elements: result.elements }, settings)
}

function parsePlain(scan: ParsedScan, data: string, settings: ScanSettings): ParsedScan {
  const number = readBareNumber(data)
  if (number) {
    const { symbology, digits, gtin } = number
    const elements: ScanElement[] = [[symbology === 'itf-14' ? 'itf' : 'ean', digits]]
    return fill({ ...scan, symbology, elements, gtin }, settings)
  }
  const first = applicationIdentifierAt(data, 0)
  // Any digits after 10, 21 or 9n parse as a lot, a serial or internal data. A number as long as a product number
  // whose check digit is wrong is then more likely a misread product number, unless it begins with more structure.
  if (isBareNumber(data) && !first?.predefined) return wrongCheckDigit(scan, data)
  if (!first) return { ...plainScan(scan.raw), symbology: scan.symbology }
  const parsed = parseGs1({ ...scan, symbology: 'gs1-plain' }, data, settings)
  if (parsed.ok) return parsed
  return isBareNumber(data) ? wrongCheckDigit(scan, data) : { ...parsed, symbology: scan.symbology }
}

/** Takes the fields out of the elements, then the random-weight code out of the GTIN. */
function fill(scan: ParsedScan, settings: ScanSettings): ParsedScan {
  const unlisted = unlistedIn(scan.elements)
  const elements = scan.elements.filter((element) => !unlisted.has(element))
  const values = new Map(elements)
  const year = settings.currentYear ?? DEFAULT_YEAR
  const date = (ai: string) => {
    const value = values.get(ai)
    return value === undefined ? null : dateFromElement(value, year)
  }
  const count = values.get('37') ?? values.get('30')
  const filled: ParsedScan = {
    ...scan,
    ok: true,
    gtin: values.get('01') ?? values.get('02') ?? scan.gtin,
    lot: values.get('10') ?? null,
    serial: values.get('21') ?? null,
    productionDate: date('11'),
    packagingDate: date('13'),
    bestBefore: date('15'),
    expiry: date('17'),
    ...gs1Weights(elements),
    price: measureIn(elements, '392') ?? measureIn(elements, '393', 3),
    count: count === undefined ? null : Number(count),
    error: unlisted.values().next().value ?? null,
  }
  const says = filled.weightLb ?? filled.price ?? filled.count
  return says === null ? fillRandomWeight(filled, settings) : filled
}

function fillRandomWeight(scan: ParsedScan, settings: ScanSettings): ParsedScan {
  const code = scan.gtin === null ? undefined : readRandomWeight(scan.gtin, settings.region)
  if (!code) return scan
  if ('name' in code) return { ...blankScan(scan.raw), symbology: scan.symbology, error: code }
  const { region, itemNumber, gtin, price, count } = code
  const weights =
    price === null
      ? bothWeights(code.weightKg, null)
      : bothWeights(null, weightAtRate(price, itemNumber, gtin, settings))
  return { ...scan, region, itemNumber, gtin, price, count, ...weights }
}

function weightAtRate(
  price: string,
  item: string | null,
  gtin: string,
  settings: ScanSettings,
): string | null {
  const { supplierRate } = settings
  const rate =
    typeof supplierRate === 'function' ? supplierRate({ itemNumber: item ?? '', gtin }) : supplierRate
  return rate === undefined ? null : weightFromPrice(price, rate)
}

function withSeparators(text: string, substitutes: readonly string[] = []): string {
  return substitutes.reduce((data, substitute) => (substitute ? data.replaceAll(substitute, GS) : data), text)
}

function wrongCheckDigit(scan: ParsedScan, digits: string): ParsedScan {
  return refused(scan, 'check-digit', `The check digit of ${digits} is wrong: it was misread. Scan again.`)
}

function refused(scan: ParsedScan, name: ScanError['name'], message: string): ParsedScan {
  return { ...scan, error: { name, message } }
}
