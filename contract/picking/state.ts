/** How far a line is picked, and which of its items a press or a count goes to. */
import { lotsToTake, piecesToWeigh } from '../orders/before-invoice.ts'
import { isDone, type OrderItemRow } from '../orders/schema.ts'
import { plural } from '../format.ts'
import type { UnitType } from '../values.ts'
import { isLocked, nameOf, orderedOf, pickedOf, unlockedItems, type Line } from './lines.ts'

/** Returns the items that a press acts on: neither invoiced nor out of stock. */
export const itemsInStock = (line: Line): readonly OrderItemRow[] =>
  unlockedItems(line).filter((item) => !item.out_of_stock)
/** What a count goes to (readings, "Sharing out in bulk"): those that are not finished either. */
export const openItems = (line: Line): readonly OrderItemRow[] =>
  unlockedItems(line).filter((item) => !isDone(item))
/** The item that is counted on where none is open. If all are out of stock or invoiced, the edit is refused in words. */
export const lastResort = (line: Line): OrderItemRow =>
  itemsInStock(line).at(-1) ?? unlockedItems(line).at(-1) ?? line.items.at(-1)!

/** The items that a line's state is read from: those that a press changes, or all where all are locked (decision 0228). */
export const itemsOfState = (line: Line): readonly OrderItemRow[] =>
  isLocked(line) ? line.items : unlockedItems(line)

export const isOutOfStock = (line: Line): boolean => itemsOfState(line).every((item) => item.out_of_stock)
export const isTaxable = (line: Line): boolean => itemsOfState(line).every((item) => item.taxable)

/** Whether each item is marked as picked, or out of stock beside one that is picked. */
export const isPicked = (line: Line): boolean =>
  itemsOfState(line).every((item) => item.picked || item.out_of_stock) && !isOutOfStock(line)

/** Whether nothing is left to do: picked, out of stock, or with nothing on it. */
export const isLineDone = (line: Line): boolean => itemsOfState(line).every(isDone)

const isPending = (item: OrderItemRow): boolean => item.scanned === null && !isDone(item)
export const pendingItems = (line: Line): readonly OrderItemRow[] => itemsOfState(line).filter(isPending)

/** A151: null pending, true picked, false scanned or skipped. A bulk line is pending while one of its items is. */
export function stateOf(line: Line): boolean | null {
  const items = itemsOfState(line)
  if (items.every((item) => item.scanned === true || isDone(item))) return true
  return items.some(isPending) ? null : false
}

/** Whether everything ordered on an item has been counted. */
export const isComplete = (item: OrderItemRow): boolean =>
  item.unit_quantity >= item.units_ordered && item.case_quantity >= item.cases_ordered

/**
 * The next line to walk to: pending, not of an invoiced order, after this one in the walk, from the beginning again at
 * the end.
 */
export function nextPending(lines: readonly Line[], after: string | null): Line | null {
  const start = after === null ? 0 : lines.findIndex((line) => line.id === after) + 1
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[(start + i) % lines.length]!
    if (line.id !== after && !isLocked(line) && stateOf(line) === null) return line
  }
  return null
}

/** Whether a line was skipped or set aside: it is neither pending nor done. */
const isSetAside = (line: Line): boolean => stateOf(line) === false

/** How many picked pieces of a line lack their weight, and how many their lot (decision 0228). */
export function piecesLacking(line: Line): { weights: number; lots: number } {
  const read = { ...line, items: itemsOfState(line) }
  return { weights: piecesToWeigh(read), lots: lotsToTake(read) }
}

/**
 * Returns the work left on lines that can be changed, beside the pending items: "1 set aside, 2 to weigh, 1 lot
 * missing".
 */
export function leftOver(lines: readonly Line[]): string {
  const open = lines.filter((line) => !isLocked(line))
  const aside = open.filter(isSetAside).length
  const missing = open.map(piecesLacking)
  const weights = missing.reduce((sum, one) => sum + one.weights, 0)
  const lots = missing.reduce((sum, one) => sum + one.lots, 0)
  return [
    aside > 0 && `${aside} set aside`,
    weights > 0 && `${weights} to weigh`,
    lots > 0 && `${plural(lots, 'lot')} missing`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** How many lines of invoiced orders are not done. Nothing can be done on them. */
export const lockedUndone = (lines: readonly Line[]): number =>
  lines.filter((line) => isLocked(line) && stateOf(line) !== true).length

export interface PickProgress {
  /** A050: lines, how many of them are done, how many are left, and how many of those were skipped or set aside. */
  items: number
  picked: number
  left: number
  aside: number
}

export function progressOf(lines: readonly Line[]): PickProgress {
  const picked = lines.filter(isLineDone).length
  const aside = lines.filter(isSetAside).length
  return { items: lines.length, picked, left: lines.length - picked, aside }
}

const NOUNS = [
  ['u', 'unit'],
  ['c', 'case'],
] as const

/** How much of a line was picked and ordered by the unit, or by the case; null where neither was. */
export function pickedAndOrdered(line: Line, type: UnitType): { picked: number; ordered: number } | null {
  const [picked, ordered] = [pickedOf(line, type), orderedOf(line, type)]
  return picked + ordered > 0 ? { picked, ordered } : null
}

/** A line's units and cases, where something was ordered or picked of them, each as `say` has it. */
const saidOf = (line: Line, say: (picked: number, ordered: number, noun: string) => string): string =>
  NOUNS.flatMap(([type, noun]) => {
    const counts = pickedAndOrdered(line, type)
    return counts ? [say(counts.picked, counts.ordered, noun)] : []
  }).join(' · ') || 'Nothing ordered'

const countOfOrdered = (picked: number, ordered: number, noun: string): string =>
  `${picked} of ${plural(ordered, noun)}`

/** Returns the quantity for the box: "2 cases"; once some of them are in it, "1 of 2 cases". */
export const wantedText = (line: Line): string =>
  saidOf(line, (picked, ordered, noun) =>
    picked === 0 || picked === ordered ? plural(ordered, noun) : countOfOrdered(picked, ordered, noun),
  )

/** "1 of 3 units · 0 of 2 cases", without what has nothing ordered and nothing picked. */
export const lineCount = (line: Line): string => saidOf(line, countOfOrdered)

/** Returns the words that are read out for a counted scan: "1 of 3 units", or "1 case" where it is the only one. */
export function countText(line: Line, unit: UnitType): string {
  const noun = unit === 'c' ? 'case' : 'unit'
  const [picked, ordered] = [pickedOf(line, unit), orderedOf(line, unit)]
  const count = picked === 1 && ordered === 1 ? plural(1, noun) : countOfOrdered(picked, ordered, noun)
  return `${count} · ${nameOf(line)}`
}
