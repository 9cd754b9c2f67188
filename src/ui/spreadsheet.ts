/** Writes a spreadsheet. `sheetjs-style` is big and is loaded with the first export; it never reads anything. */
import { sheetWidth } from '#contract/sheet-width.ts'
import { cellText, exportedColumns, type Column } from './table/column.ts'

export type SheetCell = string | number | boolean | null

/** The message where no spreadsheet was made: its writer, loaded with the first export, needs a network. */
export const NO_SPREADSHEET = 'The spreadsheet could not be made. Try again with a network.'

/** The library uses these as global variables (toolchain, "Spreadsheets"). */
async function load() {
  Object.assign(globalThis, { QUOTE: '"', _hashIndex: {}, _listIndex: [], style_builder: undefined })
  const module = await import('sheetjs-style')
  return 'utils' in module ? module : (module as unknown as { default: typeof module }).default
}

interface WorkbookOptions {
  /** The widths of the columns, in characters. */
  widths?: readonly number[]
  /** A second sheet that the spreadsheet program does not show. */
  hidden?: { name: string; sheet: readonly SheetCell[][] }
}

/** Makes a workbook of one sheet, with a bold header and column widths (A346). */
export async function xlsx(
  name: string,
  sheet: readonly SheetCell[][],
  { widths = columnWidths(sheet), hidden }: WorkbookOptions = {},
): Promise<Blob> {
  const { utils, write } = await load()
  const page = utils.aoa_to_sheet(sheet as SheetCell[][])
  page['!cols'] = widths.map((wch) => ({ wch }))
  for (let column = 0; column < widths.length; column++) {
    const cell = page[utils.encode_cell({ r: 0, c: column })] as { s?: object } | undefined
    if (cell) cell.s = { font: { bold: true } }
  }
  const book = utils.book_new()
  utils.book_append_sheet(book, page, sheetName(name))
  if (hidden) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(hidden.sheet as SheetCell[][]), hidden.name)
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
  }
  const bytes = write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
  return new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}

/** A346. */
export const columnWidths = (sheet: readonly SheetCell[][]): number[] =>
  (sheet[0] ?? []).map((_, column) => sheetWidth('', sheet, (row) => row[column]))

/** Returns a name that Excel takes for a sheet. */
const sheetName = (name: string): string => name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31) || 'Sheet'

/** A013: returns a table's rows for the export. A right-aligned number stays a number, so that it can be summed. */
export function sheetOf<Row>(all: readonly Column<Row>[], rows: readonly Row[]): SheetCell[][] {
  const columns = exportedColumns(all)
  return [
    columns.map(({ label }) => label),
    ...rows.map((row) =>
      columns.map((column) => {
        const text = column.exported?.(row) ?? cellText(column, row)
        return column.align === 'right' && /^-?\d{1,12}(\.\d+)?$/.test(text) ? Number(text) : text
      }),
    ),
  ]
}
