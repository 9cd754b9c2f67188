/** What a spreadsheet would run as a formula is kept from it (toolchain, "Spreadsheets"): in text, never in a number. */

const NUMBER = /^-?\d+(\.\d+)?$/

/** A cell's text as a CSV file may hold it. `isNumber`: of a column of numbers, where `-5.00` stays a number. */
export const safeCell = (text: string, isNumber: boolean): string =>
  /^[=+\-@\t\r]/.test(text) && !(isNumber && NUMBER.test(text)) ? `'${text}` : text
