/** The rows of the "Weight / Lot" dialog: one a piece, and the calls that saving them makes (A176–A179, A222, A223). */
import { kgFromLb } from '#contract/barcode-measure.ts'
import { fromUnits, toUnits } from '#contract/money.ts'
import type { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import { ORDERED, QUANTITY, patchTo, type Act, type ScanEdit, type UnitType } from './edits.ts'
import { nameOf, type Line } from './lines.ts'

export interface WeightRow {
  /** Stays the same while the dialog is open. */
  key: string
  item: string
  order: number
  unit: UnitType
  /** From 1, within its item and unit type. */
  number: number
  /** The stored piece, or null for a padded row. */
  piece: OrderSubitemRow | null
  /** As typed. Weight in lb. */
  weight: string
  lot: string
  /** Above the larger of ordered and picked (A177, A179). */
  surplus: boolean
  /** The picker dropped it. */
  dropped: boolean
}

/** A176. Null: the row is as it is stored, or empty and not stored. */
export type WeightMark = 'new' | 'modified' | 'deleted' | null

const LABEL = { u: 'Unit', c: 'Case' } as const
export const rowName = (row: WeightRow): string => `${LABEL[row.unit]} ${row.number}`

/** Weights are shown with two decimals, and kept as they are until someone types (readings, "On the wire"). */
export const showWeight = (lbs: string | null): string => (lbs === null ? '' : fromUnits(toUnits(lbs, 2), 2))

export function weightRows(line: Line): WeightRow[] {
  return line.items.flatMap((item) =>
    (['u', 'c'] as const).flatMap((unit) => rowsOf(item, unit, piecesOf(line, item, unit))),
  )
}

function piecesOf(line: Line, item: OrderItemRow, unit: UnitType): OrderSubitemRow[] {
  // Ids are time-ordered, so this is the order in which the pieces were picked.
  return line.pieces
    .filter((piece) => piece.order_item === item.id && piece.unit_type === unit)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function rowsOf(item: OrderItemRow, unit: UnitType, pieces: OrderSubitemRow[]): WeightRow[] {
  const limit = Math.max(item[ORDERED[unit]], item[QUANTITY[unit]])
  return Array.from({ length: Math.max(limit, pieces.length) }, (_, i) => {
    const piece = pieces[i] ?? null
    return {
      key: `${item.id}:${unit}:${i}`,
      item: item.id,
      order: item.order,
      unit,
      number: i + 1,
      piece,
      weight: showWeight(piece?.weight_lbs ?? null),
      lot: piece?.lot_code ?? '',
      surplus: i >= limit,
      dropped: false,
    }
  })
}

const typedWeight = (row: WeightRow) => row.weight.trim().replace(',', '.')
const weightChanged = (row: WeightRow) => row.weight !== showWeight(row.piece?.weight_lbs ?? null)
const lotChanged = (row: WeightRow) => row.lot.trim() !== (row.piece?.lot_code ?? '')
const hasData = (row: WeightRow) => row.weight.trim() !== '' || row.lot.trim() !== ''

export function markOf(row: WeightRow): WeightMark {
  if (row.dropped || row.surplus) return row.piece ? 'deleted' : null
  if (!row.piece) return hasData(row) ? 'new' : null
  return weightChanged(row) || lotChanged(row) ? 'modified' : null
}

/** Rows that saving would delete although they say something: named and asked about first (readings, "Weight rows"). */
export const losesData = (rows: readonly WeightRow[]): WeightRow[] =>
  rows.filter(
    (row) => row.surplus && row.piece && (row.piece.weight_lbs !== null || row.piece.lot_code !== null),
  )

/** What is wrong with a row's weight, in words for its field; null when it can be saved. */
export function weightProblem(row: WeightRow): string | null {
  if (row.dropped || row.surplus || row.weight.trim() === '' || !weightChanged(row)) return null
  const weight = typedWeight(row)
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(weight)) return 'A weight in lb, such as 12.345'
  return /[1-9]/.test(weight) ? null : 'A weight above 0'
}

/**
 * The calls of a save: one POST, PATCH or DELETE for each marked row, and where rows with data are more than the
 * pieces counted so far, the item's quantity (readings: such a row counts as a picked piece). Null when nothing is
 * marked.
 */
export function saveWeights(line: Line, rows: readonly WeightRow[], newId: () => string): Act | null {
  const edits: ScanEdit[] = []
  const inverse: ScanEdit[] = []
  for (const row of rows) {
    const part = rowEdit(row, newId)
    if (!part) continue
    edits.push(part.edit)
    inverse.unshift(part.inverse)
  }
  if (edits.length === 0) return null
  for (const item of line.items) {
    const count = (unit: UnitType) => {
      const filled = rows.filter(
        (r) => r.item === item.id && r.unit === unit && !r.dropped && !r.surplus && hasData(r),
      ).length
      return Math.max(item[QUANTITY[unit]], filled)
    }
    const raised = patchTo(item, { unit_quantity: count('u'), case_quantity: count('c') })
    if (raised) {
      edits.push(raised.edit)
      inverse.unshift(raised.inverse)
    }
  }
  return { label: `weight / lot of ${nameOf(line)}`, edits, inverse }
}

function rowEdit(row: WeightRow, newId: () => string): { edit: ScanEdit; inverse: ScanEdit } | null {
  const mark = markOf(row)
  const weight = row.weight.trim() === '' ? null : typedWeight(row)
  const lot = row.lot.trim() || null
  if (mark === 'new') {
    const id = newId()
    return {
      edit: create(id, row, {
        ...(weight !== null && { weight_lbs: weight, weight_kg: kgFromLb(weight) }),
        ...(lot !== null && { lot_code: lot }),
      }),
      inverse: remove(id, row),
    }
  }
  const { piece } = row
  if (!piece || mark === null) return null
  if (mark === 'deleted') {
    const { weight_lbs, weight_kg, lot_code, serial, raw_scan } = piece
    const kept = Object.entries({ weight_lbs, weight_kg, lot_code, serial, raw_scan }).filter(
      ([, v]) => v !== null,
    )
    // A deleted id is never used again, so that what is brought back is a new row.
    return { edit: remove(piece.id, row), inverse: create(newId(), row, Object.fromEntries(kept)) }
  }
  const wanted: Partial<OrderSubitemRow> = {
    ...(weightChanged(row) && { weight_lbs: weight, weight_kg: weight === null ? null : kgFromLb(weight) }),
    ...(lotChanged(row) && { lot_code: lot }),
  }
  const fields = Object.keys(wanted) as (keyof OrderSubitemRow)[]
  const patch = (body: Record<string, unknown>): ScanEdit => ({
    entity: 'ordersubitems',
    entity_id: piece.id,
    method: 'PATCH',
    order: row.order,
    order_item: row.item,
    body,
  })
  return {
    edit: patch(wanted),
    inverse: patch(Object.fromEntries(fields.map((field) => [field, piece[field]]))),
  }
}

const create = (id: string, row: WeightRow, data: Record<string, unknown>): ScanEdit => ({
  entity: 'ordersubitems',
  entity_id: id,
  method: 'POST',
  order: row.order,
  order_item: row.item,
  body: { order_item: row.item, unit_type: row.unit, ...data },
})
const remove = (id: string, row: WeightRow): ScanEdit => ({
  entity: 'ordersubitems',
  entity_id: id,
  method: 'DELETE',
  order: row.order,
  order_item: row.item,
  body: null,
})

/** The row that still lacks what the line asks for: where the dialog begins. */
export function firstMissing(rows: readonly WeightRow[], asks: '' | 'w' | 'l' | 'wl'): WeightRow | undefined {
  return rows.find(
    (row) =>
      !row.surplus && ((asks.includes('w') && row.weight === '') || (asks.includes('l') && row.lot === '')),
  )
}
