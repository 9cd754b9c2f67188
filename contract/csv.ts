/**
 * How CSV files are written, for papaparse. A text that a spreadsheet would run as a formula becomes text (toolchain, "Spreadsheets"); a
 * number below 0 is no formula. A semicolon separates cells in some countries, so a cell with one is quoted.
 */
export const CSV_FORMAT = {
  newline: '\r\n',
  escapeFormulae: /^(?!-?\d+(?:\.\d+)?$)[=+\-@\t\r]/,
  quotes: (cell: unknown) => /^'|;/.test(String(cell)),
}
