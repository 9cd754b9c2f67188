/** What one scan of a line counts, and where (readings, "Two people counting"; decision 0001). */
import { isComplete, lastResort, openItems } from './state.ts'
import { type Line, nameOf, unlockedItems } from './lines.ts'
import { factsOfLabel } from '../orders/doubts.ts'
import type { ParsedScan } from '../barcode/parse.ts'
import { kgFromLb } from '../barcode/measure.ts'
import { subitemType, type OrderItemRow } from '../orders/schema.ts'
import type { Product } from '../products/schema.ts'
import { ORDERED, QUANTITY, type Act } from '../orders/acts.ts'
import type { NewEdit } from '../sync/new-edit.ts'
import type { UnitType } from '../values.ts'

export interface CountedPiece {
  act: Act
  item: OrderItemRow
  unit: UnitType
  /** The scan completed the item: everything that was ordered of it is picked. */
  completes: boolean
  /** The piece is counted, but its weight or lot was not on the label and is asked for. */
  needsWeight: boolean
  /** The id of the row that the label made of the piece; null where it made none. */
  piece: string | null
}

/** Returns whether counting one more needs a confirmation first, and why. */
export function confirmBeforeCount(item: OrderItemRow): 'out-of-stock' | 'done' | null {
  if (item.out_of_stock) return 'out-of-stock'
  return item.picked || isComplete(item) ? 'done' : null
}

/**
 * Returns the item of a line on which a scan counts: the first that still lacks something, else the last one that is
 * open (readings, "Sharing out in bulk").
 */
export const itemToCount = (line: Line): OrderItemRow =>
  unlockedItems(line).find((item) => confirmBeforeCount(item) === null) ??
  openItems(line).at(-1) ??
  lastResort(line)

/**
 * Returns whether a scan counts a unit or a case. If only one of them is still missing, it is that one. Else the
 * product's unit type decides; for 'Unit / Case' the product's default.
 */
export function unitToCount(item: OrderItemRow, product: Product | undefined): UnitType {
  const missing = (type: UnitType) => item[QUANTITY[type]] < item[ORDERED[type]]
  if (missing('u') !== missing('c')) return missing('c') ? 'c' : 'u'
  if (product?.unit_type === 'Case') return 'c'
  if (product?.unit_type === 'Unit') return 'u'
  if (item.cases_ordered > 0 !== item.units_ordered > 0) return item.cases_ordered > 0 ? 'c' : 'u'
  return product?.default_unit_type ?? 'u'
}

/**
 * Counts one more piece on an item. The scan that completes the item also sets scanned and picked. A label with a
 * weight, lot or serial makes the piece's row in the same act.
 */
export function countPiece(
  line: Line,
  item: OrderItemRow,
  scan: { raw: string; parsed: ParsedScan; reason?: string | null },
  newId: () => string,
): CountedPiece {
  const unit = unitToCount(item, line.product)
  const field = QUANTITY[unit]
  const after: OrderItemRow = { ...item, [field]: item[field] + 1, out_of_stock: false }
  const completes = isComplete(after)
  const before: Partial<OrderItemRow> = { [field]: item[field] }
  const wanted: Partial<OrderItemRow> = { [field]: after[field] }
  if (item.out_of_stock) {
    wanted.out_of_stock = false
    before.out_of_stock = true
  }
  if (completes && !(item.picked && item.scanned === true)) {
    Object.assign(wanted, { picked: true, scanned: true })
    Object.assign(before, { picked: item.picked, scanned: item.scanned })
  }
  const why = scan.reason ? { reason: scan.reason } : {}
  const patch = (body: Partial<OrderItemRow>, by: 1 | -1): NewEdit => ({
    entity: 'orderitems',
    entity_id: item.id,
    method: 'PATCH',
    order: item.order,
    body,
    adds: { [field]: by },
    ...(by === 1 && { raw_scan: scan.raw, ...why }),
  })
  const made = pieceFromLabel(item, line.product, unit, scan, newId)
  const piece = made && { ...made, ...why }
  const asks = subitemType(line.product?.weight_type ?? item.price_snapshot.weight_type, item.lot_tracked)
  return {
    act: {
      label: `one ${unit === 'c' ? 'case' : 'unit'} of ${nameOf(line)}`,
      edits: [patch(wanted, 1), ...(piece ? [piece] : [])],
      inverse: [
        ...(piece ? [{ ...piece, method: 'DELETE', body: null, raw_scan: null, reason: null } as const] : []),
        patch(before, -1),
      ],
    },
    item,
    unit,
    completes,
    needsWeight:
      (asks.includes('w') && !piece?.body?.['weight_lbs']) ||
      (asks.includes('l') && !piece?.body?.['lot_code']),
    piece: piece?.entity_id ?? null,
  }
}

/** Makes the row of a piece, when its label states facts of its own; weights in lb and kg, both stored. */
function pieceFromLabel(
  item: OrderItemRow,
  product: Product | undefined,
  unit: UnitType,
  { raw, parsed }: { raw: string; parsed: ParsedScan },
  newId: () => string,
): NewEdit | null {
  const { weightLb } = factsOfLabel(parsed, unit, product?.supplier_rate)
  if (weightLb === null && parsed.lot === null && parsed.serial === null) return null
  return {
    entity: 'ordersubitems',
    entity_id: newId(),
    method: 'POST',
    order: item.order,
    order_item: item.id,
    body: {
      order_item: item.id,
      unit_type: unit,
      ...(weightLb !== null && { weight_lbs: weightLb, weight_kg: parsed.weightKg ?? kgFromLb(weightLb) }),
      ...(parsed.lot !== null && { lot_code: parsed.lot }),
      ...(parsed.serial !== null && { serial: parsed.serial }),
      raw_scan: raw,
    },
    raw_scan: raw,
  }
}
