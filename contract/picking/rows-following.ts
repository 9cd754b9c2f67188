/** How the rows of an open "Weight / Lot" dialog follow what other people store of the same items. */
import { thousandths } from '../money.ts'
import type { OrderItemRow, OrderSubitemRow } from '../orders/schema.ts'
import {
  isLotChanged,
  isWeightChanged,
  isWeightText,
  markOf,
  piecesInOrder,
  rowFieldsOf,
  rowsAfter,
  typedWeight,
  weightLotWords,
  type WeightRow,
} from './weight-rows.ts'

interface Following {
  /** The key of the row with the focus: the next typed or scanned value goes to it. */
  focused?: string | null
  /** The ids of additions that a failed save may have stored, by the key of their row. */
  sent?: ReadonlyMap<string, string>
  /** A save was refused: a row that was typed into is based on what is stored now. */
  isRefused?: boolean
}

/**
 * Returns the rows of an open dialog with what other people have stored of these items meanwhile. A row that was typed
 * into stays as it is. A piece of another person takes an empty row without the focus; where none is left, it gets a
 * row of its own, so that saving never weighs a piece twice without a word.
 */
export function rowsFollowing(
  rows: readonly WeightRow[],
  items: readonly OrderItemRow[],
  pieces: readonly OrderSubitemRow[],
  following: Following = {},
): WeightRow[] {
  // The rows of an order that is invoiced meanwhile stay: saving them is refused in words.
  const others = rows.filter((row) => items.every(({ id }) => id !== row.item))
  const known = new Set(rows.flatMap(({ piece, arrived }) => (piece && !arrived ? piece.id : [])))
  const followed = items.flatMap((item) =>
    (['u', 'c'] as const).flatMap((unit) => {
      const stored = new Map(piecesInOrder(item, unit, pieces).map((piece) => [piece.id, piece]))
      // A piece above the limit takes a row that has become empty.
      const before = rows.filter((row) => row.item === item.id && row.unit === unit && !row.surplus)
      const own = before.map((row) => withStored(row, stored, following))
      for (const { piece } of own) if (piece) stored.delete(piece.id)
      const filled = fillEmpty(own, stored, following.focused ?? null)
      const further = rowsAfter(filled.length, item, unit, [...stored.values()])
      return [
        ...filled,
        ...further.map((row) => (row.piece && !known.has(row.piece.id) ? { ...row, arrived: true } : row)),
      ]
    }),
  )
  return [...followed, ...others]
}

type Stored = Map<string, OrderSubitemRow>

/** Returns a row with its piece as it is stored now, or with the piece that a failed save has stored of it. */
function withStored(
  row: WeightRow,
  stored: Stored,
  { sent = new Map(), isRefused = false }: Following,
): WeightRow {
  if (!row.piece) {
    const added = stored.get(sent.get(row.key) ?? '')
    return added ? basedOn(row, added) : row
  }
  const now = stored.get(row.piece.id) ?? null
  if (markOf(row) === null) return { ...row, ...rowFieldsOf(now) }
  return isRefused ? withNote(row, basedOn(row, now)) : row
}

/** Gives each empty row without the focus a piece, and takes that piece out of `stored`. */
const fillEmpty = (rows: readonly WeightRow[], stored: Stored, focused: string | null): WeightRow[] =>
  rows.map((row) => {
    const isEmpty = row.piece === null && markOf(row) === null
    const next = isEmpty && row.key !== focused ? stored.values().next().value : undefined
    if (!next) return row
    stored.delete(next.id)
    return { ...row, ...rowFieldsOf(next) }
  })

/** Returns a row with its piece as it is stored now, and with what was typed of it. */
function basedOn(row: WeightRow, piece: OrderSubitemRow | null): WeightRow {
  const now = rowFieldsOf(piece)
  if (row.dropped) return { ...row, ...now, dropped: piece !== null }
  const [typed, lb] = [typedWeight(row), piece?.weight_lbs]
  const isStored = !!lb && isWeightText(typed) && thousandths(typed) === thousandths(lb)
  // Without its piece the whole row is made again.
  const keeps = (isTyped: boolean) => isTyped || (piece === null && row.piece !== null)
  return {
    ...row,
    piece,
    weight: keeps(isWeightChanged(row)) && !isStored ? row.weight : now.weight,
    lot: keeps(isLotChanged(row)) ? row.lot : now.lot,
  }
}

/** Says what another person stored, where it is not what is shown in the row. */
function withNote(before: WeightRow, row: WeightRow): WeightRow {
  const [was, is] = [rowFieldsOf(before.piece), rowFieldsOf(row.piece)]
  if (row.piece && was.weight === is.weight && was.lot === is.lot) return row
  const { meanwhile: _former, ...rest } = row
  if (markOf(row) === null) return rest
  const words = row.piece ? `Now stored: ${weightLotWords(is)}` : 'Somebody else deleted this piece.'
  return { ...rest, meanwhile: words }
}
