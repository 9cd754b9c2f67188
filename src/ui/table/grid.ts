/** Pastes into a table whose cells are typed into. Pure, so that it can be tested alone. */
import type { CellEdit, Column } from './column.ts'

interface PastedCell<Row> {
  edit: CellEdit<Row>
  row: Row
  text: string
}

/**
 * Reads a spreadsheet's cells from the clipboard: tabs between them, a line a row; the last line may have a line end as
 * well.
 */
const tableOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'))

/**
 * Returns the cells that a paste fills, from the one of `column` in row `row` (an index of `rows`) to the right and
 * down. Cells outside the table, or read-only ones, stay as they are. Null where the text is that of one cell, which
 * any field takes by itself.
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
