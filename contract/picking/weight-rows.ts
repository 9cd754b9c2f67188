/**
 * The rows of the "Weight / Lot" dialog, one per piece, and the calls that saving them makes (A176–A179, A222, A223).
 * The scan screen and the pick list show the same rows.
 */
import { kgFromLb } from '../barcode/measure.ts'
import { fromUnits, thousandths, toUnits } from '../money.ts'
import type { NewEdit } from '../sync/new-edit.ts'
import { ORDERED, patchTo, QUANTITY, type Act, type EditPair } from '../orders/acts.ts'
import { byGravity, pieceWarnings, UNDO_REASON, type Doubt, type Watched } from '../orders/doubts.ts'
import type { OrderItemRow, OrderSubitemRow } from '../orders/schema.ts'
import { pick } from '../pick.ts'
import type { UnitType } from '../values.ts'

/** A scan that filled a row: its facts beside weight and lot. Days `YYYY-MM-DD`. */
interface RowLabel {
  raw: string
  expiry: string | null
  bestBefore: string | null
}

export interface WeightRow {
  /** Stays the same while the dialog is open. */
  key: string
  item: string
  order: number
  unit: UnitType
  /** From 1, within its item and unit type. */
  number: number
  /** The stored piece, or null for a padded row (A178). */
  piece: OrderSubitemRow | null
  /** As typed. Weight in lb. */
  weight: string
  lot: string
  /** Set where a label was scanned into the row. */
  label?: RowLabel
  /** Above the larger of ordered and picked (A177, A179). */
  surplus: boolean
  /** The picker dropped it. */
  dropped: boolean
  /** Its piece came while the dialog was open and has taken no row of it. */
  arrived?: boolean
  /** What another person stored of the piece while it was typed, in words. */
  meanwhile?: string
}

/** A176. Null: the row is as it is stored, or empty and not stored. */
export type WeightMark = 'new' | 'modified' | 'deleted' | null
export const MARK_WORDS = { new: 'New', modified: 'Modified', deleted: 'Deleted' } as const

export const rowName = ({ unit, number }: WeightRow): string => `${unit === 'u' ? 'Unit' : 'Case'} ${number}`

/** Returns a row that would be lost, with its data, in words. */
export const rowWithData = (row: WeightRow): string => `${rowName(row)} (${weightLotWords(row)})`

/** Returns what a row or a piece holds, in words. */
export function weightLotWords({ weight, lot, piece }: Pick<WeightRow, 'weight' | 'lot' | 'piece'>): string {
  const all = [weight && `${weight} lb`, lot && `lot ${lot}`, piece?.serial && `serial ${piece.serial}`]
  const none = piece?.raw_scan ? `scan ${piece.raw_scan}` : 'no weight and no lot'
  return all.filter(Boolean).join(', ') || none
}

/** Weights are shown with two decimals, and stay unchanged until a person types (readings, "On the wire"). */
export const showWeight = (lbs: string | null): string => (lbs === null ? '' : fromUnits(toUnits(lbs, 2), 2))

/** Returns the rows of these items, each with its own of the pieces. */
export const weightRows = (items: readonly OrderItemRow[], pieces: readonly OrderSubitemRow[]): WeightRow[] =>
  items.flatMap((item) =>
    (['u', 'c'] as const).flatMap((unit) => rowsAfter(0, item, unit, piecesInOrder(item, unit, pieces))),
  )

/** Returns how many rows of a unit an item has: one for each piece that is ordered or counted. */
const rowLimit = (item: OrderItemRow, unit: UnitType): number =>
  Math.max(item[ORDERED[unit]], item[QUANTITY[unit]])

/** Returns an item's pieces of a unit. Ids are time-ordered, so this is the order in which the pieces were picked. */
export const piecesInOrder = (
  item: OrderItemRow,
  unit: UnitType,
  all: readonly OrderSubitemRow[],
): OrderSubitemRow[] =>
  all
    .filter((piece) => piece.order_item === item.id && piece.unit_type === unit)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Returns the fields of a row that shows this piece as it is stored; an empty row for null. */
export const rowFieldsOf = (piece: OrderSubitemRow | null) => ({
  piece,
  weight: showWeight(piece?.weight_lbs ?? null),
  lot: piece?.lot_code ?? '',
})

/** Returns the rows after the first `count` ones: for these pieces, and up to the item's limit. */
export function rowsAfter(
  count: number,
  item: OrderItemRow,
  unit: UnitType,
  pieces: readonly OrderSubitemRow[],
): WeightRow[] {
  const limit = rowLimit(item, unit)
  return Array.from({ length: Math.max(pieces.length, limit - count, 0) }, (_, i) => ({
    key: `${item.id}:${unit}:${count + i}`,
    item: item.id,
    order: item.order,
    unit,
    number: count + i + 1,
    ...rowFieldsOf(pieces[i] ?? null),
    surplus: count + i >= limit,
    dropped: false,
  }))
}

/** Returns the weight of a row in lb: the stored one, with its third decimal, until a person types. */
const weightOf = (row: WeightRow): string =>
  isWeightChanged(row) ? typedWeight(row) : (row.piece?.weight_lbs ?? '')

/** Whether a text is a weight in lb, with at most three decimals. */
export const isWeightText = (text: string): boolean => /^\d{1,6}(\.\d{1,3})?$/.test(text)
/** Returns the typed weight, with a point. */
export const typedWeight = (row: WeightRow) => row.weight.trim().replace(',', '.')
export const isWeightChanged = (row: WeightRow): boolean =>
  row.weight !== showWeight(row.piece?.weight_lbs ?? null)
export const isLotChanged = (row: WeightRow): boolean => row.lot.trim() !== (row.piece?.lot_code ?? '')
const hasData = (row: WeightRow) => row.weight.trim() !== '' || row.lot.trim() !== ''

export function markOf(row: WeightRow): WeightMark {
  if (row.dropped || row.surplus) return row.piece ? 'deleted' : null
  if (!row.piece) return hasData(row) ? 'new' : null
  return isWeightChanged(row) || isLotChanged(row) ? 'modified' : null
}

/**
 * Returns the rows with data that saving would delete: they are named and asked about first (readings, "Weight
 * rows").
 */
export const losesData = (rows: readonly WeightRow[]): WeightRow[] =>
  rows.filter(
    ({ surplus, piece, arrived }) =>
      surplus &&
      piece !== null &&
      (arrived || (piece.weight_lbs ?? piece.lot_code ?? piece.serial ?? piece.raw_scan) !== null),
  )

/** Returns what is wrong with a row's weight, in words for its field; null when it can be saved. */
export function weightProblem(row: WeightRow): string | null {
  if (row.dropped || row.surplus || row.weight.trim() === '' || !isWeightChanged(row)) return null
  const weight = typedWeight(row)
  if (!isWeightText(weight)) return 'A weight in lb, such as 12.345'
  return /[1-9]/.test(weight) ? null : 'A weight above 0'
}

/**
 * Returns the sums of the present rows: how many of them have data, and the weight of those that have one, lb. Rows
 * that will be removed do not count.
 */
export function totalOf(rows: readonly WeightRow[]): { filled: number; rows: number; weight: string } {
  const stay = rows.filter(({ dropped, surplus }) => !dropped && !surplus)
  const weights = stay.map(weightOf).filter(isWeightText)
  const sum = weights.reduce((all, weight) => all + thousandths(weight), 0n)
  return { filled: stay.filter(hasData).length, rows: stay.length, weight: showWeight(fromUnits(sum, 3)) }
}

/** Sets this lot in each row that has none. */
export const withLot = (rows: readonly WeightRow[], lot: string): WeightRow[] =>
  rows.map((row) => (row.dropped || row.surplus || row.lot.trim() !== '' ? row : { ...row, lot }))

/**
 * Returns what is unusual about what was typed or scanned into the rows, each thing once. Unchanged rows are not
 * asked about again.
 */
export function rowDoubts(product: Watched, rows: readonly WeightRow[], today: string): Doubt[] {
  const found = rows.flatMap((row) => {
    const mark = markOf(row)
    if ((mark !== 'new' && mark !== 'modified') || weightProblem(row) !== null) return []
    const { unit, label } = row
    return pieceWarnings(
      product,
      {
        unit,
        weightLb: isWeightChanged(row) && row.weight.trim() !== '' ? typedWeight(row) : null,
        lot: isLotChanged(row) ? row.lot.trim() || null : null,
        expiry: label?.expiry ?? null,
        bestBefore: label?.bestBefore ?? null,
      },
      today,
    )
  })
  const messages = new Map(found.map((doubt) => [doubt.message, doubt]))
  return byGravity([...messages.values()])
}

/** Makes the id of a new piece. It gets the row where a picker filled one. */
type PieceId = (row?: WeightRow) => string

/**
 * Returns the calls of a save: one POST, PATCH or DELETE for each marked row, and the item's quantity where rows with
 * data are more than the pieces counted so far (readings: such a row counts as a picked piece). Null when nothing is
 * marked.
 * @param reason why something unusual is saved all the same
 */
export function saveWeights(
  { label, items }: { label: string; items: readonly OrderItemRow[] },
  rows: readonly WeightRow[],
  newId: PieceId,
  reason: string | null = null,
): Act | null {
  const changes = rows.flatMap((row) => changeOf(row, newId, reason) ?? [])
  if (changes.length === 0) return null
  for (const item of items) {
    const count = (unit: UnitType) => {
      const filled = rows.filter(
        (r) => r.item === item.id && r.unit === unit && !r.dropped && !r.surplus && hasData(r),
      ).length
      return Math.max(item[QUANTITY[unit]], filled)
    }
    const raised = patchTo(item, { unit_quantity: count('u'), case_quantity: count('c') })
    if (raised) changes.push(raised)
  }
  return {
    label: `weight / lot of ${label}`,
    edits: changes.map(({ edit }) => edit),
    inverse: changes.map(({ inverse }) => inverse).reverse(),
  }
}

/**
 * Returns the rows after their act was stored. Rows that the server refused stay as they were, marked, and are saved
 * again. The others are as stored, so that a second save makes no second piece of them.
 * @param refused ids of the rows that the server did not accept
 */
export function rowsSaved(
  rows: readonly WeightRow[],
  { edits }: Pick<Act, 'edits'>,
  refused: ReadonlySet<string>,
): WeightRow[] {
  // `saveWeights` makes one call for each marked row, in their order.
  const calls = edits.filter(({ entity }) => entity === 'ordersubitems')
  return rows.map((row) => {
    const call = markOf(row) === null ? undefined : calls.shift()
    return call && !refused.has(call.entity_id) ? rowAfter(row, call) : row
  })
}

function rowAfter(before: WeightRow, { method, entity_id, body }: NewEdit): WeightRow {
  const { label: _stored, meanwhile: _seen, ...row } = before
  if (method === 'DELETE') return { ...row, piece: null, weight: '', lot: '', dropped: false }
  const { item, order, unit } = row
  const made: OrderSubitemRow = {
    id: entity_id,
    order_item: item,
    order,
    unit_type: unit,
    weight_lbs: null,
    lot_code: null,
    weight_kg: null,
    serial: null,
    raw_scan: null,
    version: 0,
  }
  const piece: OrderSubitemRow = { ...made, ...row.piece, ...body }
  return { ...row, piece, weight: showWeight(piece.weight_lbs), lot: piece.lot_code ?? '' }
}

function changeOf(row: WeightRow, newId: PieceId, reason: string | null): EditPair | null {
  const mark = markOf(row)
  const call = (method: NewEdit['method'], id: string, body: NewEdit['body'] = null): NewEdit => ({
    entity: 'ordersubitems',
    entity_id: id,
    method,
    order: row.order,
    order_item: row.item,
    body,
  })
  const scanned = row.label && { raw_scan: row.label.raw }
  const made = (edit: NewEdit): NewEdit => ({ ...edit, ...scanned, ...(reason !== null && { reason }) })
  // The former values were already confirmed once, however unusual they were.
  const undone = (edit: NewEdit): NewEdit => ({ ...edit, reason: UNDO_REASON })
  const weight = row.weight.trim() === '' ? null : typedWeight(row)
  const weights = { weight_lbs: weight, weight_kg: weight === null ? null : kgFromLb(weight) }
  const lot_code = row.lot.trim() || null
  const own = { order_item: row.item, unit_type: row.unit }
  const { piece } = row
  // A change of the piece by another person since the row was shown is a clash.
  const seeing = (edit: NewEdit, fields: readonly string[]): NewEdit => ({
    ...edit,
    ...(piece && { seen: pick<Record<string, unknown>, string>({ ...piece }, fields) }),
  })

  if (mark === 'new') {
    const id = newId(row)
    const body = {
      ...own,
      ...(weight !== null && weights),
      ...(lot_code !== null && { lot_code }),
      ...scanned,
    }
    return { edit: made(call('POST', id, body)), inverse: call('DELETE', id) }
  }
  if (!piece || mark === null) return null
  if (mark === 'deleted') {
    const { weight_lbs, weight_kg, lot_code, serial, raw_scan } = piece
    const kept = Object.entries({ weight_lbs, weight_kg, lot_code, serial, raw_scan }).filter(
      ([, value]) => value !== null,
    )
    // A deleted id is never used again, so a restored piece is a new row.
    return {
      edit: seeing(call('DELETE', piece.id), ['weight_lbs', 'weight_kg', 'lot_code', 'serial']),
      inverse: undone(call('POST', newId(), { ...own, ...(Object.fromEntries(kept) as object) })),
    }
  }
  const wanted = {
    ...(isWeightChanged(row) && weights),
    ...(isLotChanged(row) && { lot_code }),
    ...scanned,
  }
  const before = Object.fromEntries(
    (Object.keys(wanted) as (keyof typeof wanted)[]).map((field) => [field, piece[field]]),
  )
  return {
    edit: seeing(made(call('PATCH', piece.id, wanted)), Object.keys(before)),
    inverse: undone(call('PATCH', piece.id, before)),
  }
}

/** Returns the first row that still lacks what the line asks for: the dialog begins there. */
export function firstMissing(rows: readonly WeightRow[], asks: '' | 'w' | 'l' | 'wl'): WeightRow | undefined {
  return rows.find(
    (row) =>
      !row.surplus && ((asks.includes('w') && row.weight === '') || (asks.includes('l') && row.lot === '')),
  )
}
