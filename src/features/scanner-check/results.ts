/** A row of the table: what arrived, what it says, how long it took. */
import type { ParsedScan, ScanSettings } from '#contract/barcode/parse.ts'
import { parseScan, splitIdentifier } from '#contract/barcode/parse.ts'
import { adviceFor, testCodeOf, type ScannerAdvice, type CheckedScan } from './advice.ts'
import type { TestCodeName } from './test-codes.ts'

export interface CheckResult {
  id: number
  /** The file's name, or how it came. */
  from: string
  symbology: string
  /** With GS made visible; '' where there was no code. */
  text: string
  fields: { label: string; value: string }[]
  ms: number
  advice: ScannerAdvice[]
  testCode: TestCodeName | null
}

/** The sign for ASCII 29 where people read it. */
export const visible = (text: string) => text.replaceAll('\u001d', '␝')

/** A scan with how it came. */
export interface Arrived extends CheckedScan {
  from: string
  ms: number
  /** As the camera's engine saw it; the wedge does not say. */
  symbology?: string | undefined
}

export function checkResult(id: number, scan: Arrived, settings: ScanSettings): CheckResult {
  const { raw, from, ms } = scan
  const parsed = raw === null ? null : parseScan(raw, settings)
  return {
    id,
    from,
    symbology: scan.symbology ?? parsed?.symbology ?? '',
    text: raw === null ? '' : visible(splitIdentifier(raw).text),
    fields: parsed?.ok ? fieldsOf(parsed) : [],
    ms: Math.round(ms),
    advice: adviceFor(scan),
    testCode: raw === null ? null : (testCodeOf(raw)?.name ?? null),
  }
}

/** Whether there is nothing to change. */
export const isAllRight = (scan: CheckedScan) => adviceFor(scan).every(({ name }) => name === 'all-right')

/** The table's rows, the newest first. */
export interface Results {
  settings: ScanSettings
  results: CheckResult[]
  /** The newest scan as it arrived, and the number of scans ever. */
  newest: Arrived | null
  count: number
}
export type ResultsAct =
  | { kind: 'arrived'; scan: Arrived }
  | { kind: 'again' }
  | { kind: 'settings'; settings: ScanSettings }
  | { kind: 'clear' }

export const noResults = ({ settings }: { settings: ScanSettings }): Results => ({
  settings,
  results: [],
  newest: null,
  count: 0,
})

/** `again`: the newest scan came a second time at once, which is one row with its advice, not two rows. */
export function resultsAfter(state: Results, act: ResultsAct): Results {
  const { settings, results, newest, count } = state
  if (act.kind === 'clear') return { ...state, results: [], newest: null }
  if (act.kind === 'settings') return { ...state, settings: act.settings }
  if (act.kind === 'again') {
    if (newest?.by !== 'wedge' || newest.twice) return state
    const scan = { ...newest, twice: true }
    return { ...state, newest: scan, results: [checkResult(count, scan, settings), ...results.slice(1)] }
  }
  const row = checkResult(count + 1, act.scan, settings)
  return { ...state, newest: act.scan, count: count + 1, results: [row, ...results] }
}

const FIELDS: [label: string, of: (scan: ParsedScan) => string | number | null][] = [
  ['GTIN', (scan) => scan.gtin],
  ['Item', (scan) => scan.itemNumber],
  ['Weight lb', (scan) => scan.weightLb],
  ['Weight kg', (scan) => scan.weightKg],
  ['Price', (scan) => scan.price],
  ['Count', (scan) => scan.count],
  ['Lot', (scan) => scan.lot],
  ['Serial', (scan) => scan.serial],
  ['Produced', (scan) => scan.productionDate],
  ['Packed', (scan) => scan.packagingDate],
  ['Best before', (scan) => scan.bestBefore],
  ['Expires', (scan) => scan.expiry],
]

function fieldsOf(parsed: ParsedScan) {
  return FIELDS.flatMap(([label, of]) => {
    const value = of(parsed)
    return value === null ? [] : { label, value: String(value) }
  })
}
