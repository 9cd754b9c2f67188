/** A warehouse's inventory as rows of a file: written from products, and read back into rows (C175, C256). */
import type { OfficeProduct } from '#contract/products/office.ts'
import type { SheetCell } from '#src/ui/spreadsheet.ts'

/** C256, in the file's order. */
export const COLUMNS = [
  { field: 'warehouse', label: 'Warehouse' },
  { field: 'bin', label: 'Bin Location' },
  { field: 'upc', label: 'UPC' },
  { field: 'name', label: 'Name' },
  { field: 'unit_price', label: 'Unit Price' },
  { field: 'case_price', label: 'Case Price' },
  { field: 'unit_type', label: 'Unit Type' },
  { field: 'units_per_case', label: 'Units per Case' },
  { field: 'weight_type', label: 'Weight Type' },
  { field: 'average_unit_weight', label: 'Average Unit Weight' },
  { field: 'average_case_weight', label: 'Average Case Weight' },
  { field: 'stock_level', label: 'Stock Level' },
  { field: 'tax_default', label: 'Tax Default' },
] as const
export type InventoryField = (typeof COLUMNS)[number]['field']

/** C257: a file does not change the fields that name the product. */
export const FIXED = ['warehouse', 'upc'] as const satisfies readonly InventoryField[]
export const isFixed = (field: InventoryField): field is (typeof FIXED)[number] =>
  FIXED.some((one) => one === field)
const NUMBERS = [
  'unit_price',
  'case_price',
  'units_per_case',
  'average_unit_weight',
  'average_case_weight',
  'stock_level',
] as const satisfies readonly InventoryField[]
export type NumberColumn = (typeof NUMBERS)[number]
export const isNumberField = (field: InventoryField): field is NumberColumn =>
  NUMBERS.some((one) => one === field)
export const NUMBER_COLUMNS = COLUMNS.flatMap(({ field, label }) =>
  isNumberField(field) ? [{ field, label }] : [],
)
const OPTIONAL: readonly InventoryField[] = ['tax_default']

/** C360. */
export const NO_HEADERS = "Couldn't find any header information in the imported file."
/** C363. */
export const EMPTY_EXPORT = "Couldn't find any information from the selected warehouse."
/** C369. */
export const NO_ITEMS = 'There are no items in the imported file'

/**
 * A sheet of the export that Excel hides: the inventory at the time of the export. An import finds the changed cells by
 * it.
 */
export const AS_EXPORTED = 'As exported'

/** The cells as typed; null where the file has no such column. */
export type Cells = Record<InventoryField, string | null>

/** C175: the cells of a row, and its state. */
export interface ImportedRow {
  /** Its line in the file. */
  line: number
  cells: Cells
  /** The cells at the time of the export; null where the file does not have them. */
  exported: Cells | null
  /** Whether the row was edited here. */
  modified: boolean
  typed: readonly InventoryField[]
  saved: boolean
  /** Saved without a call, because the product has these values already. */
  unchanged: boolean
  error: boolean
  error_message: string
}

const yes = (flag: boolean) => (flag ? 'Yes' : 'No')
const numeric = (text: string | number | null): SheetCell => (text === null ? '' : Number(text))

/**
 * C300, C412: the sheet of a warehouse, its headers first. Prices and weights are numbers, so that a spreadsheet can
 * calculate with them.
 */
export function inventorySheetOf(products: readonly OfficeProduct[]): SheetCell[][] {
  return [
    COLUMNS.map(({ label }) => label),
    ...products.map((product) => [
      product.warehouse?.name ?? '',
      product.bin,
      product.upc,
      product.name,
      numeric(product.unit_price),
      numeric(product.case_price),
      product.unit_type,
      product.units_per_case,
      product.weight_type,
      numeric(product.average_unit_weight),
      numeric(product.average_case_weight),
      numeric(product.stock_level),
      yes(product.tax_default),
    ]),
  ]
}

/** The number of lines in which the headers are looked for. Titles above the headers are skipped. */
const HEADER_WITHIN_LINES = 20
const plain = (text: string | undefined) => (text ?? '').trim().toLowerCase()

/**
 * C256: reads a file's rows below its headers and leaves out empty ones.
 * @param exported the sheet `AS_EXPORTED`, where the file has it
 * @throws an Error with a message for the person, where a needed header is missing
 */
export function importedRows(
  sheet: readonly string[][],
  exported: readonly string[][] | null = null,
): ImportedRow[] {
  const before = new Map(exported && cellsOf(exported).map(({ cells }) => [cells.upc, cells]))
  return cellsOf(sheet).map(({ line, cells }) => ({
    line,
    cells,
    exported: before.get(cells.upc) ?? null,
    modified: false,
    typed: [],
    saved: false,
    unchanged: false,
    error: false,
    error_message: '',
  }))
}

function cellsOf(sheet: readonly string[][]): { line: number; cells: Cells }[] {
  const missingIn = (row: readonly string[]) => {
    const found = new Set(row.map(plain))
    return COLUMNS.filter(({ field, label }) => !OPTIONAL.includes(field) && !found.has(plain(label)))
  }
  const heads = sheet.slice(0, HEADER_WITHIN_LINES).map((row, at) => ({ row, at, missing: missingIn(row) }))
  const best = heads.toSorted((a, b) => a.missing.length - b.missing.length)[0]
  if (!best || best.missing.length > 0) throw new Error(noHeaders(best?.missing ?? []))
  const titles = best.row.map(plain)
  const columnOf = new Map(COLUMNS.map(({ field, label }) => [field, titles.indexOf(plain(label))]))
  return sheet.flatMap((row, at) => {
    if (at <= best.at || row.every((cell) => cell.trim() === '')) return []
    const cellOf = (field: InventoryField) => {
      const column = columnOf.get(field) ?? -1
      return column < 0 ? null : (row[column] ?? '').trim()
    }
    const cells = Object.fromEntries(COLUMNS.map(({ field }) => [field, cellOf(field)])) as Cells
    return [{ line: at + 1, cells }]
  })
}

/** The error for missing headers. It names them, unless all of them are missing. */
const noHeaders = (missing: readonly { label: string }[]): string =>
  missing.length === 0 || missing.length >= COLUMNS.length - OPTIONAL.length
    ? NO_HEADERS
    : `${NO_HEADERS} Missing: ${missing.map(({ label }) => label).join(', ')}.`

/** Puts typed text into a row. An edited row is to be saved, also where it was saved before. */
export const typedInto = (row: ImportedRow, field: InventoryField, text: string): ImportedRow =>
  isFixed(field)
    ? row
    : {
        ...row,
        cells: { ...row.cells, [field]: text },
        modified: true,
        typed: row.typed.includes(field) ? row.typed : [...row.typed, field],
        saved: false,
        unchanged: false,
        error: false,
        error_message: '',
      }

/** C218: a retry leaves out the saved rows. */
export const unsavedRows = (rows: readonly ImportedRow[]): ImportedRow[] => rows.filter(({ saved }) => !saved)
