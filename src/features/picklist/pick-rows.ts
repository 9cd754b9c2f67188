/**
 * The rows of a pick list: one an order item, or in a bulk pull one a product over all orders (A104). The device's rows
 * are looked at and never changed here.
 */
import { holdsWords, wordsOf } from '#src/ui/words.ts'
import { type OrderItemRow, type OrderRow, type OrderSubitemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { sameJson } from '#contract/sync/merge.ts'
import type { PickListContext } from './pick-list-context.ts'

export interface PickRow {
  /** The item's id; in a bulk pull the product's upc. */
  id: string
  /** One; in a bulk pull one or more an order, in the order of the order ids. */
  items: readonly OrderItemRow[]
  pieces: readonly OrderSubitemRow[]
  /** Undefined while nobody has told the device about the product. */
  product: Product | undefined
  /** What was ordered first, where the item is a substitute. */
  original: Product | undefined
  /** A100: the item's own bin wins over the product's. */
  bin: string
  /** The invoiced orders of these items (A237): their items are not touched. */
  locked: readonly number[]
  /** Bin and name that the row is sorted by: those it had first. No card goes away from under the thumb that changes it. */
  place: { readonly bin: string; readonly name: string }
}

/** What a pick list is built from, wherever it came from. */
export interface PickListRows {
  orders: readonly OrderRow[]
  items: readonly OrderItemRow[]
  pieces: readonly OrderSubitemRow[]
}

export type Products = ReadonlyMap<string, Product>

/**
 * Builds the rows in the order of the walk. A row that is made of the same as before is the same object as before, so
 * that nothing that shows it is drawn again. `before` holds the rows of the last time, in their order and of the same
 * context. A row keeps its place while the list is open, also where its product or its bin becomes another.
 */
export function buildRows(
  { orders, items, pieces }: PickListRows,
  products: Products,
  { bulk, filter, sorting }: Pick<PickListContext, 'bulk' | 'filter' | 'sorting'>,
  before: ReadonlyMap<string, PickRow> = new Map(),
): PickRow[] {
  const invoiced = new Set(orders.filter((order) => order.invoiced).map(({ id }) => id))
  const piecesOf = groupBy(pieces, byItem)
  const listed = items.filter(
    ({ product }) => filter === null || products.get(product)?.warehouse?.id === filter,
  )
  const groups = groupBy(listed, (item) => (bulk ? item.product : item.id))
  const rows: PickRow[] = []
  for (const [id, group] of groups) {
    const own =
      group.length > 1 ? group.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)) : group
    const [first] = own as [OrderItemRow]
    const product = products.get(first.product)
    const bin = own.find((item) => item.bin_override)?.bin_override ?? product?.bin ?? ''
    const old = before.get(id)
    const row: PickRow = {
      id,
      items: own,
      pieces: own.flatMap((item) => piecesOf.get(item.id) ?? []),
      product,
      original: first.original_product === null ? undefined : products.get(first.original_product),
      bin,
      locked: [...new Set(own.map(({ order }) => order))].filter((order) => invoiced.has(order)),
      // Before its product is known a row has no place of its own.
      place: old?.product ? old.place : { bin, name: product?.name ?? unnamed(first.product) },
    }
    rows.push(old && isSame(old, row) ? old : row)
  }
  if (rows.length === before.size && rows.every((row) => standsAs(before.get(row.id), row))) {
    const now = new Map(rows.map((row) => [row.id, row]))
    return [...before.keys()].map((id) => now.get(id)!)
  }
  // A summed row belongs to no order.
  return sorted(rows, bulk ? 'bin' : sorting)
}

/** Whether a row has its place where it had it before. */
const standsAs = (old: PickRow | undefined, row: PickRow): boolean =>
  old === row ||
  (old !== undefined && sameJson(old.place, row.place) && firstOf(old).order === firstOf(row).order)

const byItem = (piece: OrderSubitemRow) => piece.order_item

function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** A live query gives new objects for old rows: they are compared by what they hold. */
const isSame = (a: PickRow, b: PickRow): boolean =>
  a.product === b.product &&
  a.original === b.original &&
  a.bin === b.bin &&
  sameJson(a.locked, b.locked) &&
  sameJson(a.items, b.items) &&
  sameJson(a.pieces, b.pieces)

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Texts by their place in the order of a walk: compared once each, and not once a comparison of rows. */
function ranks(texts: readonly string[]): Map<string, number> {
  return new Map([...new Set(texts)].sort(collator.compare).map((text, rank) => [text, rank]))
}

/**
 * A099: by bin and within a bin by order, or by order and within an order by bin. What has no bin comes last; one bin
 * of one order goes by name.
 */
function sorted(rows: PickRow[], first: 'bin' | 'order'): PickRow[] {
  const bins = ranks(rows.map(({ place }) => place.bin))
  const names = ranks(rows.map(({ place }) => place.name))
  return rows
    .map((row) => {
      const bin = row.place.bin === '' ? Infinity : bins.get(row.place.bin)!
      const order = firstOf(row).order
      return {
        row,
        major: first === 'bin' ? bin : order,
        minor: first === 'bin' ? order : bin,
        name: names.get(row.place.name)!,
      }
    })
    .sort(
      (a, b) =>
        difference(a.major, b.major) ||
        difference(a.minor, b.minor) ||
        a.name - b.name ||
        (a.row.id < b.row.id ? -1 : 1),
    )
    .map(({ row }) => row)
}

/** Two Infinities are alike. */
const difference = (a: number, b: number) => (a === b ? 0 : a - b)

export const firstOf = (row: PickRow): OrderItemRow => row.items[0]!
export const nameOf = (row: PickRow): string => row.product?.name ?? unnamed(firstOf(row).product)
const unnamed = (upc: string) => `Product ${upc}`

export const COUNT_FIELDS = ['units_ordered', 'cases_ordered', 'unit_quantity', 'case_quantity'] as const
export type CountField = (typeof COUNT_FIELDS)[number]

/** A104: summed over the orders in a bulk pull. */
export const countOf = (row: PickRow, field: CountField): number =>
  row.items.reduce((sum, item) => sum + item[field], 0)

/** The items that may be touched: those of orders that are not invoiced. */
export const openItems = (row: PickRow): OrderItemRow[] =>
  row.items.filter(({ order }) => !row.locked.includes(order))

export const isLocked = (row: PickRow): boolean => openItems(row).length === 0

/** The items that a row's marks are read from: those that a press changes, or all where all are locked (decision 0228). */
const markedItems = (row: PickRow): readonly OrderItemRow[] => (isLocked(row) ? row.items : openItems(row))

export const isOutOfStock = (row: PickRow): boolean => markedItems(row).every((item) => item.out_of_stock)
export const isPicked = (row: PickRow): boolean =>
  markedItems(row).every((item) => item.picked || item.out_of_stock) && !isOutOfStock(row)
export const isTaxable = (row: PickRow): boolean => markedItems(row).every((item) => item.taxable)

/** Rows that hold every typed word in their order, bin, codes, name or warehouse. */
export function filterRows(rows: readonly PickRow[], typed: string): readonly PickRow[] {
  const words = wordsOf(typed)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const { product, items, bin } = row
    const text = [
      nameOf(row),
      bin,
      product?.item_code.item_code,
      product?.warehouse?.name,
      ...items.flatMap(({ order, product }) => [order, product]),
    ].join(' ')
    return holdsWords(text, words)
  })
}
