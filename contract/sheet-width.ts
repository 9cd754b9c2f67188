const LOOKED_AT_ROWS = 500
const MAX_CHARACTERS = 48

/**
 * How wide a column of a spreadsheet is, in characters: as its label or the widest of its first rows, within what can still be read on
 * one screen (A346).
 */
export const sheetWidth = <Row>(
  label: string,
  rows: readonly Row[],
  cellOf: (row: Row) => string | number | boolean | null | undefined,
): number =>
  Math.min(
    MAX_CHARACTERS,
    2 +
      Math.max(label.length, ...rows.slice(0, LOOKED_AT_ROWS).map((row) => String(cellOf(row) ?? '').length)),
  )
