/** The parts of every sheet of paper. pdfmake measures in points. */
import type { CustomTableLayout } from 'pdfmake/interfaces'

export const MM = 72 / 25.4
const A4_WIDTH_PT = 210 * MM
/** The gap beside a column's content. */
const GAP_PT = 3
const LINE = '#495057'
/** The colour of text that is there to look up and does not distract. */
export const QUIET_TEXT = '#868e96'

/** Draws thick lines around the head and at the end, thin ones (points) between the rows, and none beside them. */
export const ruled = (thin: number, above: number, below: number): CustomTableLayout => ({
  hLineWidth: (line, node) => (line === 0 || line === 1 || line === node.table.body.length ? 0.9 : thin),
  vLineWidth: () => 0,
  hLineColor: () => LINE,
  paddingLeft: (column) => (column === 0 ? 0 : GAP_PT),
  paddingRight: (column, node) => (column === node.table.widths!.length - 1 ? 0 : GAP_PT),
  paddingTop: () => above,
  paddingBottom: () => below,
})

/**
 * Returns the width that the other columns of a `ruled` table leave for one on upright A4, in points. It is a number,
 * in which a long word is broken: pdfmake makes a column of `*` as wide as its longest word, and pushes the others off
 * the paper.
 */
export const widthBeside = (others: readonly number[], margin: number): number =>
  A4_WIDTH_PT - 2 * margin - 2 * GAP_PT * others.length - others.reduce((sum, one) => sum + one, 0)

export const boxed: CustomTableLayout = {
  hLineColor: () => LINE,
  vLineColor: () => LINE,
  hLineWidth: () => 0.9,
  vLineWidth: () => 0.9,
}
