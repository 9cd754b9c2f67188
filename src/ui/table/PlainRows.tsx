import classes from './DataTable.module.css'
import { pressRow } from './press-row.ts'
import { cellOf, type Column } from './column.ts'

export interface RowRange<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  onRow?: ((row: Row) => void) | undefined
  /** `aria-rowindex` of the first of `rows`. */
  firstRowIndex: number
}

/** The rows from one index up to, not with, another. */
export function PlainRows<Row>(props: RowRange<Row> & { from: number; to: number }) {
  const { columns, rows, rowKey, onRow, firstRowIndex, from, to } = props
  return rows.slice(from, to).map((row, index) => (
    <tr
      key={rowKey(row)}
      aria-rowindex={firstRowIndex + from + index}
      className={classes.row}
      // The arrow keys go from row to row (table-keys.ts).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={-1}
      data-even={(from + index) % 2 === 1 || undefined}
      {...pressRow(onRow, row)}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          data-align={column.align}
          data-wide={column.wide}
          style={{ minWidth: column.width }}
        >
          {cellOf(column, row)}
        </td>
      ))}
    </tr>
  ))
}
