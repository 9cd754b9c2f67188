import { useMediaQuery } from '@mantine/hooks'
import type { Column } from './column.ts'
import { NARROW } from './narrow.ts'
import { RowCards, RowTable } from './TableRows.tsx'

interface WholeTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** What a row is called in the labels of its fields; its first cell where this is missing. */
  rowName?: (row: Row) => string
  /** On a narrow screen the rows are cards. Cells that a person types into stay a table. */
  hasCards?: boolean
}

/** Rows that are all here, in their own order: nothing is sorted, chosen or fetched. */
export function WholeTable<Row>({ hasCards = false, ...props }: WholeTableProps<Row>) {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const Rows = hasCards && isNarrow ? RowCards : RowTable
  return (
    <Rows
      {...props}
      onRow={undefined}
      total={props.rows.length}
      offset={0}
      sort={null}
      onSort={undefined}
      loading={false}
      empty={null}
      onEnd={undefined}
    />
  )
}
