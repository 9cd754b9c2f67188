/** What a read of a photograph is worth, and the table that says so. */
export interface Photograph {
  file: string
  /** As in barcodes.tsv; `NONE` where there is nothing to read. */
  symbology: string
  expected: string
}
export type Verdict = 'decoded' | 'missed' | 'wrong' | 'rightly nothing'
export interface Result extends Photograph {
  text: string | null
  ms: number
  verdict: Verdict
}

/** A UPC-A is the EAN-13 that begins with 0. */
const comparable = (text: string) => (/^\d{12}$/.test(text) ? `0${text}` : text)

export function judge({ symbology, expected }: Photograph, text: string | null): Verdict {
  if (text === null) return symbology === 'NONE' ? 'rightly nothing' : 'missed'
  return symbology !== 'NONE' && comparable(text) === comparable(expected) ? 'decoded' : 'wrong'
}

/** @param part 0.5 for the median, 0.95 for what all but a twentieth stay below */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** One row a symbology and one for all; decoded of those that have a code, wrong of all photographs. */
export function summarise(results: readonly Result[]): { all: Row } & Record<string, Row> {
  const symbologies = [...new Set(results.map(({ symbology }) => symbology))]
  const rows = symbologies.map(
    (name) => [name, row(results.filter(({ symbology }) => symbology === name))] as const,
  )
  return { ...Object.fromEntries(rows), all: row(results) }
}

type Row = ReturnType<typeof row>

function row(results: readonly Result[]) {
  const count = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length
  const withCode = results.filter(({ symbology }) => symbology !== 'NONE').length
  const percent = (n: number, of: number) => (of === 0 ? 0 : Math.round((1_000 * n) / of) / 10)
  const times = results.map(({ ms }) => ms)
  return {
    photographs: results.length,
    'decoded %': percent(count('decoded'), withCode),
    'wrong %': percent(count('wrong'), results.length),
    'median ms': Math.round(percentile(times, 0.5)),
    'p95 ms': Math.round(percentile(times, 0.95)),
  }
}
