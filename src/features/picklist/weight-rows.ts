/** The rows of the "Weight / Lot" dialog, one a piece, and the calls that saving them makes (A176–A179, A222, A223). */
import { kgFromLb } from '#contract/barcode-measure.ts'
import { fromUnits, toUnits } from '#contract/money.ts'
import type { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { NewEdit } from '#src/sync/edit.ts'
import { patchTo, type Act } from './acts.ts'
import { nameOf, openItems, type PickRow } from './pick-rows.ts'

type UnitType = 'u' | 'c'
const ORDERED = { u: 'units_ordered', c: 'cases_ordered' } as const
const PICKED = { u: 'unit_quantity', c: 'case_quantity' } as const

export interface WeightRow {
  key: string
  item: string
  order: number
  unit: UnitType
  /** From 1, within its item and unit type. */
  number: number
  /** The stored piece, or null for a padded row (A178). */
  piece: OrderSubitemRow | null
  /** As typed; weight in lb. */
  weight: string
  lot: string
  /** Above the larger of ordered and picked (A177, A179). */
  surplus: boolean
  dropped: boolean
}

/** Weights are shown with two decimals, and kept as they are until someone types (readings, "On the wire"). */
const showWeight = (lbs: string | null) => (lbs === null ? '' : fromUnits(toUnits(lbs, 2), 2))

export const rowName = ({ unit, number }: WeightRow): string => `${unit === 'u' ? 'Unit' : 'Case'} ${number}`

export const weightRows = (row: PickRow): WeightRow[] =>
  openItems(row).flatMap((item) => (['u', 'c'] as const).flatMap((unit) => rowsOf(item, unit, row.pieces)))

function rowsOf(item: OrderItemRow, unit: UnitType, all: readonly OrderSubitemRow[]): WeightRow[] {
  const limit = Math.max(item[ORDERED[unit]], item[PICKED[unit]])
  // Ids are time-ordered, so this is the order in which the pieces were picked.
  const pieces = all
    .filter((piece) => piece.order_item === item.id && piece.unit_type === unit)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return Array.from({ length: Math.max(limit, pieces.length) }, (_, n) => {
    const piece = pieces[n] ?? null
    return {
      key: `${item.id} ${unit} ${n}`,
      item: item.id,
      order: item.order,
      unit,
      number: n + 1,
      piece,
      weight: showWeight(piece?.weight_lbs ?? null),
      lot: piece?.lot_code ?? '',
      surplus: n >= limit,
      dropped: false,
    }
  })
}

const isNewWeight = (row: WeightRow) => row.weight !== showWeight(row.piece?.weight_lbs ?? null)
const isNewLot = (row: WeightRow) => row.lot.trim() !== (row.piece?.lot_code ?? '')
const hasData = (row: WeightRow) => row.weight.trim() !== '' || row.lot.trim() !== ''

/** A176. Null: as it is stored, or empty and not stored. */
export function markOf(row: WeightRow): 'new' | 'modified' | 'deleted' | null {
  if (row.dropped || row.surplus) return row.piece ? 'deleted' : null
  if (!row.piece) return hasData(row) ? 'new' : null
  return isNewWeight(row) || isNewLot(row) ? 'modified' : null
}

/** Readings, "Weight rows": rows that saving deletes although they say something are named and asked about first. */
export const losesData = (rows: readonly WeightRow[]): WeightRow[] =>
  rows.filter(({ surplus, piece }) => surplus && (piece?.weight_lbs ?? piece?.lot_code ?? null) !== null)

const typed = (row: WeightRow) => row.weight.trim().replace(',', '.')

/** What is wrong with a typed weight; null when it can be saved. */
export function weightProblem(row: WeightRow): string | null {
  if (row.dropped || row.surplus || row.weight.trim() === '' || !isNewWeight(row)) return null
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(typed(row))) return 'A weight in lb, such as 12.345'
  return /[1-9]/.test(typed(row)) ? null : 'A weight above 0'
}

/**
 * Exactly the marked rows, and the item's quantity where rows with data are more than the pieces counted so far
 * (readings: such a row counts as a picked piece). Null when nothing is marked.
 */
export function saveWeights(row: PickRow, rows: readonly WeightRow[], newId: () => string): Act | null {
  const changes = rows.flatMap((one) => changeOf(one, newId) ?? [])
  if (changes.length === 0) return null
  for (const item of openItems(row)) {
    const filled = (unit: UnitType) =>
      rows.filter((r) => r.item === item.id && r.unit === unit && !r.dropped && !r.surplus && hasData(r))
        .length
    const raised = patchTo(item, {
      unit_quantity: Math.max(item.unit_quantity, filled('u')),
      case_quantity: Math.max(item.case_quantity, filled('c')),
    })
    if (raised) changes.push(raised)
  }
  return {
    label: `weight / lot of ${nameOf(row)}`,
    edits: changes.map(({ edit }) => edit),
    inverse: changes.map(({ inverse }) => inverse).reverse(),
  }
}

function changeOf(row: WeightRow, newId: () => string): { edit: NewEdit; inverse: NewEdit } | null {
  const mark = markOf(row)
  const edit = (method: NewEdit['method'], id: string, body: NewEdit['body'] = null): NewEdit => ({
    entity: 'ordersubitems',
    entity_id: id,
    method,
    order: row.order,
    order_item: row.item,
    body,
  })
  const weight = row.weight.trim() === '' ? null : typed(row)
  const weights = { weight_lbs: weight, weight_kg: weight === null ? null : kgFromLb(weight) }
  const lot_code = row.lot.trim() || null
  const own = { order_item: row.item, unit_type: row.unit }
  const { piece } = row

  if (mark === 'new') {
    const id = newId()
    const body = { ...own, ...(weight !== null && weights), ...(lot_code !== null && { lot_code }) }
    return { edit: edit('POST', id, body), inverse: edit('DELETE', id) }
  }
  if (!piece || mark === null) return null
  if (mark === 'deleted') {
    const { weight_lbs, weight_kg, lot_code, serial, raw_scan } = piece
    const kept = Object.entries({ weight_lbs, weight_kg, lot_code, serial, raw_scan }).filter(
      ([, v]) => v !== null,
    )
    // A deleted id is never used again, so what is brought back is a new row.
    return {
      edit: edit('DELETE', piece.id),
      inverse: edit('POST', newId(), { ...own, ...(Object.fromEntries(kept) as object) }),
    }
  }
  const wanted = { ...(isNewWeight(row) && weights), ...(isNewLot(row) && { lot_code }) }
  const before = Object.fromEntries(
    (Object.keys(wanted) as (keyof typeof wanted)[]).map((field) => [field, piece[field]]),
  )
  return { edit: edit('PATCH', piece.id, wanted), inverse: edit('PATCH', piece.id, before) }
}
