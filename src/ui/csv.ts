/** Saving a table as a CSV file. */
import { safeCell } from '#contract/csv.ts'
import { downloadBlob } from './download.ts'
import { cellText, exportedColumns, type Column } from './table/column.ts'

/** A330, A331. */
export const EXPORT_SUCCESS = 'Table data has been exported to CSV successfully check your downloads section.'

function cell(text: string, isNumber = false): string {
  const safe = safeCell(text, isNumber)
  return /[",;\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csv<Row>(all: readonly Column<Row>[], rows: readonly Row[]): string {
  const columns = exportedColumns(all)
  const lines = [
    columns.map(({ label }) => cell(label)),
    ...rows.map((row) =>
      columns.map((column) =>
        cell(column.exported?.(row) ?? cellText(column, row), column.align === 'right'),
      ),
    ),
  ]
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

/** A347: the table's label and the time in UTC, in characters that every file system takes. */
export function exportName(label: string, now: Date, extension: 'csv' | 'xlsx'): string {
  return `${label} ${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${extension}`
}

/** Hands the text to the browser as a download. The mark in front makes Excel read it as UTF-8. */
export const download = (name: string, text: string): void =>
  downloadBlob(name, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
