import { showDay } from '../format.ts'
import type { Column } from './column.ts'

/** A column of calendar days: MM/dd/yyyy on the screen, `YYYY-MM-DD` in an export. */
export const dayColumn = <Row>(id: string, label: string, of: (row: Row) => string): Column<Row> => ({
  id,
  label,
  value: of,
  text: (row) => showDay(of(row)),
  exported: of,
})
