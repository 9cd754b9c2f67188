/** A row of the table: what arrived, what it says, how long it took. */
import type { ParsedScan, ScanSettings } from '#contract/barcode.ts'
import { parseScan, splitIdentifier } from '#contract/barcode.ts'
import { adviceFor, testCodeOf, type Advice, type CheckedScan } from './advice.ts'
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
  advice: Advice[]
  testCode: TestCodeName | null
}

/** The sign for ASCII 29 where people read it. */
export const visible = (text: string) => text.replaceAll('\u001d', '␝')

interface Arrived extends CheckedScan {
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
