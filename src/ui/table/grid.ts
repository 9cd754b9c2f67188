/** A table whose cells are typed into: what a paste means in it. Pure, so that it can be tried alone. */
import type { CellEdit, Column } from './column.ts'

interface PastedCell<Row> {
  edit: CellEdit<Row>
  row: Row
  text: string
}

/** How a spreadsheet puts cells on the clipboard: tabs between them, a line a row, the last of which may end as well. */
const tableOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))

/**
 * The cells that a paste fills, from the one of `column` in row `row` (an index of `rows`) to the right and down. What
 * lies outside the table, or may only be read, is left as it is. Null where the text is that of one cell, which any field takes by itself.
 */
export function pastedCells<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { row, column }: { row: number; column: string },
  text: string,
): PastedCell<Row>[] | null {
  const table = tableOf(text)
  if (table.length === 1 && table[0]!.length === 1) return null
  const left = columns.findIndex(({ id }) => id === column)
  return table.flatMap((line, down) =>
    line.flatMap((cell, across) => {
      const edit = columns[left + across]?.edit
      const into = rows[row + down]
      if (!edit || into === undefined || edit.isClosed?.(into)) return []
      return [{ edit, row: into, text: cell.trim() }]
    }),
  )
}
