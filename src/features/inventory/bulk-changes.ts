/** What a file changes of the inventory: each row beside its product, before anything is written (docs/decisions/0234). */
import { readFileNumber, type CommaReading, type Commas } from '#contract/file-number.ts'
import { fromUnits, toUnits } from '#contract/money.ts'
import type { OfficeProduct } from '#contract/products/office.ts'
import { sameJson } from '#contract/sync/merge.ts'
import { numbered } from '#src/ui/format.ts'
import {
  COLUMNS,
  isFixed,
  type Cells,
  type ImportedRow,
  type InventoryField,
  type NumberColumn,
} from './bulk-rows.ts'

/** Typed into a cell, it empties what is stored. An empty cell leaves it as it is. */
export const CLEAR = 'clear'

type Field = Exclude<InventoryField, 'warehouse' | 'upc'>
type Value = string | number | boolean | null

const FIELDS = COLUMNS.flatMap(({ field, label }) => (isFixed(field) ? [] : [{ field, label }]))
const labelOf = (field: Field) => FIELDS.find((one) => one.field === field)?.label ?? field

/**
 * The fields that mean nothing apart (docs/decisions/0293): a price is for a piece or for a pound, and a case price is
 * for so many units.
 */
const MEANT_WITH: Partial<Record<Field, readonly Field[]>> = {
  unit_price: ['weight_type'],
  case_price: ['weight_type', 'units_per_case'],
  units_per_case: ['case_price'],
  weight_type: ['unit_price', 'case_price'],
}

/** One field of a product that a row changes. */
interface Change {
  field: Field
  label: string
  /** As it is stored, and as the file has it; in words. */
  from: string
  to: string
}

export interface RowPlan {
  line: number
  upc: string
  name: string
  changes: Change[]
  /** C301: the body of `PATCH productedit/{upc}`: what changes, and what the person saw of it in `base`. */
  body: Record<string, unknown>
  /** Why the row is not sent; null where it is. */
  blocked: string | null
  /** What may be a mistake and is sent nevertheless. */
  doubt: string | null
}

/** Whether a row needs a call. */
export const isSent = ({ blocked, changes }: RowPlan): boolean => blocked === null && changes.length > 0

/**
 * Returns a function that plans the changes of each row of a file. A cell that is as it was exported changes nothing,
 * even if the stored value has changed since. If a cell and the stored value have both changed since the export, the
 * row is blocked until that cell is typed into.
 * @param rows of the whole file
 * @param products of all warehouses, by upc
 */
export function planner(
  rows: readonly ImportedRow[],
  products: ReadonlyMap<string, OfficeProduct>,
  commas: Commas<NumberColumn>,
): (row: ImportedRow) => RowPlan {
  const linesOf = new Map<string, number[]>()
  for (const { line, cells } of rows) {
    const upc = cells.upc ?? ''
    linesOf.set(upc, [...(linesOf.get(upc) ?? []), line])
  }
  return (row) => {
    const upc = row.cells.upc ?? ''
    const product = products.get(upc)
    const name = product?.name ?? row.cells.name ?? ''
    const plan = { line: row.line, upc, name, changes: [], body: {}, doubt: null }
    if (upc === '') return { ...plan, blocked: 'The row has no UPC.' }
    if (!product) return { ...plan, blocked: `There is no product ${upc}.` }
    const twins = linesOf.get(upc)?.filter((line) => line !== row.line) ?? []
    if (twins.length > 0)
      return {
        ...plan,
        blocked: `The UPC is in ${numbered('row', twins)} too. Leave one of them in the file.`,
      }
    return { ...plan, doubt: doubtOf(row, product), ...changesOf(row, product, commas) }
  }
}

/** A wrong warehouse hints at another file, or at shifted columns. */
function doubtOf({ cells }: ImportedRow, { warehouse }: OfficeProduct): string | null {
  const named = cells.warehouse ?? ''
  const own = warehouse?.name ?? ''
  return named.toLowerCase() === own.toLowerCase()
    ? null
    : `The file says ${named || 'no warehouse'}. The product is in ${own || 'none'}, and stays there.`
}

function changesOf(
  row: ImportedRow,
  product: OfficeProduct,
  commas: Commas<NumberColumn>,
): Pick<RowPlan, 'changes' | 'body' | 'blocked'> {
  const changes: Change[] = []
  const body: Record<string, unknown> = {}
  const base: Record<string, unknown> = {}
  const clashes: string[] = []
  for (const { field, label } of FIELDS) {
    const value = valueOf(row.cells, field, commas)
    const stored: Value = product[field]
    if (value === undefined || sameJson(value, stored)) continue
    // The person typed this beside the value that is stored now.
    const exported =
      row.exported && !row.typed.includes(field) ? exportedValue(row.exported, field) : undefined
    if (sameJson(value, exported)) continue
    changes.push({ field, label, from: shown(stored), to: shown(value) })
    body[field] = isNoPrice(field, value) ? null : value
    base[field] = exported ?? stored
    if (exported !== undefined && !sameJson(exported, stored))
      clashes.push(
        `${label} was ${shown(exported)} and is ${shown(stored)} by now; the file says ${shown(value)}.`,
      )
  }
  const changed = changes.map(({ field }) => field)
  clashes.push(...priceClashes(row, product, changed))
  const blocked =
    clashes.length === 0 ? null : `Changed since the export: ${clashes.join(' ')} Type it here to change it.`
  return { changes, body: { ...body, base }, blocked }
}

/**
 * Returns the clashes of changed fields with the fields that they are meant with (`MEANT_WITH`), where those have
 * changed since the export. A changed field that the person typed here is no clash.
 */
function priceClashes(
  { cells, exported, typed }: ImportedRow,
  product: OfficeProduct,
  changed: readonly Field[],
): string[] {
  if (!exported) return []
  const meant = changed.filter((field) => !typed.includes(field))
  return meant.flatMap((mine) =>
    (MEANT_WITH[mine] ?? []).flatMap((other) => {
      const was = exportedValue(exported, other)
      const stored: Value = product[other]
      // The file says what the other user has stored.
      const isSaid = sameJson(valueOf(cells, other), stored)
      if (was === undefined || sameJson(was, stored) || isSaid || changed.includes(other)) return []
      return `${labelOf(other)} was ${shown(was)} and is ${shown(stored)} by now; the file’s ${labelOf(mine)} belongs to the old value.`
    }),
  )
}

const shown = (value: Value): string =>
  value === null || value === '' ? 'nothing' : value === true ? 'Yes' : value === false ? 'No' : String(value)

/** C227: no price is sent as null. */
const isNoPrice = (field: Field, value: Value) =>
  (field === 'unit_price' || field === 'case_price') && value === '0.00'

/** What is stored where there is nothing. */
const NOTHING: Partial<Record<Field, Value>> = {
  bin: '',
  unit_price: '0.00',
  case_price: '0.00',
  weight_type: '',
  average_unit_weight: null,
  average_case_weight: null,
  stock_level: null,
}

/** Returns the stored value at the export; undefined where the file does not say it. */
const exportedValue = (cells: Cells, field: Field): Value | undefined =>
  cells[field] === '' ? NOTHING[field] : valueOf(cells, field)

/**
 * Returns the value of a cell, in its stored form; undefined where the cell is empty. A cell that cannot be read stays
 * as it is typed, and the server says what is wrong with it.
 */
function valueOf(cells: Cells, field: Field, commas: Commas<NumberColumn> = {}): Value | undefined {
  const text = cells[field]
  if (text === null || text === '') return undefined
  if (text.toLowerCase() === CLEAR && field in NOTHING) return NOTHING[field]
  switch (field) {
    case 'unit_price':
    case 'case_price':
      return decimal(text, 2, commas[field])
    case 'average_unit_weight':
    case 'average_case_weight':
      return decimal(text, 3, commas[field])
    case 'stock_level':
    case 'units_per_case':
      return count(text, commas[field])
    case 'tax_default':
      return flagOf(text)
    default:
      return text
  }
}

/** Rounded: a spreadsheet makes many places of 12.1. */
function decimal(text: string, places: number, comma?: CommaReading): string {
  const found = /^(\d{1,12})(\.\d{1,6})?\d*$/.exec(readFileNumber(text, comma) ?? '')
  return found ? fromUnits(toUnits(found[1]! + (found[2] ?? ''), places), places) : text
}

function count(text: string, comma?: CommaReading): number | string {
  const found = /^(\d{1,9})(\.0+)?$/.exec(readFileNumber(text, comma) ?? '')
  return found ? Number(found[1]) : text
}

function flagOf(text: string): boolean | string {
  if (/^(yes|y|true|1)$/i.test(text)) return true
  return /^(no|n|false|0)$/i.test(text) ? false : text
}
