/** A report as a table, and as a spreadsheet of one sheet: a bold header, a row per line, and the sums below. */
import { money, thousandths } from '#contract/money.ts'
import { sheetWidth } from '#contract/sheet-width.ts'
import { PREVIEW_LINES, type ReportPreview } from '#contract/reports/preview.ts'

/** Text, or a decimal that a spreadsheet can sum. */
export interface SheetColumn<Row> {
  label: string
  /** The number format, such as `0.00`. Without it the cell is text. */
  number?: '0' | '0.00'
  of: (row: Row) => string | number | null
  /** Whether the last row adds it up. */
  isSummed?: true
}

export interface Report<Row> {
  sheet: string
  columns: readonly SheetColumn<Row>[]
  rows: readonly Row[]
}

/** Returns the sum of a column, with the places that its cells have. */
function sumOf<Row>({ of, number }: SheetColumn<Row>, rows: readonly Row[]): string {
  const all = rows.reduce((sum, row) => sum + thousandths(String(of(row) ?? '0')), 0n)
  return number === '0' ? String(all / 1_000n) : money(all / 10n)
}

/** Returns the first lines, and the sums of all. */
export const reportPreviewOf = <Row>({ columns, rows }: Report<Row>): ReportPreview => ({
  columns: columns.map(({ label, number }) => ({ label, is_number: number !== undefined })),
  rows: rows.slice(0, PREVIEW_LINES).map((row) => columns.map(({ of }) => String(of(row) ?? ''))),
  sums: columns.map((column, at) => (column.isSummed ? sumOf(column, rows) : at === 0 ? 'Total' : '')),
  lines: rows.length,
})

/** Returns xlsx bytes. `sheetjs-style` is big, and is loaded for the first report. */
export async function workbook<Row>({ sheet, columns, rows }: Report<Row>): Promise<Buffer> {
  const { utils, write } = (await import('sheetjs-style')).default
  const bold = { font: { bold: true } }
  const cell = (column: SheetColumn<Row>, row: Row) => {
    const value = column.of(row)
    if (value === null) return null
    return column.number ? { t: 'n', v: Number(value), z: column.number } : { t: 's', v: String(value) }
  }
  // The sums are formulas, so that they stay right when a person removes rows.
  const sum = (column: SheetColumn<Row>, at: number) => {
    if (!column.isSummed) return at === 0 ? { t: 's', v: 'Total', s: bold } : null
    const letter = utils.encode_col(at)
    return {
      t: 'n',
      v: Number(sumOf(column, rows)),
      f: `SUM(${letter}2:${letter}${rows.length + 1})`,
      z: column.number,
      s: bold,
    }
  }
  const page = utils.aoa_to_sheet([
    columns.map(({ label }) => ({ t: 's', v: label, s: bold })),
    ...rows.map((row) => columns.map((column) => cell(column, row))),
    ...(rows.length > 0 ? [columns.map(sum)] : []),
  ])
  page['!cols'] = columns.map(({ label, of }) => ({
    wch: sheetWidth(label, rows, of),
  }))
  const book = utils.book_new()
  utils.book_append_sheet(book, page, sheet)
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
