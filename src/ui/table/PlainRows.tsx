import { type ReactNode, memo, useId } from 'react'
import classes from './DataTable.module.css'
import { ChoiceBox } from './ChoiceBox.tsx'
import { pressRow } from './press-row.ts'
import { cellOf, type Column, cellText } from './column.ts'
import type { RowChoice } from './use-choice.ts'

export interface RowRange<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  onRow?: ((row: Row) => void) | undefined
  /** Returns the row's name, for a screen reader, in the boxes and fields of the row. */
  rowName: (row: Row) => string
  /** `aria-rowindex` of the first of `rows`. */
  firstRowIndex: number
  /** Set where rows are chosen, by the box before each. */
  choice?: RowChoice<Row> | undefined
  onChoose?: ((row: Row, isChosen: boolean, isRange: boolean) => void) | undefined
  /** px of the columns whose width a person has set. */
  widths?: Readonly<Record<string, number>> | undefined
}

/** The rows from one index up to, but without, another. */
export function PlainRows<Row>(props: RowRange<Row> & { from: number; to: number }) {
  const { columns, rows, rowKey, rowName, onRow, firstRowIndex, choice, onChoose, widths, from, to } = props
  return rows.slice(from, to).map((row, index) => (
    <tr
      key={rowKey(row)}
      aria-rowindex={firstRowIndex + from + index}
      className={classes.row}
      // The arrow keys go from row to row (table-keys.ts).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={-1}
      data-even={(from + index) % 2 === 1 || undefined}
      data-row={from + index}
      aria-selected={choice?.isChosen(row)}
      {...pressRow(onRow, row)}
    >
      {columns.map((column, at) => (
        <td
          key={column.id}
          data-align={column.align}
          data-wide={column.wide}
          data-edit={column.edit && true}
          {...widthOf(column, widths)}
        >
          {/* In the first cell: a column of its own would need a name. */}
          {at === 0 && choice && onChoose ? (
            <div className={classes.withBox}>
              <ChoiceBox choice={choice} row={row} name={rowName(row)} onChoose={onChoose} />
              <span>{contentOf(column, row, rowName)}</span>
            </div>
          ) : (
            contentOf(column, row, rowName)
          )}
        </td>
      ))}
    </tr>
  ))
}

/** Returns a column's width: as wide as its content, and at least the column's own width, until a person sets it. */
export function widthOf<Row>(column: Column<Row>, widths: RowRange<Row>['widths']) {
  const set = widths?.[column.id]
  return set === undefined
    ? { style: { minWidth: column.width } }
    : { 'data-set': true, style: { width: set, minWidth: set, maxWidth: set } }
}

/** Returns a cell's content: a field, where it is typed into. */
export const contentOf = <Row,>(column: Column<Row>, row: Row, rowName: (row: Row) => string): ReactNode =>
  column.edit && !column.edit.isClosed?.(row) ? (
    <GridCell column={column} row={row} name={rowName(row)} />
  ) : (
    cellOf(column, row)
  )

interface GridCellProps<Row> {
  column: Column<Row>
  row: Row
  /** The row's name. */
  name: string
}

/**
 * The cell of a column that is typed into. Drawn again only when its row changes: a file may have thousands of them.
 */
function Cell<Row>({ column, row, name }: GridCellProps<Row>) {
  const problemId = useId()
  const { edit } = column
  const problem = edit?.problem?.(row)
  return (
    <>
      <input
        className={classes.cell}
        data-column={column.id}
        data-align={column.align}
        data-changed={edit?.isChanged?.(row) || undefined}
        style={{ minWidth: column.width }}
        aria-label={`${column.label} of ${name}`}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && problemId}
        autoComplete="off"
        spellCheck={false}
        value={cellText(column, row)}
        onChange={({ currentTarget }) => edit?.onType(row, currentTarget.value)}
      />
      {problem && (
        <span id={problemId} className={classes.problem}>
          {problem}
        </span>
      )}
    </>
  )
}
const GridCell = memo(Cell) as typeof Cell
