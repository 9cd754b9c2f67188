/** A file's rows as lines of a receipt: mapped, checked, and as they are sent (C248–C252, C388–C390). */
import { cents, fromUnits, money, toUnits } from '#contract/money.ts'
import { piecePrice } from '#contract/receipts/price.ts'
import type { ReceiptLineCreate } from '#contract/receipts/schema.ts'
import { lineKind, signed } from '#contract/receipts/words.ts'
import { SUPPLIER_DEPOT_NAME, SUPPLIER_WAREHOUSE } from '#contract/spec.ts'
import { RECEIPT_FIELDS } from '#contract/warehouses/schema.ts'
import { z } from 'zod'
import type { ReceiptFile } from './receipt-file.ts'

/** What a receipt's column can be, in the order in which the preview shows them. */
export const FIELDS = RECEIPT_FIELDS
export type Field = (typeof FIELDS)[number]
export const FIELD_LABELS: Record<Field, string> = {
  product: 'Product',
  product_name: 'Product name',
  item_code: 'Item code',
  quantity: 'Quantity',
  unit_type: 'Unit type',
  total: 'Total',
}

/** A row as it was read or typed; `line` is its place among the file's lines, from 1. */
export type DraftRow = Record<Field, string> & { line: number }

/** C166: which column is which field, and what the supplier's words for a unit and a case are. */
export interface ReceiptMapping {
  columns: Readonly<Record<string, string>>
  unitTypes: Readonly<Record<string, string>>
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
export function mapRows({ header, rows }: ReceiptFile, mapping: ReceiptMapping): DraftRow[] {
  const columnOf = (field: Field) =>
    header.findIndex((name) =>
      Object.entries(mapping.columns).some(([column, meant]) => meant === field && same(column, name)),
    )
  const columns = FIELDS.map((field) => [field, columnOf(field)] as const)
  return rows.map((cells, at) => {
    const read = columns.map(([field, column]) => [field, (cells[column] ?? '').trim()])
    const row = { ...(Object.fromEntries(read) as Record<Field, string>), line: at + 1 }
    const [, unitType = row.unit_type] =
      Object.entries(mapping.unitTypes).find(([word]) => same(word, row.unit_type)) ?? []
    return tidy({ ...row, unit_type: unitType })
  })
}

/** C250, C251: what is meant by what was written, before it is checked. */
export function tidy(row: DraftRow): DraftRow {
  const kind = lineKind(row.product)
  const unitType = kind === 'surcharge' ? 'U' : kind === 'void' ? '' : row.unit_type.trim().toUpperCase()
  return {
    ...row,
    product: row.product.trim(),
    unit_type: unitType,
    quantity: readNumber(row.quantity),
    total: readNumber(row.total),
  }
}

/** `12,50` is 12.50; a comma before a point parts thousands. */
function readNumber(text: string): string {
  const bare = text.trim()
  return bare.includes('.') ? bare.replaceAll(',', '') : bare.replace(',', '.')
}

const NUMBER = /^-?\d{1,9}(?:\.\d*)?$/
/** What a spreadsheet has made a number of is no product's code any more. */
const ROUNDED = /^\d(?:\.\d+)?e\+\d+$/i

/** C248, C249, C252: what is wrong with a row, by its field; nothing where it is valid. */
export function problemsOf(row: DraftRow): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  if (row.product === '') problems.product = 'is empty'
  else if (ROUNDED.test(row.product)) problems.product = 'was rounded by a spreadsheet'
  if (lineKind(row.product) !== 'void' && row.unit_type !== 'U' && row.unit_type !== 'C')
    problems.unit_type = 'must be U or C'
  for (const field of ['quantity', 'total'] as const)
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
export function lineOf(row: DraftRow, receipt: number): ReceiptLineCreate {
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
