import { memo, useId } from 'react'
import { cellText, type Column } from './column.ts'
import classes from './DataTable.module.css'

interface GridCellProps<Row> {
  column: Column<Row>
  row: Row
  /** What the row is called. */
  name: string
}

/** The cell of a column that is typed into. Drawn again only when its row is another: a file may have thousands of them. */
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
export const GridCell = memo(Cell) as typeof Cell
