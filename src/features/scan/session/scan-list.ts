/**
 * The list in memory: the rows, lines and indexes of a pick. A stored edit is applied to it at once from the commit's
 * own answer, so that the screen paints without reading the database again. Changes by others arrive through `load`.
 */
import { buildLines, type Line, type PickedRows, type Walk } from '#contract/picking/lines.ts'
import { type PickProgress, progressOf, stateOf } from '#contract/picking/state.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { sameJson } from '#contract/sync/merge.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import { createCell, type Cell } from '#src/ui/cell.ts'

export interface ScanRows extends PickedRows {
  /** By upc: the listed products and their acceptable substitutions. */
  products: ReadonlyMap<string, Product>
  /** The upc to which a barcode is linked, for the listed products. */
  alternates: ReadonlyMap<string, string>
}

export interface ScanList {
  status: 'loading' | 'ready'
  orders: readonly OrderRow[]
  /** In the order of the walk. */
  lines: readonly Line[]
  byId: ReadonlyMap<string, Line>
  /** The lines' ids, and those of lines that are not picked yet: the same arrays until their members change. */
  ids: readonly string[]
  unpickedIds: readonly string[]
  /** Each line's product, in the order of the lines: the same array until a product changes. */
  catalogue: readonly (Product | undefined)[]
  products: ReadonlyMap<string, Product>
  alternates: ReadonlyMap<string, string>
  progress: PickProgress
}

const EMPTY_LIST: ScanList = {
  status: 'loading',
  orders: [],
  lines: [],
  byId: new Map(),
  ids: [],
  unpickedIds: [],
  catalogue: [],
  products: new Map(),
  alternates: new Map(),
  progress: { items: 0, picked: 0, left: 0, aside: 0 },
}

export interface ScanListStore extends Pick<Cell<ScanList>, 'get' | 'subscribe'> {
  /** Loads all rows of the database. Rows that are equal stay the same objects. */
  load(rows: ScanRows): void
  /** Applies the changes of a commit to the list. */
  apply(changes: readonly RowChange[]): void
  /** Grows with each `apply`: rows that were read before it are older than the list. */
  revision(): number
}

export function createScanList(walk: Walk): ScanListStore {
  const cell = createCell(EMPTY_LIST)
  let items: Items = new Map()
  let pieces: Pieces = new Map()
  let products: ReadonlyMap<string, Product> = new Map()
  let revision = 0

  /** The index of each item's line in `lines`. */
  let places = new Map<string, number>()

  /** Builds all lines again, because one was added, removed or moved. */
  function rebuild(more: Partial<ScanList>) {
    const before = cell.get()
    const orders = more.orders ?? before.orders
    const rows = { orders, items: [...items.values()], pieces: [...pieces.values()] }
    const lines = buildLines(rows, products, walk, before.byId)
    places = new Map(lines.flatMap((line, i) => line.items.map((item) => [item.id, i] as const)))
    cell.set({ ...before, ...more, products, ...builtOf(before, lines) })
  }

  /**
   * Builds only the lines of these items again, at their old places. A scan moves no line, so nothing is sorted, and
   * the only work that grows with the list is copying an array.
   */
  function patch(touched: ReadonlySet<string>, more: Partial<ScanList>) {
    const before = cell.get()
    const lines = [...before.lines]
    const byId = new Map(before.byId)
    let isPickedChanged = false
    let { progress } = before
    for (const place of new Set([...touched].map((id) => places.get(id)))) {
      const old = place === undefined ? undefined : lines[place]
      if (place === undefined || !old) continue
      const line = renewed(old, items, pieces)
      lines[place] = line
      byId.set(line.id, line)
      if (isUnpicked(line) !== isUnpicked(old)) isPickedChanged = true
      progress = moved(progress, progressOf([old]), progressOf([line]))
    }
    const unpickedIds = isPickedChanged ? idsOf(lines.filter(isUnpicked)) : before.unpickedIds
    cell.set({ ...before, ...more, lines, byId, unpickedIds, progress })
  }

  return {
    get: cell.get,
    subscribe: cell.subscribe,
    revision: () => revision,
    load(rows) {
      items = keepRows(items, rows.items)
      pieces = keepRows(pieces, rows.pieces)
      const { products: known } = cell.get()
      products = new Map([...rows.products].map(([upc, row]) => [upc, sameOr(known.get(upc), row)]))
      rebuild({
        status: 'ready',
        orders: sameOr(cell.get().orders, rows.orders),
        alternates: rows.alternates,
      })
    },
    apply(changes) {
      revision += 1
      const { touched, moves, alternates } = lay(changes, cell.get(), items, pieces)
      const more = alternates ? { alternates } : {}
      if (moves) rebuild(more)
      else if (touched.size > 0 || alternates) patch(touched, more)
    },
  }
}

/** The fields of a list from newly built lines: the same objects as before where their members are the same. */
function builtOf(before: ScanList, lines: readonly Line[]) {
  const progress = progressOf(lines)
  return {
    lines,
    byId: new Map(lines.map((line) => [line.id, line])),
    ids: keep(before.ids, idsOf(lines)),
    unpickedIds: keep(before.unpickedIds, idsOf(lines.filter(isUnpicked))),
    catalogue: keep(
      before.catalogue,
      lines.map((line) => line.product),
    ),
    progress: sameJson(progress, before.progress) ? before.progress : progress,
  }
}

type Items = Map<string, OrderItemRow>
type Pieces = Map<string, OrderSubitemRow>

/** A line with its current rows. */
function renewed(line: Line, items: Items, pieces: Pieces): Line {
  const own = line.items.map((item) => items.get(item.id)!)
  const ids = new Set(own.map((item) => item.id))
  const known = new Set(line.pieces.map((piece) => piece.id))
  const stayed = line.pieces.flatMap((piece) => pieces.get(piece.id) ?? [])
  const fresh = [...pieces.values()].filter((piece) => ids.has(piece.order_item) && !known.has(piece.id))
  return { ...line, items: own, pieces: [...stayed, ...fresh] }
}

/**
 * Applies changes to the rows of the listed orders. `touched` are the items whose lines differ, `moves` says that lines
 * are added, removed or moved, and `alternates` are the current linked barcodes, or null where none has changed.
 */
function lay(changes: readonly RowChange[], list: ScanList, items: Items, pieces: Pieces) {
  const listed = new Set(list.orders.map((order) => order.id))
  const touched = new Set<string>()
  let moves = false
  let alternates: Map<string, string> | null = null
  for (const change of changes) {
    if (change.table === 'items') {
      if ('gone' in change) moves = items.delete(change.gone) || moves
      else if (listed.has(change.row.order)) {
        moves ||= !standsWhere(items.get(change.row.id), change.row)
        items.set(change.row.id, change.row)
        touched.add(change.row.id)
      }
    } else if (change.table === 'subitems') {
      const row = 'gone' in change ? pieces.get(change.gone) : change.row
      if (!row || !listed.has(row.order)) continue
      if ('gone' in change) pieces.delete(row.id)
      else pieces.set(row.id, row)
      touched.add(row.order_item)
    } else if (change.table === 'barcodes') {
      alternates ??= new Map(list.alternates)
      if ('gone' in change) alternates.delete(change.gone)
      else alternates.set(change.row.barcode, change.row.product)
    }
  }
  return { touched, moves, alternates }
}

/** Resolves when the list has been read for the first time. */
export function untilRead(list: Pick<ScanListStore, 'get' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const stop = list.subscribe(() => {
      if (list.get().status === 'loading') return
      stop()
      resolve()
    })
  })
}

const isUnpicked = (line: Line): boolean => stateOf(line) !== true
const idsOf = (lines: readonly Line[]): string[] => lines.map((line) => line.id)

/** The progress after one line goes from one state to another; the same object where that changes nothing. */
function moved(all: PickProgress, from: PickProgress, to: PickProgress): PickProgress {
  if (sameJson(from, to)) return all
  return {
    items: all.items,
    picked: all.picked - from.picked + to.picked,
    left: all.left - from.left + to.left,
    aside: all.aside - from.aside + to.aside,
  }
}

/** Whether an item's line stays where it is in the walk. */
const standsWhere = (before: OrderItemRow | undefined, now: OrderItemRow): boolean =>
  before !== undefined && before.product === now.product && before.bin_override === now.bin_override

const sameMembers = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((member, i) => member === b[i])
const keep = <T>(before: readonly T[], now: readonly T[]) => (sameMembers(before, now) ? before : now)
const sameOr = <T>(before: T | undefined, now: T): T =>
  before !== undefined && sameJson(before, now) ? before : now

function keepRows<T extends { id: string }>(before: Map<string, T>, rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, sameOr(before.get(row.id), row)]))
}
