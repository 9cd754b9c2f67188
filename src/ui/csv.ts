/** Saving a table as a CSV file. */
import { CSV_FORMAT } from '#contract/csv.ts'
import { downloadBlob } from './download.ts'
import type { SheetCell } from './spreadsheet.ts'
import { cellText, exportedColumns, type Column } from './table/column.ts'

/** A330, A331. */
export const EXPORT_SUCCESS = 'Table data has been exported to CSV successfully check your downloads section.'

/** The text of a CSV file of these cells. Its writer is loaded with the first export. */
export async function csv(sheet: readonly (readonly SheetCell[])[]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  return `${Papa.unparse(sheet as SheetCell[][], CSV_FORMAT)}\r\n`
}

/** The cells of a table's export, as they are read on the screen. */
export function exportedCells<Row>(all: readonly Column<Row>[], rows: readonly Row[]): string[][] {
  const columns = exportedColumns(all)
  return [
    columns.map(({ label }) => label),
    ...rows.map((row) => columns.map((column) => column.exported?.(row) ?? cellText(column, row))),
  ]
}

/** A347: the table's label and the time in UTC, in characters that every file system takes. */
export function exportName(label: string, now: Date, extension: 'csv' | 'xlsx'): string {
  return `${label} ${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${extension}`
}

/** Hands the text to the browser as a download. The mark in front makes Excel read it as UTF-8. */
export const download = (name: string, text: string): void =>
  downloadBlob(name, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
