import Papa from 'papaparse'
import { CSV_FORMAT } from '#contract/csv.ts'

/** Lines of a CSV file, each with its CRLF. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.length === 0 ? '' : `${Papa.unparse(rows as (string | number)[][], CSV_FORMAT)}\r\n`
