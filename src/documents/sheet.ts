/** What every sheet of paper is made with: pdfmake measures in points. */
import type { CustomTableLayout } from 'pdfmake/interfaces'

export const MM = 72 / 25.4
const LINE = '#495057'
/** What is there for whoever looks, and in nobody's way. */
export const QUIET = '#868e96'

/** Thick lines around the head and at the end, thin ones (points) between the rows, none beside them. */
export const ruled = (thin: number, above: number, below: number): CustomTableLayout => ({
  hLineWidth: (line, node) => (line === 0 || line === 1 || line === node.table.body.length ? 0.9 : thin),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: (column) => (column === 0 ? 0 : 3),
  paddingRight: (column, node) => (column === node.table.widths!.length - 1 ? 0 : 3),
  paddingTop: () => above,
  paddingBottom: () => below,
})

export const boxed: CustomTableLayout = {
  hLineColor: () => LINE,
  vLineColor: () => LINE,
  hLineWidth: () => 0.9,
  vLineWidth: () => 0.9,
}
