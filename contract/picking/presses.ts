/** A §4, "Item scan state": what Picked, Scanned, Skip and the quantity fields do to a line (A170–A175, A216–A218). */
import { itemsInStock, lastResort, openItems, pendingItems, stateOf } from './state.ts'
import { type Line, nameOf, pickedOf, unlockedItems } from './lines.ts'
import type { OrderItemRow } from '../orders/schema.ts'
import {
  actOf,
  ORDERED,
  patchTo,
  PICKING_FIELDS,
  QUANTITY,
  type Act,
  type PickState,
} from '../orders/acts.ts'
import { pick } from '../pick.ts'
import type { UnitType } from '../values.ts'

/**
 * The screen's memory of items while it is open, by item id: the state before Picked, and whether a person typed the
 * quantity. After a reload neither is known.
 */
export interface PressMemory {
  before: Map<string, PickState>
  typed: Set<string>
  counted: Set<string>
}
export const newMemory = (): PressMemory => ({ before: new Map(), typed: new Set(), counted: new Set() })

const total = (state: PickState) => state.unit_quantity + state.case_quantity

/**
 * Picked (A170, A172, A173): sets scanned and picked, and sets the quantities to what is ordered, unless a person
 * typed them. Items that are already picked stay unchanged. Pressed again on a line that is picked throughout, it
 * makes the items pending, with their former quantities.
 */
export function pressPicked(line: Line, memory: PressMemory): Act | null {
  if (stateOf(line) === true && unlockedItems(line).some((item) => item.scanned === true))
    return unpick(line, memory)
  return actOf(
    `Picked, ${nameOf(line)}`,
    itemsInStock(line).map((item) => {
      if (item.picked && item.scanned === true) return null
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
 * Returns whether a quantity is a person's own: it was typed here, or it was there before the screen was opened, so
 * that its origin is unknown (readings: "where nothing was entered yet").
 */
function keepsQuantity(item: OrderItemRow, memory: PressMemory): boolean {
  return total(item) > 0 && (memory.typed.has(item.id) || !memory.counted.has(item.id))
}

function unpick(line: Line, memory: PressMemory): Act | null {
  return actOf(
    `not Picked, ${nameOf(line)}`,
    unlockedItems(line).map((item) => {
      if (item.scanned !== true) return null
      // If the state before is unknown, only quantities that Picked can have filled go (decision 0011).
      const before = memory.before.get(item.id) ?? (isFilled(item) ? undefined : item)
      // Pending, also where it was set aside before (decision 0149).
      return patchTo(item, {
        ...countsBefore(line, item, before),
        scanned: null,
        picked: false,
      })
    }),
  )
}

/** Whether the quantities are those that Picked fills in. */
export const isFilled = (item: OrderItemRow): boolean =>
  item.unit_quantity === item.units_ordered && item.case_quantity === item.cases_ordered

/**
 * The quantities of an item when Picked is taken back: those from before, and never below the pieces that have a weight
 * or lot by now.
 */
export const countsBefore = (
  line: Pick<Line, 'pieces'>,
  item: OrderItemRow,
  before: Pick<PickState, 'unit_quantity' | 'case_quantity'> = { unit_quantity: 0, case_quantity: 0 },
): Pick<PickState, 'unit_quantity' | 'case_quantity'> => ({
  unit_quantity: Math.max(before.unit_quantity, filledPieces(line, item, 'u')),
  case_quantity: Math.max(before.case_quantity, filledPieces(line, item, 'c')),
})

/** Readings, "Weight rows": a row with a weight or lot counts as a picked piece, so those stay. */
const filledPieces = (line: Pick<Line, 'pieces'>, item: OrderItemRow, type: UnitType): number =>
  line.pieces.filter(
    (p) => p.order_item === item.id && p.unit_type === type && (p.weight_lbs !== null || p.lot_code !== null),
  ).length

/** Remembers the state before Picked. Called when the act is stored. */
export function rememberBeforePicked(line: Line, memory: PressMemory): void {
  for (const item of line.items)
    if (item.scanned !== true) memory.before.set(item.id, pick(item, PICKING_FIELDS))
}

/**
 * Scanned (A171–A173): sets the pending items aside and leaves quantities unchanged. If none is pending, an item
 * that was set aside becomes pending again, and a line that is picked throughout is set aside.
 */
export function pressScanned(line: Line): Act | null {
  const state = stateOf(line)
  if (state === null) return setAside('Scanned', line)
  return actOf(
    `${state ? '' : 'not '}Scanned, ${nameOf(line)}`,
    itemsInStock(line).map((item) => {
      if (state) return patchTo(item, { scanned: false, picked: false })
      return item.scanned === false && !item.picked ? patchTo(item, { scanned: null }) : null
    }),
  )
}

/**
 * Skip (A175): sets the pending items aside. An item that is already picked or skipped stays unchanged, and Skip only
 * moves on.
 */
export const pressSkip = (line: Line): Act | null => setAside('Skip', line)

const setAside = (label: string, line: Line): Act | null =>
  actOf(
    `${label}, ${nameOf(line)}`,
    pendingItems(line).map((item) => patchTo(item, { scanned: false })),
  )

/**
 * Sets a quantity by hand. A line for several orders shares out only the difference (readings, "Sharing out in bulk"),
 * so the line's quantity may stay larger than the typed one.
 *
 * @param seen the line that the person saw; an item whose quantity has changed since refuses the edit
 */
export function setQuantity(line: Line, type: UnitType, quantity: number, seen: Line = line): Act | null {
  const field = QUANTITY[type]
  const before = new Map(seen.items.map((item) => [item.id, item[field]]))
  const wanted = Math.max(0, Math.trunc(quantity))
  const shares = line.items.length === 1 ? [[line.items[0]!, wanted] as const] : shareOut(line, type, wanted)
  const parts = shares.map(([item, share]) => {
    const change = patchTo(item, { [field]: share })
    return change && { ...change, edit: { ...change.edit, seen: { [field]: before.get(item.id) } } }
  })
  return actOf(`${type === 'c' ? 'cases' : 'units'} of ${nameOf(line)}`, parts)
}

/** Returns the quantities of a bulk line's items so that their sum is `wanted`, as far as that is possible. */
function shareOut(line: Line, type: UnitType, wanted: number): (readonly [OrderItemRow, number])[] {
  const items = itemsToShare(line, type)
  const difference = wanted - pickedOf(line, type)
  return difference < 0 ? takeFrom(items, line, type, -difference) : addTo(items, type, difference)
}

/**
 * Returns the open items that ordered this unit type; if none did, all open ones; if none is open, the last that can
 * be changed.
 */
function itemsToShare(line: Line, type: UnitType): readonly OrderItemRow[] {
  const open = openItems(line)
  const asked = open.filter((item) => item[ORDERED[type]] + item[QUANTITY[type]] > 0)
  if (asked.length > 0) return asked
  return open.length > 0 ? open : [lastResort(line)]
}

/** Fills each item up to what it wants, in the list's order; the rest goes to the last. */
function addTo(items: readonly OrderItemRow[], type: UnitType, more: number) {
  let left = more
  return items.map((item, i) => {
    const count = item[QUANTITY[type]]
    const room = Math.max(0, item[ORDERED[type]] - count)
    const part = i === items.length - 1 ? left : Math.min(left, room)
    left -= part
    return [item, count + part] as const
  })
}

/** Takes from the last item on, and never a piece that has a weight or lot. */
function takeFrom(items: readonly OrderItemRow[], line: Line, type: UnitType, less: number) {
  let left = less
  return items.toReversed().map((item) => {
    const count = item[QUANTITY[type]]
    const part = Math.min(left, Math.max(0, count - filledPieces(line, item, type)))
    left -= part
    return [item, count - part] as const
  })
}

/** A216: the keys that a quantity field does not take. */
export const BLOCKED_QUANTITY_KEYS = new Set(['-', '+', '.', ',', 'e', 'E'])

/**
 * A221: returns the quantity of a typed text, at most what the server accepts. Empty, negative, a fraction or no
 * number at all is 0.
 */
export function readQuantity(typed: string): number {
  const text = typed.trim()
  return /^\d+$/.test(text) ? Math.min(1_000_000, Number(text.slice(0, 9))) : 0
}
