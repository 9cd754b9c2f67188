/** A report as a spreadsheet of one sheet: a bold header, a row a line, and the sums below. */

/** Text, or a decimal that a spreadsheet can sum. */
export interface Column<Row> {
  label: string
  /** `0.00` and the like: how the number is shown. Without it the cell is text. */
  number?: string
  of: (row: Row) => string | number | null
  /** Whether the last row adds it up. */
  isSummed?: true
}

/** xlsx bytes. `sheetjs-style` is big and comes with the first report. */
export async function workbook<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<Buffer> {
  const { utils, write } = (await import('sheetjs-style')).default
  const bold = { font: { bold: true } }
  const cell = (column: Column<Row>, row: Row) => {
    const value = column.of(row)
    if (value === null) return null
    return column.number ? { t: 'n', v: Number(value), z: column.number } : { t: 's', v: String(value) }
  }
  // Formulas, so that the sums stay right when somebody takes rows out.
  const sum = (column: Column<Row>, at: number) => {
    if (!column.isSummed) return at === 0 ? { t: 's', v: 'Total', s: bold } : null
    const letter = utils.encode_col(at)
    const v = rows.reduce((all, row) => all + Math.round(Number(column.of(row) ?? 0) * 1_000), 0) / 1_000
    return { t: 'n', v, f: `SUM(${letter}2:${letter}${rows.length + 1})`, z: column.number, s: bold }
  }
  const page = utils.aoa_to_sheet([
    columns.map(({ label }) => ({ t: 's', v: label, s: bold })),
    ...rows.map((row) => columns.map((column) => cell(column, row))),
    ...(rows.length > 0 ? [columns.map(sum)] : []),
  ])
  page['!cols'] = columns.map(({ label, of }) => ({
    wch: Math.min(
      48,
      2 + Math.max(label.length, ...rows.slice(0, 500).map((row) => String(of(row) ?? '').length)),
    ),
  }))
  const book = utils.book_new()
  utils.book_append_sheet(book, page, sheet)
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
