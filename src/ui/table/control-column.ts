import type { ReactNode } from 'react'
import type { Column } from './column.ts'

/** A column of controls or pictures: it has no value to sort by, and no export has it. */
export const controlColumn = <Row>(
  id: string,
  label: string,
  cell: (row: Row) => ReactNode,
): Column<Row> => ({ id, label, isControl: true, value: () => null, cell })
