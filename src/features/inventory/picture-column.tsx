import { ProductPicture } from '#src/ui/ProductPicture.tsx'
import type { Column } from '#src/ui/table/column.ts'
import { controlColumn } from '#src/ui/table/control-column.ts'
import classes from './inventory.module.css'

/** The small picture that begins a row; pressed, it is large. */
export const pictureColumn = <Row,>(nameOf: (row: Row) => string, urlOf: (row: Row) => string): Column<Row> =>
  controlColumn('picture', 'Picture', (row) => (
    <ProductPicture url={urlOf(row)} name={nameOf(row)} className={classes.thumb} />
  ))
