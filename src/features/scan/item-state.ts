/** A §4, "Item scan state": what Picked, Scanned, Skip and the quantity fields do to a line (A170–A175, A216–A218). */
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { actOf, ORDERED, patchTo, QUANTITY, type Act } from '#contract/orders/acts.ts'
import type { UnitType } from '#contract/values.ts'
import { pickState, type PickState } from './edits.ts'
import { nameOf, stateOf, type Line } from './lines.ts'

/**
 * What the screen remembers of an item while it is open, by item id: its state before Picked, and whether a person
 * typed its quantity. After a reload neither is known.
 */
export interface Memory {
  before: Map<string, PickState>
  typed: Set<string>
  counted: Set<string>
}
export const newMemory = (): Memory => ({ before: new Map(), typed: new Set(), counted: new Set() })

const total = (state: PickState) => state.unit_quantity + state.case_quantity

/**
 * Picked (A170, A172, A173): scanned and picked become true and the quantities what is ordered, unless a person typed
 * them. Pressed again the item is pending, with the quantities that stood before.
 */
export function pressPicked(line: Line, memory: Memory): Act | null {
  if (stateOf(line) === true && line.items.some((item) => item.scanned === true)) return unpick(line, memory)
  return actOf(
    `Picked, ${nameOf(line)}`,
    line.items.map((item) => {
      if (item.out_of_stock) return null
      return patchTo(item, {
        scanned: true,
        picked: true,
        ...(!keepsQuantity(item, memory) && {
          unit_quantity: Math.max(item.unit_quantity, item.units_ordered),
          case_quantity: Math.max(item.case_quantity, item.cases_ordered),
        }),
      })
    }),
  )
}

/**
 * A quantity is a person's own when it was typed here, or when it stood there before the screen was opened and so
 * nobody can tell (readings: "where nothing was entered yet").
 */
function keepsQuantity(item: OrderItemRow, memory: Memory): boolean {
  return total(item) > 0 && (memory.typed.has(item.id) || !memory.counted.has(item.id))
}

function unpick(line: Line, memory: Memory): Act | null {
  return actOf(
    `not Picked, ${nameOf(line)}`,
    line.items.map((item) => {
      if (item.scanned !== true) return null
      const before = memory.before.get(item.id) ?? countOfPieces(line, item)
      // Pending, also where it was set aside before (decision 0149).
      return patchTo(item, { ...before, scanned: null, picked: false })
    }),
  )
}

/** Readings, "Weight rows": a row with a weight or lot counts as a picked piece, so those stay. */
function countOfPieces(line: Line, item: OrderItemRow) {
  const filled = (type: UnitType) =>
    line.pieces.filter(
      (p) =>
        p.order_item === item.id && p.unit_type === type && (p.weight_lbs !== null || p.lot_code !== null),
    ).length
  return { unit_quantity: filled('u'), case_quantity: filled('c') }
}

/** Called with the act stored: remembers what stood before Picked. */
export function rememberBeforePicked(line: Line, memory: Memory): void {
  for (const item of line.items) if (item.scanned !== true) memory.before.set(item.id, pickState(item))
}

/** Scanned (A171–A173): scanned false, quantities untouched; pressed again, null. */
export function pressScanned(line: Line): Act | null {
  const isOn = stateOf(line) === false
  return actOf(
    `${isOn ? 'not ' : ''}Scanned, ${nameOf(line)}`,
    line.items.map((item) => patchTo(item, isOn ? { scanned: null } : { scanned: false, picked: false })),
  )
}

/** Skip (A175): scanned false. What is picked or skipped already stays as it is, and Skip only moves on. */
export function pressSkip(line: Line): Act | null {
  if (stateOf(line) !== null) return null
  return actOf(
    `Skip, ${nameOf(line)}`,
    line.items.map((item) =>
      item.scanned === null && !item.out_of_stock ? patchTo(item, { scanned: false }) : null,
    ),
  )
}

/**
 * A quantity set by hand. In a bulk pull the pieces go to the orders one after the other, each up to what it ordered,
 * and what is over to the last.
 *
 * @param seen the line that the person saw; an item whose quantity is another by now refuses the edit
 */
export function setQuantity(line: Line, type: UnitType, quantity: number, seen: Line = line): Act | null {
  const field = QUANTITY[type]
  const before = new Map(seen.items.map((item) => [item.id, item[field]]))
  let left = Math.max(0, Math.trunc(quantity))
  const parts = line.items.map((item, i) => {
    const share = i === line.items.length - 1 ? left : Math.min(left, item[ORDERED[type]])
    left -= share
    const change = patchTo(item, { [field]: share })
    return change && { ...change, edit: { ...change.edit, seen: { [field]: before.get(item.id) } } }
  })
  return actOf(`${type === 'c' ? 'cases' : 'units'} of ${nameOf(line)}`, parts)
}

/** A216: the keys that a quantity field does not take. */
export const BLOCKED_QUANTITY_KEYS = new Set(['-', '+', '.', ',', 'e', 'E'])

/** A221: what a person typed, at most what the server takes; empty, negative, a part or no number at all is 0. */
export function readQuantity(text: string): number {
  return /^\d+$/.test(text) ? Math.min(1_000_000, Number(text.slice(0, 9))) : 0
}
