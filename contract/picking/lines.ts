/**
 * The lines that a picker walks: one per order item, or in a bulk pull one per product over all orders (A104). The
 * scan screen and the pick list show the same lines. The rows that a line is made of are never changed here.
 */
import { ORDERED, QUANTITY } from '../orders/acts.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '../orders/schema.ts'
import type { Product } from '../products/schema.ts'
import { sameJson } from '../sync/merge.ts'
import type { UnitType } from '../values.ts'

export interface Line {
  /** The item's id; in a bulk pull the product's upc. */
  id: string
  /** One item; in a bulk pull one or more per order, sorted by order id. */
  items: readonly OrderItemRow[]
  pieces: readonly OrderSubitemRow[]
  /** Undefined while the device does not know the product. */
  product: Product | undefined
  /** The product that was ordered first, where the item is a substitute and the device knows that product. */
  original: Product | undefined
  /** The bin: the item's own bin wins over the product's (A100). */
  bin: string
  /** The invoiced orders of these items (A237): their items are not changed. */
  locked: readonly number[]
  /** The bin and the name that the line is sorted by. */
  place: { readonly bin: string; readonly name: string }
}

/** The rows from which lines are built, whatever their source. */
export interface PickedRows {
  orders: readonly OrderRow[]
  items: readonly OrderItemRow[]
  pieces: readonly OrderSubitemRow[]
}

/** By upc. */
export type Products = ReadonlyMap<string, Product>

/** A099: by bin over everything, or order by order. */
export type Sorting = 'bin' | 'order'

export interface Walk {
  bulk: boolean
  sorting: Sorting
  /** A101, A102: only products of this warehouse; null for all. */
  filter: number | null
  /** Whether a line keeps its first place, also when its product or its bin changes. */
  keepsPlace?: boolean
}

/**
 * Builds the lines in the order of the walk. A line that is made of the same rows as before is the same object as
 * before, so that the views of it are not rendered again.
 *
 * @param before the previous lines, by id, in their order and of the same walk
 */
export function buildLines(
  {
    orders,
    items,
    pieces,
  }: Omit<PickedRows, 'orders'> & { orders: readonly Pick<OrderRow, 'id' | 'invoiced'>[] },
  products: Products,
  { bulk, sorting, filter, keepsPlace = false }: Walk,
  before: ReadonlyMap<string, Line> = new Map(),
): Line[] {
  const invoiced = new Set(orders.filter((order) => order.invoiced).map(({ id }) => id))
  const piecesOf = groupBy(pieces, (piece) => piece.order_item)
  const listed = items.filter(
    ({ product }) => filter === null || products.get(product)?.warehouse?.id === filter,
  )
  const groups = groupBy(listed, (item) => (bulk ? item.product : item.id))
  const lines: Line[] = []
  for (const [id, group] of groups) {
    const own =
      group.length > 1 ? group.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)) : group
    const [first] = own as [OrderItemRow]
    const product = products.get(first.product)
    const bin = own.find((item) => item.bin_override)?.bin_override ?? product?.bin ?? ''
    const old = before.get(id)
    const line: Line = {
      id,
      items: own,
      pieces: own.flatMap((item) => piecesOf.get(item.id) ?? []),
      product,
      original: first.original_product === null ? undefined : products.get(first.original_product),
      bin,
      locked: [...new Set(own.map(({ order }) => order))].filter((order) => invoiced.has(order)),
      // A line has no place of its own until its product is known.
      place: keepsPlace && old?.product ? old.place : { bin, name: product?.name ?? unnamed(first.product) },
    }
    lines.push(old && isSame(old, line) ? old : line)
  }
  if (lines.length === before.size && lines.every((line) => standsAs(before.get(line.id), line))) {
    const now = new Map(lines.map((line) => [line.id, line]))
    return [...before.keys()].map((id) => now.get(id)!)
  }
  // A line over several orders belongs to no order.
  return sorted(lines, bulk ? 'bin' : sorting)
}

/** Returns whether a line has the same place as before. */
const standsAs = (old: Line | undefined, line: Line): boolean =>
  old === line ||
  (old !== undefined && sameJson(old.place, line.place) && firstOf(old).order === firstOf(line).order)

function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** Compares lines by what they hold, because rows that were read again are new objects. */
const isSame = (a: Line, b: Line): boolean =>
  a.product === b.product &&
  a.original === b.original &&
  a.bin === b.bin &&
  haveSame(a.locked, b.locked) &&
  haveSame(a.items, b.items) &&
  haveSame(a.pieces, b.pieces)

const haveSame = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((member, i) => member === b[i] || sameJson(member, b[i]))

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Ranks texts by their place in the order of a walk: they are compared once each, and not with each comparison of
 * lines.
 */
function ranks(texts: readonly string[]): Map<string, number> {
  return new Map([...new Set(texts)].sort(collator.compare).map((text, rank) => [text, rank]))
}

/**
 * A099: sorts by bin and within a bin by order, or by order and within an order by bin. Bins are in walking order
 * ("A-2" before "A-10"). A line without a bin comes last. Lines of one bin and one order are sorted by name.
 */
function sorted(lines: Line[], first: Sorting): Line[] {
  const bins = ranks(lines.map(({ place }) => place.bin))
  const names = ranks(lines.map(({ place }) => place.name))
  return lines
    .map((line) => {
      const bin = line.place.bin === '' ? Infinity : bins.get(line.place.bin)!
      const { order } = firstOf(line)
      return {
        line,
        major: first === 'bin' ? bin : order,
        minor: first === 'bin' ? order : bin,
        name: names.get(line.place.name)!,
      }
    })
    .sort(
      (a, b) =>
        difference(a.major, b.major) ||
        difference(a.minor, b.minor) ||
        a.name - b.name ||
        (a.line.id < b.line.id ? -1 : 1),
    )
    .map(({ line }) => line)
}

/** Two Infinities are equal. */
const difference = (a: number, b: number) => (a === b ? 0 : a - b)

export const firstOf = (line: Line): OrderItemRow => line.items[0]!
export const upcOf = (line: Line): string => firstOf(line).product
export const nameOf = (line: Line): string => line.product?.name ?? unnamed(upcOf(line))
const unnamed = (upc: string) => `Product ${upc}`

export const COUNT_FIELDS = ['units_ordered', 'cases_ordered', 'unit_quantity', 'case_quantity'] as const
export type CountField = (typeof COUNT_FIELDS)[number]

/** A104: returns a count, summed over the orders in a bulk pull. */
export const countOf = (line: Line, field: CountField): number =>
  line.items.reduce((sum, item) => sum + item[field], 0)
export const orderedOf = (line: Line, type: UnitType): number => countOf(line, ORDERED[type])
export const pickedOf = (line: Line, type: UnitType): number => countOf(line, QUANTITY[type])

/** Returns the items that may be changed: those of orders that are not invoiced. */
export const unlockedItems = (line: Line): readonly OrderItemRow[] =>
  line.locked.length === 0 ? line.items : line.items.filter(({ order }) => !line.locked.includes(order))
export const isLocked = (line: Line): boolean => unlockedItems(line).length === 0
