/** A file's rows as lines of a receipt: mapped, checked, and as they are sent (C248–C252, C388–C390). */
import { isAmbiguousNumber, readFileNumber, type Commas } from '#contract/file-number.ts'
import { cents, fromUnits, money, toUnits } from '#contract/money.ts'
import { piecePrice } from '#contract/receipts/price.ts'
import type { ReceiptLineCreate } from '#contract/receipts/schema.ts'
import { isTakenBack, lineKind, signed } from '#contract/receipts/words.ts'
import { SUPPLIER_DEPOT_NAME, SUPPLIER_WAREHOUSE } from '#contract/spec.ts'
import { RECEIPT_FIELDS } from '#contract/warehouses/schema.ts'
import { z } from 'zod'
import type { ReceiptFile } from './receipt-file.ts'

/** What a receipt's column can be, in the order in which the preview shows them. */
export const FIELDS = RECEIPT_FIELDS
export type ReceiptField = (typeof FIELDS)[number]
export const FIELD_LABELS: Record<ReceiptField, string> = {
  product: 'Product',
  product_name: 'Product name',
  item_code: 'Item code',
  quantity: 'Quantity',
  unit_type: 'Unit type',
  total: 'Total',
}

export const NUMBER_FIELDS = ['quantity', 'total'] as const
export type ReceiptNumberField = (typeof NUMBER_FIELDS)[number]

/** A row as it was read or typed; `line` is its place among the file's lines, from 1. */
export type DraftRow = Record<ReceiptField, string> & {
  line: number
  /** The numbers as they were written that can be read in two ways: "1,234". */
  ambiguous: Partial<Record<ReceiptNumberField, string>>
}

/** C166: which column is which field, and what the supplier's words for a unit and a case are. */
export interface ReceiptMapping {
  columns: Readonly<Record<string, string>>
  unitTypes: Readonly<Record<string, string>>
  /** How the commas of a column are read that can be read in two ways (docs/decisions/0234). */
  commas?: Commas<ReceiptNumberField>
}

/** C389: the supplier's own. */
export const BUILT_IN_MAPPING: ReceiptMapping = {
  columns: { UPC: 'product', Qty: 'quantity', 'C/U': 'unit_type', 'Ext. Value': 'total' },
  unitTypes: {},
}

const Words = z.record(z.string(), z.string()).nullish().catch(null)
export const MappedWarehouse = z.object({
  id: z.int(),
  name: z.string(),
  csv_header_mapping: Words,
  unit_type_mapping: Words,
})
export type MappedWarehouse = z.infer<typeof MappedWarehouse>

/** C391. */
export const isSelectable = ({ id }: Pick<MappedWarehouse, 'id'>): boolean => id !== SUPPLIER_WAREHOUSE

/** C392, C393: the first whose name has the depot's name in it; null where none has. */
export const defaultWarehouse = (
  warehouses: readonly MappedWarehouse[],
  depot = SUPPLIER_DEPOT_NAME,
): number | null =>
  warehouses.find((one) => isSelectable(one) && one.name.toLowerCase().includes(depot.toLowerCase()))?.id ??
  null

/** C390, C394: a warehouse's own, and the built-in one where it has none. */
export function mappingOf(warehouse: MappedWarehouse | null | undefined): ReceiptMapping {
  const columns = warehouse?.csv_header_mapping
  if (!columns || Object.keys(columns).length === 0) return BUILT_IN_MAPPING
  return { columns, unitTypes: warehouse.unit_type_mapping ?? {} }
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** C105. */
export function mapRows(file: ReceiptFile, mapping: ReceiptMapping): DraftRow[] {
  const { rows } = file
  const columns = FIELDS.map((field) => [field, columnsOf(field, file, mapping)[0] ?? -1] as const)
  return rows.map((cells, at) => {
    const read = columns.map(([field, column]) => [field, (cells[column] ?? '').trim()])
    const row = { ...(Object.fromEntries(read) as Record<ReceiptField, string>), line: at + 1, ambiguous: {} }
    const [, unitType = row.unit_type] =
      Object.entries(mapping.unitTypes).find(([word]) => same(word, row.unit_type)) ?? []
    return tidy({ ...row, unit_type: unitType }, mapping.commas)
  })
}

/** Returns the places of a field in a file; the first one is read. */
const columnsOf = (field: ReceiptField, { header }: ReceiptFile, { columns }: ReceiptMapping): number[] =>
  header.flatMap((name, at) =>
    Object.entries(columns).some(([column, meant]) => meant === field && same(column, name)) ? [at] : [],
  )

/** The fields that several columns of a file say, in words; empty where each is said once. */
export function doubledColumns(file: ReceiptFile, mapping: ReceiptMapping): string[] {
  return FIELDS.flatMap((field) => {
    const names = columnsOf(field, file, mapping).map((at) => `“${file.header[at]!.trim()}”`)
    return names.length < 2
      ? []
      : [`${FIELD_LABELS[field]} is in ${names.length} columns: ${names.join(', ')}. The first one is read.`]
  })
}

/** C250, C251: what is meant by what was written, before it is checked. */
export function tidy(row: DraftRow, commas: Commas<ReceiptNumberField> = {}): DraftRow {
  const kind = lineKind(row.product)
  const unitType = kind === 'surcharge' ? 'U' : kind === 'void' ? '' : row.unit_type.trim().toUpperCase()
  const written = NUMBER_FIELDS.map((field) => [field, row[field].trim()] as const)
  return {
    ...row,
    product: row.product.trim(),
    unit_type: unitType,
    ...Object.fromEntries(
      written.map(([field, text]) => [field, readFileNumber(text, commas[field]) ?? text]),
    ),
    ambiguous: {
      ...row.ambiguous,
      ...Object.fromEntries(written.filter(([, text]) => isAmbiguousNumber(text))),
    },
  }
}

/** A row with these texts typed over its own. */
export function typedOverRow(row: DraftRow, texts: Partial<Record<ReceiptField, string>>): DraftRow {
  const kept = Object.entries(row.ambiguous).filter(([field]) => !(field in texts))
  return { ...row, ...texts, ambiguous: Object.fromEntries(kept) }
}

/** Returns the doubts about valid values of a row, in words. */
export function rowDoubtsOf(row: DraftRow): string[] {
  const doubts = NUMBER_FIELDS.flatMap((field) => {
    const written = row.ambiguous[field]
    return written === undefined ? [] : [`${FIELD_LABELS[field]}: ${written} is read as ${row[field]}.`]
  })
  if (row.total.startsWith('-') && !isTakenBack(row.product))
    doubts.push('The total is below 0, and the line is no Void.')
  return doubts
}

const NUMBER = /^-?\d{1,9}(?:\.\d*)?$/
/** What a spreadsheet has made a number of is no product's code any more. */
const ROUNDED = /^\d(?:\.\d+)?e\+\d+$/i

/** C248, C249, C252: what is wrong with a row, by its field; nothing where it is valid. */
export function problemsOf(row: DraftRow): Partial<Record<ReceiptField, string>> {
  const problems: Partial<Record<ReceiptField, string>> = {}
  if (row.product === '') problems.product = 'is empty'
  else if (ROUNDED.test(row.product)) problems.product = 'was rounded by a spreadsheet'
  if (lineKind(row.product) !== 'void' && row.unit_type !== 'U' && row.unit_type !== 'C')
    problems.unit_type = 'must be U or C'
  for (const field of NUMBER_FIELDS)
    if (row[field] === '') problems[field] = 'is empty'
    else if (!NUMBER.test(row[field])) problems[field] = 'is not a number'
  return problems
}

export const isValid = (row: DraftRow): boolean => Object.keys(problemsOf(row)).length === 0

/** The decimal of a number that passed the check, rounded half up. */
const decimal = (text: string, places: number): string => {
  const [whole = '0', fraction = ''] = text.split('.')
  return fromUnits(toUnits(fraction ? `${whole}.${fraction.slice(0, 6)}` : whole, places), places)
}
const quantityOf = (row: DraftRow) => signed(row.product, decimal(row.quantity, 3).replace(/\.?0*$/, ''))
const totalOf = (row: DraftRow) => signed(row.product, decimal(row.total, 2))

/** C388: valid rows' totals together. */
export const receiptTotal = (rows: readonly DraftRow[]): string =>
  money(rows.reduce((sum, row) => sum + cents(totalOf(row)), 0n))

/** C169: a valid row as a line of a receipt. */
export function receiptLineOf(row: DraftRow, receipt: number): ReceiptLineCreate {
  const quantity = quantityOf(row)
  const total = totalOf(row)
  return {
    receipt,
    product: row.product,
    item_code: row.item_code,
    product_name: row.product_name,
    quantity,
    unit_type: row.unit_type as ReceiptLineCreate['unit_type'],
    total,
    price: piecePrice(total, quantity),
    line: row.line,
  }
}
