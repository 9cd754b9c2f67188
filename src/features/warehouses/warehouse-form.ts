/**
 * The warehouse wizard without its fields: the rows of its mapping, their problems, and the changes that saving makes.
 */
import {
  kindOf,
  type MapKind,
  type ReceiptFormat,
  type ReceiptLineHeader,
  type ReceiptLineUnitTypeMapping,
  type WarehouseMap,
} from '#contract/warehouses/schema.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import type { Problems } from '#src/kit/form/field-problems.ts'

export const WIZARD_STEPS = ['Warehouse Information', 'Warehouse Receipt', 'Warehouse Mapping'] as const

/** C112, C114: built in, and listed once even where the server does not name it. */
export const FIXED_WAREHOUSE = { id: 1, name: 'Head office' } as const

/** C112. */
export const withFixed = (warehouses: readonly Warehouse[]): Warehouse[] =>
  warehouses.some(({ id }) => id === FIXED_WAREHOUSE.id) ? [...warehouses] : [FIXED_WAREHOUSE, ...warehouses]

/** A text of a receipt and its meaning. A text with an empty `field` is not read. */
export interface MapRow {
  /** null until the row is saved. */
  pk: number | null
  kind: MapKind
  category: string
  field: string
}

export interface WarehouseValues {
  name: string
  rows: MapRow[]
}

export const mappingRowsOf = (maps: readonly WarehouseMap[]): MapRow[] =>
  maps.map(({ pk, category, field }) => ({ pk, kind: kindOf(field), category, field }))

export const valuesOf = (
  warehouse: Pick<Warehouse, 'name'> | null,
  maps: readonly WarehouseMap[],
): WarehouseValues => ({ name: warehouse?.name ?? '', rows: mappingRowsOf(maps) })

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const isThere = (rows: readonly MapRow[], kind: MapKind, category: string) =>
  rows.some((row) => row.kind === kind && same(row.category, category))

/** C310: the formats with which a mapping can begin. */
export interface KnownWarehouses {
  formats: ReceiptFormat[]
  headers: ReceiptLineHeader[]
  words: ReceiptLineUnitTypeMapping[]
}

/** C310: adds the columns and words of a known receipt that are missing. */
export function withFormat(
  rows: readonly MapRow[],
  format: number,
  { headers, words }: KnownWarehouses,
): MapRow[] {
  const more: MapRow[] = [
    ...headers
      .filter(({ receipt_format }) => receipt_format === format)
      .map(({ name, field }) => ({ pk: null, kind: 'column' as const, category: name, field })),
    ...words
      .filter(({ receipt_format }) => receipt_format === format)
      .map(({ name, unit_type }) => ({
        pk: null,
        kind: 'unit_type' as const,
        category: name,
        field: unit_type,
      })),
  ]
  return [...rows, ...more.filter(({ kind, category }) => !isThere(rows, kind, category))]
}

const isSameRow = (a: MapRow, b: MapRow) => a.category === b.category && a.field === b.field

/**
 * Returns the typed rows with what other users have saved since beside them. A row that is as the person saw it follows
 * the stored one, and goes with it. Added rows come last.
 *
 * @param seen the stored rows when the typing began
 * @param now the stored rows
 */
export function withOthersRows(
  typed: readonly MapRow[],
  seen: readonly MapRow[],
  now: readonly MapRow[],
): MapRow[] {
  const byPk = (rows: readonly MapRow[]) => new Map(rows.map((row) => [row.pk, row]))
  const [was, is, mine] = [byPk(seen), byPk(now), byPk(typed)]
  const kept = typed.flatMap((row) => {
    const before = row.pk === null ? undefined : was.get(row.pk)
    return before && isSameRow(row, before) ? (is.get(row.pk) ?? []) : [row]
  })
  return [...kept, ...now.filter(({ pk }) => !was.has(pk) && !mine.has(pk))]
}

/** Returns the problem of a row's text, in words for its field; null where it can be saved. */
function rowProblem(rows: readonly MapRow[], at: number): string | null {
  const row = rows[at]
  if (!row) return null
  if (row.category.trim() === '') return 'Please fill this in, or remove it.'
  const isTwice = rows.some((one, n) => n < at && one.kind === row.kind && same(one.category, row.category))
  return isTwice ? 'This is there already.' : null
}

/** Returns the problems that keep a person on a step of the wizard, by field. */
export function problemsAt(step: number, { name, rows }: WarehouseValues): Problems {
  if (step === 0) return name.trim() === '' ? { name: 'Please fill this in.' } : {}
  if (step > 1) return {}
  const problems: Problems = {}
  for (const at of rows.keys()) {
    const problem = rowProblem(rows, at)
    if (problem !== null) problems[`rows.${at}.category`] = problem
  }
  return problems
}

const NEEDED = [
  ['product', 'Product'],
  ['quantity', 'Quantity'],
  ['unit_type', 'Unit type'],
  ['total', 'Total'],
] as const

/**
 * The needed fields of a receipt that no column gives. Empty where no column is mapped: then the built-in mapping
 * applies.
 */
export function missingFields(rows: readonly MapRow[]): string[] {
  const fields = rows.filter(({ kind }) => kind === 'column').map(({ field }) => field)
  if (fields.every((field) => field === '')) return []
  return NEEDED.filter(([field]) => !fields.includes(field)).map(([, label]) => label)
}

/** The changes that saving makes on the server. */
export interface SavePlan {
  /** The new name; null where it has not changed. */
  name: string | null
  added: MapRow[]
  /** The changed rows, and the removed ones, which are emptied. */
  changed: MapRow[]
}

/** Whether a row has the stored text of another row that is kept. */
const takesText = (row: MapRow, { rows }: WarehouseValues, stored: WarehouseValues): boolean =>
  stored.rows.some(
    ({ pk, kind, category }) =>
      pk !== row.pk &&
      kind === row.kind &&
      category === row.category.trim() &&
      rows.some((one) => one.pk === pk),
  )

export function planOf(values: WarehouseValues, stored: WarehouseValues): SavePlan {
  const name = values.name.trim()
  const known = new Set(stored.rows.map(({ pk }) => pk))
  const rows = values.rows.map((row) =>
    // A row that takes the text of another kept row is added again: the other one may give the text up only later.
    // Nor can a row be changed that is gone.
    takesText(row, values, stored) || !known.has(row.pk) ? { ...row, pk: null } : row,
  )
  const kept = new Map(rows.map((row) => [row.pk, row]))
  const changed = stored.rows.flatMap((was) => {
    const row = kept.get(was.pk)
    if (!row) return [{ ...was, field: '' }]
    return row.category.trim() === was.category && row.field === was.field ? [] : [row]
  })
  return {
    name: name === stored.name ? null : name,
    added: rows.filter(({ pk, field }) => pk === null && field !== ''),
    // Emptied rows go first, because another row may take their text.
    changed: changed.sort((a, b) => Number(a.field !== '') - Number(b.field !== '')),
  }
}
