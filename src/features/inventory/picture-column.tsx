import { Picture } from '#src/ui/Picture.tsx'
import type { Column } from '#src/ui/table/column.ts'
import classes from './inventory.module.css'

/** The small picture that begins a row; pressed, it is large. */
export const pictureColumn = <Row extends { url: string }>(nameOf: (row: Row) => string): Column<Row> => ({
  id: 'picture',
  label: 'Picture',
  value: () => null,
  cell: (row) => <Picture url={row.url} name={nameOf(row)} className={classes.thumb} />,
})
