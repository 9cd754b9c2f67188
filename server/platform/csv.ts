import Papa from 'papaparse'
import { safeCell } from '#contract/csv.ts'

/** As `src/ui/csv.ts` writes it: the mark is part of the cell, and a semicolon separates cells in some countries. */
const isQuoted = (cell: string) => cell.startsWith("'") || cell.includes(';')

/** Lines of a CSV file, with CRLF. @param numbers the labels of the columns that hold numbers */
export function csvLines(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  numbers: readonly string[],
): string {
  const safe = rows.map((row) => row.map((cell, n) => safeCell(String(cell), numbers.includes(header[n]!))))
  return safe.length === 0 ? '' : `${Papa.unparse(safe, { newline: '\r\n', quotes: isQuoted })}\r\n`
}
