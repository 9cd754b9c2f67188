/**
 * The weigh ticket of an invoice: each piece's weight, its lot, and when it was weighed. It is an appendix that the
 * distributor can switch off (its setting `weigh_ticket`).
 */
import { showMoment } from '../format.ts'
import { thousandths, weight } from '../money.ts'
import { showWeight } from '../picking/weight-rows.ts'
import { countedPieces } from '../pricing.ts'
import type { OrderSubitemRow } from '../orders/schema.ts'
import type { UnitType } from '../values.ts'
import type { Invoice, InvoiceItem, WeighedPiece } from './schema.ts'

const UNIT_TYPES = { u: 'Unit', c: 'Case' } as const

/**
 * A piece of an order as the server stores it, with the time when its weight was last set: ISO, null where it is
 * unknown.
 */
export type Piece = Pick<OrderSubitemRow, 'id' | 'unit_type' | 'weight_lbs' | 'lot_code'> & {
  order_item: string
  weighed_at: string | null
}

/**
 * Returns the pieces that an invoice charges by their own weight. The weights are the invoice's copy. Lot and time
 * are the piece's as long as it weighs the same, which it does while the order is locked.
 */
export function weighedPieces(
  items: readonly Pick<InvoiceItem, 'id' | 'unit_quantity' | 'case_quantity' | 'subitem_weights'>[],
  pieces: readonly Piece[],
): WeighedPiece[] {
  const ofType = (item: (typeof items)[number], unit_type: UnitType, count: number): WeighedPiece[] => {
    const weights = item.subitem_weights[unit_type]
    if (weights.length === 0) return []
    const own = countedPieces(
      pieces.filter(({ order_item }) => order_item === item.id),
      unit_type,
      count,
    )
    return weights.map((weight_lbs, n) => {
      const piece = own[n]
      const isSame = piece?.weight_lbs && thousandths(piece.weight_lbs) === thousandths(weight_lbs)
      return {
        item: item.id,
        unit_type,
        weight_lbs,
        lot_code: isSame ? piece.lot_code : null,
        weighed_at: isSame ? piece.weighed_at : null,
      }
    })
  }
  return items.flatMap((item) => [
    ...ofType(item, 'u', item.unit_quantity),
    ...ofType(item, 'c', item.case_quantity),
  ])
}

/** The columns of the ticket's table, in their order. Numbers are aligned right. */
export const WEIGH_COLUMNS = [
  { of: 'code', label: 'Item Code', isNumber: false },
  { of: 'name', label: 'Item', isNumber: false },
  { of: 'piece', label: 'Piece', isNumber: false },
  { of: 'weight', label: 'Weight', isNumber: true },
  { of: 'lot', label: 'Lot', isNumber: false },
  { of: 'weighed', label: 'Weighed', isNumber: false },
] as const

export interface WeighRow {
  key: string
  /** The item's code and name, in its first row. */
  code: string
  name: string
  piece: string
  weight: string
  lot: string
  /** On the distributor's clock. */
  weighed: string
  /** The last row of an item with several pieces: the sum of their weights. */
  isSum: boolean
}

export interface WeighTicket {
  title: string
  rows: WeighRow[]
}

type NamedItem = Pick<InvoiceItem, 'id' | 'item_code' | 'name'>

/**
 * @param timeZone the distributor's
 * @returns null where nothing was weighed
 */
export function weighTicket(
  { order_id, items, weighed = [] }: Pick<Invoice, 'order_id' | 'weighed'> & { items: readonly NamedItem[] },
  timeZone: string,
): WeighTicket | null {
  const rows = items.flatMap((item) =>
    rowsOf(
      item,
      weighed.filter((piece) => piece.item === item.id),
      timeZone,
    ),
  )
  return rows.length === 0 ? null : { title: `Weigh ticket of invoice #${order_id}`, rows }
}

function rowsOf(item: NamedItem, weighed: readonly WeighedPiece[], timeZone: string): WeighRow[] {
  if (weighed.length === 0) return []
  const numbers = { u: 0, c: 0 }
  const rows = weighed.map((piece, n): WeighRow => ({
    key: `${item.id} ${n}`,
    code: n === 0 ? item.item_code : '',
    name: n === 0 ? item.name : '',
    piece: `${UNIT_TYPES[piece.unit_type]} ${(numbers[piece.unit_type] += 1)}`,
    weight: `${showWeight(piece.weight_lbs)} lbs`,
    lot: piece.lot_code ?? '',
    weighed: piece.weighed_at === null ? '' : showMoment(timeZone, new Date(piece.weighed_at)),
    isSum: false,
  }))
  if (rows.length === 1) return rows
  const sum = weight(weighed.reduce((all, { weight_lbs }) => all + thousandths(weight_lbs), 0n))
  const whole = { key: `${item.id} sum`, code: '', name: '', lot: '', weighed: '', isSum: true }
  return [...rows, { ...whole, piece: `${rows.length} pieces`, weight: `${showWeight(sum)} lbs` }]
}
