/** Finds the line of a scan (readings, "Barcodes"; A224–A228), with indexes built once for a list. */
import { isLocked, type Line, nameOf, upcOf } from '#contract/picking/lines.ts'
import type { ParsedScan, ScanSettings } from '#contract/barcode/parse.ts'
import { lookupKeys, matchScan, type ScanItem } from '#contract/barcode/match.ts'
import { isNothing } from '#contract/orders/acts.ts'
import type { ScanList } from './scan-list.ts'
import { confirmBeforeCount, itemToCount } from '#contract/picking/count-piece.ts'

export type FoundLine =
  | {
      kind: 'line'
      line: Line
      parsed: ParsedScan
      /** The barcode is linked and can be unlinked. */ linked: boolean
    }
  /** Two products share the code: the picker chooses. */
  | { kind: 'choose'; lines: Line[]; parsed: ParsedScan }
  /** The scan is a substitute of the line's product. */
  | { kind: 'substitute'; line: Line; upc: string; parsed: ParsedScan }
  /** A product has this code, but no listed line has the product (A326). */
  | { kind: 'outside'; upc: string; parsed: ParsedScan }
  | { kind: 'unknown'; parsed: ParsedScan }

interface Index {
  byUpc: Map<string, ScanItem[]>
  bySubstitute: Map<string, ScanItem[]>
  place: Map<string, number>
  ids: readonly string[]
}
const indexes = new WeakMap<ScanList['catalogue'], Index>()

/**
 * Built again when lines or their products change, but not when a line is picked: both arrays stay the same until then.
 */
function indexOf(list: ScanList): Index {
  const known = indexes.get(list.catalogue)
  if (known?.ids === list.ids) return known
  const index: Index = { byUpc: new Map(), bySubstitute: new Map(), place: new Map(), ids: list.ids }
  const add = (map: Map<string, ScanItem[]>, key: string, item: ScanItem) => {
    const there = map.get(key)
    if (there) there.push(item)
    else map.set(key, [item])
  }
  list.lines.forEach((line, i) => {
    const substitutes = line.product?.acceptable_substitutions.map(({ upc }) => upc) ?? []
    const item = { id: line.id, upc: upcOf(line), substitutes }
    index.place.set(line.id, i)
    add(index.byUpc, item.upc, item)
    for (const upc of substitutes) add(index.bySubstitute, upc, item)
  })
  indexes.set(list.catalogue, index)
  return index
}

/**
 * Finds the line in memory. `outside` here covers only the barcodes of listed products. `lookElsewhere` looks an
 * unknown code up in the whole catalogue.
 */
export function findLine(list: ScanList, raw: string, settings: ScanSettings): FoundLine {
  const { byUpc, bySubstitute, place } = indexOf(list)
  // The contract decides the matching order. It gets only the lines that any of the scan's keys could mean.
  const candidates = new Set<ScanItem>()
  for (const { key } of lookupKeys(raw, settings)) {
    for (const item of byUpc.get(key) ?? []) candidates.add(item)
    for (const item of bySubstitute.get(key) ?? []) candidates.add(item)
    for (const item of byUpc.get(list.alternates.get(key) ?? '') ?? []) candidates.add(item)
  }
  // The line that an undone swap leaves does not count: its code is a substitute's again.
  const isLeft = ({ id }: ScanItem) =>
    !list.byId.get(id)!.items.every((item) => item.original_product !== null && isNothing(item))
  const items = [...candidates].filter(isLeft).sort((a, b) => place.get(a.id)! - place.get(b.id)!)
  const match = matchScan({ raw, settings, items, alternates: (code) => list.alternates.get(code) })
  const { parsed } = match
  if (match.kind === 'unknown' || match.kind === 'outside') return match
  const lines = match.ids.map((id) => list.byId.get(id)!)
  if (match.kind === 'substitute')
    return { kind: 'substitute', line: firstOpen(lines), upc: match.upc, parsed }
  const products = new Set(lines.map(upcOf))
  if (products.size > 1) return { kind: 'choose', lines: offered(lines), parsed }
  return { kind: 'line', line: firstOpen(lines), parsed, linked: match.kind === 'alternate' }
}

/** Whether a text is exactly the code of a listed product, or linked to one. */
export const isListedCode = (list: ScanList, text: string): boolean =>
  indexOf(list).byUpc.has(text) || list.alternates.has(text)

/**
 * Returns the first line of the walk that still lacks something, out of those that a code names. Lines of invoiced
 * orders are meant only where the code names no others, because nothing is counted on them.
 */
function firstOpen(lines: Line[]): Line {
  const open = lines.filter((line) => !isLocked(line))
  return open.find((line) => confirmBeforeCount(itemToCount(line)) === null) ?? open[0] ?? lines[0]!
}

/** The lines that a picker chooses from: an invoiced order's line only where its product has no other. */
function offered(lines: Line[]): Line[] {
  const open = lines.filter((line) => !isLocked(line))
  return lines.filter((line) => !isLocked(line) || open.every((other) => upcOf(other) !== upcOf(line)))
}

/** Returns the lines whose name, code or bin contains the typed text, to choose the line to link to. */
export function searchLines(lines: readonly Line[], text: string): Line[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...lines]
  return lines.filter((line) => `${nameOf(line)} ${upcOf(line)} ${line.bin}`.toLowerCase().includes(wanted))
}
