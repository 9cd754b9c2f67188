/** A warehouse's inventory as rows of a file: out of products, and back into calls (C175, C256, C301). */
import { toUnits, fromUnits } from '#contract/money.ts'
import type { OfficeProduct } from '#contract/products/office.ts'
import type { Cell } from '#src/ui/spreadsheet.ts'

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

/** C257: what names the product is not changed by a file. */
export const FIXED: readonly InventoryField[] = ['warehouse', 'upc']
const OPTIONAL: readonly InventoryField[] = ['tax_default']

/** C360. */
export const NO_HEADERS = "Couldn't find any header information in the imported file."
/** C363. */
export const EMPTY_EXPORT = "Couldn't find any information from the selected warehouse."
/** C369. */
export const NO_ITEMS = 'There are no items in the imported file'

/** C175: the cells as they are typed, null where the file has no such column, and what became of the row. */
export interface ImportedRow {
  /** Its line in the file. */
  line: number
  cells: Record<InventoryField, string | null>
  /** Typed into, here, and the cells that were. */
  modified: boolean
  typed: readonly InventoryField[]
  saved: boolean
  error: boolean
  error_message: string
}

const yes = (flag: boolean) => (flag ? 'Yes' : 'No')
const numeric = (text: string | number | null): Cell => (text === null ? '' : Number(text))

/** C300, C412: the sheet of a warehouse, its headers first. Prices and weights are numbers, so that they can be reckoned with. */
export function sheetOf(products: readonly OfficeProduct[]): Cell[][] {
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

/** Titles above the headers are passed over, this many lines. */
const HEADER_WITHIN = 20
const plain = (text: string | undefined) => (text ?? '').trim().toLowerCase()

/**
 * C256: a file's rows below its headers, those without anything left out. Throws an Error whose message a person can read
 * where a needed header is missing.
 */
export function importedRows(sheet: readonly string[][]): ImportedRow[] {
  const missingIn = (row: readonly string[]) => {
    const found = new Set(row.map(plain))
    return COLUMNS.filter(({ field, label }) => !OPTIONAL.includes(field) && !found.has(plain(label)))
  }
  const heads = sheet.slice(0, HEADER_WITHIN).map((row, at) => ({ row, at, missing: missingIn(row) }))
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
    const cells = Object.fromEntries(
      COLUMNS.map(({ field }) => [field, cellOf(field)]),
    ) as ImportedRow['cells']
    return [
      { line: at + 1, cells, modified: false, typed: [], saved: false, error: false, error_message: '' },
    ]
  })
}

/** Which of the headers are missing helps, unless all of them are. */
const noHeaders = (missing: readonly { label: string }[]): string =>
  missing.length === 0 || missing.length >= COLUMNS.length - OPTIONAL.length
    ? NO_HEADERS
    : `${NO_HEADERS} Missing: ${missing.map(({ label }) => label).join(', ')}.`

/** `1,234.5` and `12,5` as people write them, and the many places that a spreadsheet makes of 12.1. */
function decimal(text: string, places: number): string {
  const bare = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(/^(\d+),(\d+)$/, '$1.$2')
  const found = /^(\d{1,12}(?:\.\d{1,6})?)\d*$/.exec(bare)
  // Anything else goes as it is: the server says what is wrong with it.
  return found ? fromUnits(toUnits(found[1]!, places), places) : text
}
const count = (text: string): number | string | null =>
  text === '' ? null : /^\d{1,9}(\.0+)?$/.test(text) ? Math.trunc(Number(text)) : text
const weightOf = (text: string) => (text === '' ? null : decimal(text, 3))
function priceOf(text: string): string | null {
  const price = text === '' ? '0.00' : decimal(text, 2)
  return price === '0.00' ? null : price
}
function flagOf(text: string): boolean | string {
  if (/^(yes|y|true|1)$/i.test(text)) return true
  return /^(no|n|false|0|)$/i.test(text) ? false : text
}

/** C301: the body of a row's `PATCH productedit/{upc}`. What cannot be read goes as typed, and the server says so. */
export function bodyOf({ cells }: ImportedRow): Record<string, unknown> {
  const text = (field: InventoryField) => cells[field] ?? ''
  return {
    bin: text('bin'),
    name: text('name'),
    unit_price: priceOf(text('unit_price')),
    case_price: priceOf(text('case_price')),
    unit_type: text('unit_type'),
    // An empty cell says nothing of how many there are.
    ...(text('units_per_case') !== '' && { units_per_case: count(text('units_per_case')) }),
    weight_type: text('weight_type'),
    average_unit_weight: weightOf(text('average_unit_weight')),
    average_case_weight: weightOf(text('average_case_weight')),
    stock_level: count(text('stock_level')),
    ...(cells.tax_default !== null && { tax_default: flagOf(cells.tax_default) }),
  }
}

/** A row that was typed into is to be saved, again where it was. */
export const typedInto = (row: ImportedRow, field: InventoryField, text: string): ImportedRow =>
  FIXED.includes(field)
    ? row
    : {
        ...row,
        cells: { ...row.cells, [field]: text },
        modified: true,
        typed: row.typed.includes(field) ? row.typed : [...row.typed, field],
        saved: false,
        error: false,
        error_message: '',
      }

/** C218: a retry leaves out what is saved. */
export const unsavedRows = (rows: readonly ImportedRow[]): ImportedRow[] => rows.filter(({ saved }) => !saved)
