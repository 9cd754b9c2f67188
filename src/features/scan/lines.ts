/**
 * The lines that a picker walks: one per order item, or one per product over all orders in a bulk pull.
 * A line's rows are looked at and never changed here.
 */
import { isDone, type OrderItemRow, type OrderRow, type OrderSubitemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { ORDERED, QUANTITY } from '#contract/orders/acts.ts'
import type { UnitType } from '#contract/values.ts'

export interface Line {
  /** The item's id; in a bulk pull the product's upc. */
  id: string
  /** One; in a bulk pull, one an order, in the order of the order ids. */
  items: readonly OrderItemRow[]
  pieces: readonly OrderSubitemRow[]
  /** Undefined while the device does not know the product. */
  product: Product | undefined
  /** Where it lies: the item's own bin wins over the product's (A100). */
  bin: string
  /** The invoiced orders of these items: their items are not touched. */
  locked: readonly number[]
}

export interface LineQuery {
  bulk: boolean
  /** A099: by bin over everything, or order by order. */
  sorting: 'bin' | 'order'
  /** A101: only products of this warehouse; null for all. */
  warehouse: number | null
}

/**
 * Builds the lines in the order of the walk. A line whose rows are the same objects as before is the same object as
 * before, so that nothing that shows it draws it again.
 */
export function buildLines(
  rows: {
    orders: readonly Pick<OrderRow, 'id' | 'invoiced'>[]
    items: readonly OrderItemRow[]
    pieces: readonly OrderSubitemRow[]
    products: ReadonlyMap<string, Product>
  },
  query: LineQuery,
  before: ReadonlyMap<string, Line> = new Map(),
): Line[] {
  const invoiced = new Set(rows.orders.filter((order) => order.invoiced).map(({ id }) => id))
  const piecesOf = groupBy(rows.pieces, (piece) => piece.order_item)
  const listed = rows.items.filter(
    (item) => query.warehouse === null || rows.products.get(item.product)?.warehouse?.id === query.warehouse,
  )
  const groups = groupBy(listed, (item) => (query.bulk ? item.product : item.id))
  const lines: Line[] = []
  for (const [id, group] of groups) {
    const items = group.length > 1 ? group.toSorted((a, b) => a.order - b.order) : group
    const product = rows.products.get(items[0]!.product)
    const pieces = items.flatMap((item) => piecesOf.get(item.id) ?? [])
    const locked = [...new Set(items.map(({ order }) => order))].filter((order) => invoiced.has(order))
    const old = before.get(id)
    const isSame =
      old &&
      old.product === product &&
      sameMembers(old.items, items) &&
      sameMembers(old.pieces, pieces) &&
      sameMembers(old.locked, locked)
    lines.push(isSame ? old : { id, items, pieces, product, bin: binOf(items, product), locked })
  }
  return lines.sort(query.sorting === 'order' && !query.bulk ? byOrder : byBin)
}

function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

const sameMembers = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((member, i) => member === b[i])

function binOf(items: readonly OrderItemRow[], product: Product | undefined): string {
  return items.find((item) => item.bin_override)?.bin_override ?? product?.bin ?? ''
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * A099, as on the pick list: bins as one walks past them ("A-2" before "A-10"), within a bin by order. What has no bin
 * comes last; one bin of one order goes by name.
 */
function byBin(a: Line, b: Line): number {
  if ((a.bin === '') !== (b.bin === '')) return a.bin === '' ? 1 : -1
  return (
    collator.compare(a.bin, b.bin) ||
    a.items[0]!.order - b.items[0]!.order ||
    collator.compare(nameOf(a), nameOf(b)) ||
    (a.id < b.id ? -1 : 1)
  )
}
const byOrder = (a: Line, b: Line) => a.items[0]!.order - b.items[0]!.order || byBin(a, b)

export const nameOf = (line: Line): string => line.product?.name ?? `Product ${line.items[0]!.product}`
export const upcOf = (line: Line): string => line.items[0]!.product

export const ordered = (line: Line, type: UnitType): number =>
  line.items.reduce((sum, item) => sum + item[ORDERED[type]], 0)
export const pickedOf = (line: Line, type: UnitType): number =>
  line.items.reduce((sum, item) => sum + item[QUANTITY[type]], 0)

/** The items that may be touched: those of orders that are not invoiced. */
export const unlockedItems = (line: Line): readonly OrderItemRow[] =>
  line.locked.length === 0 ? line.items : line.items.filter(({ order }) => !line.locked.includes(order))
export const isLocked = (line: Line): boolean => unlockedItems(line).length === 0

/** What a press acts on: the items that are neither invoiced nor out of stock. */
export const itemsInStock = (line: Line): readonly OrderItemRow[] =>
  unlockedItems(line).filter((item) => !item.out_of_stock)
/** What a count goes to (readings, "Sharing out in bulk"): those that are not finished either. */
export const openItems = (line: Line): readonly OrderItemRow[] =>
  unlockedItems(line).filter((item) => !isDone(item))
/** The item that is counted on where none is open. If all are out of stock or invoiced, the edit is refused in words. */
export const lastResort = (line: Line): OrderItemRow =>
  itemsInStock(line).at(-1) ?? unlockedItems(line).at(-1) ?? line.items.at(-1)!

/** The items that a line's state is read from: nobody can finish what is invoiced. */
const itemsOfState = (line: Line) => (isLocked(line) ? line.items : unlockedItems(line))

const isPending = (item: OrderItemRow): boolean => item.scanned === null && !isDone(item)
export const pendingItems = (line: Line): readonly OrderItemRow[] => itemsOfState(line).filter(isPending)

/** A151: null pending, true picked, false scanned or skipped. A bulk line is pending while one of its items is. */
export function stateOf(line: Line): boolean | null {
  const items = itemsOfState(line)
  if (items.every((item) => item.scanned === true || isDone(item))) return true
  return items.some(isPending) ? null : false
}

export const isLineDone = (line: Line): boolean => itemsOfState(line).every(isDone)
export const isOutOfStock = (line: Line): boolean => itemsOfState(line).every((item) => item.out_of_stock)

/** Whether everything ordered on an item has been counted. */
export const isComplete = (item: OrderItemRow): boolean =>
  item.unit_quantity >= item.units_ordered && item.case_quantity >= item.cases_ordered

/** The next line to walk to: pending, after this one in the walk, from the beginning again at the end. */
export function nextPending(lines: readonly Line[], after: string | null): Line | null {
  const start = after === null ? 0 : lines.findIndex((line) => line.id === after) + 1
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[(start + i) % lines.length]!
    if (line.id !== after && stateOf(line) === null) return line
  }
  return null
}

export interface Progress {
  /** A050: lines, how many of them are done, how many are left, and how many of those were skipped or set aside. */
  items: number
  picked: number
  left: number
  aside: number
}

export function progressOf(lines: readonly Line[]): Progress {
  const picked = lines.filter(isLineDone).length
  const aside = lines.filter((line) => !isLineDone(line) && stateOf(line) === false).length
  return { items: lines.length, picked, left: lines.length - picked, aside }
}

/** "1 of 3 units · 0 of 2 cases", without what has nothing ordered and nothing picked. */
export function lineCount(line: Line): string {
  const part = (type: UnitType, noun: string) => {
    const [picked, wanted] = [pickedOf(line, type), ordered(line, type)]
    return picked + wanted > 0 && `${picked} of ${wanted} ${noun}${wanted === 1 ? '' : 's'}`
  }
  return [part('u', 'unit'), part('c', 'case')].filter(Boolean).join(' · ') || 'Nothing ordered'
}
