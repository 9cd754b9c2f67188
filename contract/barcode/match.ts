/**
 * Which item of the list a scan is. The order is that of the readings, "Barcodes": exact → parsed → the scan less its
 * last digit → that less its first digit → acceptable substitutions → alternate barcodes.
 */
import {
  parseScan,
  plainScan,
  splitIdentifier,
  withoutMeasure,
  type ParsedScan,
  type ScanSettings,
} from './parse.ts'
import { equivalentGtins, readBareNumber } from './gtin.ts'

/** Why a key is worth looking up. */
type KeyReason = 'exact' | 'parsed' | 'less-last' | 'less-first'
export type LookupKey = { key: string; by: KeyReason }

/** An item of the list: its own id, its product's upc and the upcs of the substitutions accepted for it. */
export type ScanItem = { id: string; upc: string; substitutes: readonly string[] }

/** Where two products share a code, `ids` has both, in the order of the list, and the picker chooses. */
export type ScanMatch =
  | { kind: 'item'; ids: string[]; by: KeyReason; parsed: ParsedScan }
  /** The scan is `upc`, accepted in the place of the item; `ids` has every item that accepts it. */
  | { kind: 'substitute'; itemId: string; ids: string[]; upc: string; parsed: ParsedScan }
  | { kind: 'alternate'; ids: string[]; upc: string; parsed: ParsedScan }
  /** A known barcode whose product is not in the list. */
  | { kind: 'outside'; upc: string; parsed: ParsedScan }
  | { kind: 'unknown'; parsed: ParsedScan }

/** The keys to look a scan up by, best first, each once. */
export function lookupKeys(raw: string, settings: ScanSettings = {}): LookupKey[] {
  return keysOf(parseScan(raw, settings))
}

/**
 * The barcode to store when a person links a scan to a product: its GTIN where it has one, as the rest of a GS1 label
 * (weight, serial) is another on every case; else the scan itself.
 */
export function barcodeToLink(raw: string, settings: ScanSettings = {}): string {
  return parseScan(raw, settings).gtin ?? splitIdentifier(raw).text
}

/**
 * Finds the items that a scan means.
 *
 * @param items the listed items
 * @param alternates the upc that a barcode is linked to, from the device or the server; undefined if it is not
 */
export function matchScan(scan: {
  raw: string
  settings?: ScanSettings
  items: readonly ScanItem[]
  alternates: (barcode: string) => string | undefined
}): ScanMatch {
  const { raw, settings, items, alternates } = scan
  const parsed = parseScan(raw, settings)
  const keys = keysOf(parsed)
  for (const group of byReason(keys)) {
    const ids = items.filter(({ upc }) => group.keys.includes(upc)).map(({ id }) => id)
    if (ids.length > 0) return { kind: 'item', ids, by: group.by, parsed: asMatched(parsed, group.by) }
  }
  for (const { by, keys: some } of byReason(keys)) {
    const accepting = items.filter(({ substitutes }) => substitutes.some((upc) => some.includes(upc)))
    const upc = accepting[0]?.substitutes.find((substitute) => some.includes(substitute))
    if (accepting[0] && upc !== undefined) {
      const ids = accepting.filter(({ substitutes }) => substitutes.includes(upc)).map(({ id }) => id)
      return { kind: 'substitute', itemId: accepting[0].id, ids, upc, parsed: asMatched(parsed, by) }
    }
  }
  // Barcodes are linked whole, so the shortened ones are not tried.
  for (const { key, by } of keys.filter((each) => each.by === 'exact' || each.by === 'parsed')) {
    const upc = alternates(key)
    if (upc === undefined) continue
    const same = equivalentUpcs(upc)
    const ids = items.filter((item) => same.includes(item.upc)).map(({ id }) => id)
    const read = asMatched(parsed, by)
    return ids.length > 0
      ? { kind: 'alternate', ids, upc, parsed: read }
      : { kind: 'outside', upc, parsed: read }
  }
  return { kind: 'unknown', parsed }
}

function keysOf(parsed: ParsedScan): LookupKey[] {
  const raw: unknown = parsed.raw
  if (typeof raw !== 'string') return []
  const { text } = splitIdentifier(raw)
  const isElementString = parsed.symbology?.startsWith('gs1') && parsed.gtin !== null
  // The digits to remove from a GS1 label are those of its product number, not of its last element.
  const numbers = isElementString && parsed.gtin !== null ? equivalentGtins(parsed.gtin) : [text]
  // "Digit" as the rows say: taking letters off a code would find other codes.
  const lessLast = numbers.filter((number) => /\d$/.test(number)).map((number) => number.slice(0, -1))
  const lessFirst = lessLast.filter((number) => /^\d/.test(number)).map((number) => number.slice(1))
  const keys = [
    ...reason('exact', [text]),
    ...reason('parsed', parsedKeys(parsed)),
    ...reason('less-last', lessLast),
    ...reason('less-first', lessFirst),
  ]
  const seen = new Set<string>()
  return keys.filter(({ key }) => key !== '' && !seen.has(key) && seen.add(key))
}

function parsedKeys({ gtin, itemNumber }: ParsedScan): string[] {
  if (gtin === null) return []
  const keys = equivalentGtins(gtin)
  if (itemNumber === null) return keys
  // Price lists write a random-weight item with its check digit, without it, or with a zero in its place, or give
  // the item number alone, with or without the prefix.
  const body = keys.map((key) => key.slice(0, -1))
  const prefix = gtin.startsWith('00') ? gtin.slice(2, 3) : gtin.slice(1, 3)
  return [...keys, ...body, ...body.map((key) => `${key}0`), prefix + itemNumber, itemNumber]
}

function reason(by: KeyReason, keys: string[]): LookupKey[] {
  return keys.map((key) => ({ key, by }))
}

function byReason(keys: LookupKey[]): { by: KeyReason; keys: string[] }[] {
  const groups = new Map<KeyReason, string[]>()
  for (const { key, by } of keys) groups.set(by, [...(groups.get(by) ?? []), key])
  return [...groups].map(([by, some]) => ({ by, keys: some }))
}

function equivalentUpcs(upc: string): string[] {
  const gtin = readBareNumber(upc)?.gtin
  return gtin === undefined ? [upc] : [upc, ...equivalentGtins(gtin)]
}

/**
 * A code that is, whole or shortened, a product's own upc is that number and nothing else: a part of it that looked
 * like a price, a weight or a lot is none. FNC1 or a symbology identifier proves GS1 data, which stays.
 */
function asMatched(parsed: ParsedScan, by: KeyReason): ParsedScan {
  if (by === 'parsed') return parsed
  if (parsed.symbology === 'gs1-plain') return plainScan(parsed.raw)
  return parsed.itemNumber === null ? parsed : withoutMeasure(parsed)
}
