/**
 * Loads every row that a set of edits reads, and locks the orders that they touch. The order is the aggregate, so one
 * lock in id order keeps two writers apart and cannot deadlock.
 */
import type pg from 'pg'
import { pricedFor, type Margin } from '#contract/fees/margins.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { BarcodeAlternate, Product } from '#contract/products/schema.ts'
import type { Edit } from '#contract/orders/mutations.ts'
import { ENTITIES, ENTITY_OF, keyOf, type EditedTable, type Key } from '#contract/sync/entities.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import type { Rows } from '#contract/sync/rows.ts'
import type { Placing, World } from '#contract/sync/world.ts'
import { loadMargins } from '../fees/margins.ts'
import { mergedAway } from '../orders/lock.ts'
import { companyOf } from '../platform/scope.ts'
import { together, type Context } from '../platform/context.ts'
import type { GoneRow } from '../platform/rows.ts'
import { loadPlacings, orderedProducts } from './placing.ts'
import type { Submitter } from './outcomes.ts'
import { loadStaging, type StagedOrder, type StagedOrders } from './staging.ts'
import {
  goneAmong,
  lockOrders,
  mergedAmong,
  pickersAmong,
  worldBarcodes,
  worldItems,
  worldLineTerms,
  worldOrders,
  worldPieces,
  worldProducts,
  type LineTerms,
  type NamedRows,
} from './world-rows.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const text = (value: unknown): value is string => typeof value === 'string'
export const uuid = (value: unknown): value is string => text(value) && UUID.test(value)
const orderId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647

/** Collects the ids that edits name, before anything is known of them. */
function named(edits: readonly Edit[]) {
  const items = new Set<string>()
  const subitems = new Set<string>()
  const orders = new Set<number>()
  const withSiblings = new Set<number>()
  /** The orders that rows name as their own. Such an order may have been merged away. */
  const said = new Set<number>()
  const upcs = new Set<string>()
  const barcodes = new Set<string>()
  /** The usernames of people who are to pick. */
  const pickers = new Set<string>()
  for (const { entity, entity_id, call } of edits) {
    const body = call.body ?? {}
    for (const upc of orderedProducts({ entity, call })) upcs.add(upc)
    if (entity === 'orders' && /^\d{1,10}$/.test(entity_id) && orderId(Number(entity_id)))
      orders.add(Number(entity_id))
    if (entity === 'orders' && text(body['picker'])) pickers.add(body['picker'])
    if (entity === 'orderitems') {
      if (uuid(entity_id)) items.add(entity_id)
      for (const upc of [body['product'], body['original_product']]) if (text(upc)) upcs.add(upc)
      if (call.method === 'POST' && orderId(body['order'])) withSiblings.add(body['order'])
    }
    if (ENTITIES[entity].within === 'order' && orderId(body['order'])) {
      said.add(body['order'])
      if (call.method === 'POST') orders.add(body['order'])
    }
    if (entity === 'ordersubitems') {
      if (uuid(entity_id)) subitems.add(entity_id)
      if (uuid(body['order_item'])) items.add(body['order_item'])
    }
    if (entity === 'barcodealternates') {
      barcodes.add(entity_id)
      if (text(body['product'])) upcs.add(body['product'])
    }
  }
  return { items, subitems, orders, withSiblings, said, upcs, barcodes, pickers }
}

const byKey = <T, K>(rows: readonly T[], key: (row: T) => K) => new Map(rows.map((row) => [key(row), row]))

/** The rows in memory: edits of one batch see each other's changes. */
export class LoadedWorld implements World {
  readonly #rows: { readonly [T in EditedTable]: Map<Key, Rows[T]> }
  readonly #pieces = new Map<string, Set<string>>()
  readonly #products: Map<string, Product>
  readonly #margins: readonly Margin[]
  readonly #lotTracked = new Set<string | number>()
  readonly #taxExempt = new Set<number>()
  readonly #gone: Set<string>
  readonly #placings: ReadonlyMap<string, Placing>
  readonly #merged: ReadonlyMap<string, string>
  readonly #mergedOrders: ReadonlyMap<number, number>
  readonly #stagings: Map<number, StagedOrder>
  readonly #pickers: ReadonlySet<string>

  constructor(rows: {
    orders: OrderRow[]
    items: OrderItemRow[]
    subitems: OrderSubitemRow[]
    products: Product[]
    margins: readonly Margin[]
    lineTerms: readonly LineTerms[]
    barcodes: BarcodeAlternate[]
    gone: GoneRow[]
    placings: ReadonlyMap<string, Placing>
    merged: ReadonlyMap<string, string>
    mergedOrders: ReadonlyMap<number, number>
    staged: StagedOrders
    pickers: ReadonlySet<string>
  }) {
    this.#rows = {
      orders: byKey(rows.orders, (o) => o.id),
      items: byKey(rows.items, (i) => i.id),
      subitems: new Map(),
      barcodes: byKey(rows.barcodes, (b) => b.barcode),
      staged: byKey(rows.staged.rows, (s) => s.id),
    }
    for (const subitem of rows.subitems) this.#put(subitem)
    this.#products = byKey(rows.products, (p) => p.upc)
    this.#margins = rows.margins
    for (const { product, location, lot_tracked, tax_exempt } of rows.lineTerms) {
      if (lot_tracked) this.#lotTracked.add(product ?? location!)
      if (tax_exempt) this.#taxExempt.add(location!)
    }
    this.#placings = rows.placings
    this.#merged = rows.merged
    this.#mergedOrders = rows.mergedOrders
    this.#stagings = new Map(rows.staged.orders)
    this.#pickers = rows.pickers
    this.#gone = new Set(rows.gone.map((g) => `${g.entity} ${g.entity_id}`))
  }

  #put(subitem: OrderSubitemRow) {
    this.#rows.subitems.set(subitem.id, subitem)
    const pieces = this.#pieces.get(subitem.order_item) ?? new Set()
    this.#pieces.set(subitem.order_item, pieces.add(subitem.id))
  }

  row<T extends EditedTable>(table: T, key: Key): Rows[T] | undefined {
    return this.#rows[table].get(key)
  }
  order(id: number) {
    return this.#rows.orders.get(id)
  }
  item(id: string) {
    return this.#rows.items.get(id)
  }
  subitem(id: string) {
    return this.#rows.subitems.get(id)
  }
  subitemsOf(item: string) {
    return [...(this.#pieces.get(item) ?? [])].flatMap((id) => this.subitem(id) ?? [])
  }
  itemsOf(order: number) {
    return [...this.#rows.items.values()].filter((i) => i.order === order)
  }
  product(upc: string, location?: number) {
    const product = this.#products.get(upc)
    return product && location !== undefined ? pricedFor(product, this.#margins, location) : product
  }
  isTaxExempt(location: number) {
    return this.#taxExempt.has(location)
  }
  isLotTracked(upc: string, location: number) {
    return this.#lotTracked.has(upc) || this.#lotTracked.has(location)
  }
  isPicker(username: string) {
    return this.#pickers.has(username)
  }
  barcode(code: string) {
    return this.#rows.barcodes.get(code)
  }
  placing(mutationId: string) {
    return this.#placings.get(mutationId)
  }
  staged(id: string) {
    return this.#rows.staged.get(id)
  }
  staging(location: number) {
    return this.#stagings.get(location) ?? null
  }
  /** Records which order took the staged order, for the edits after it in the same batch. */
  took(location: number, taken: StagedOrder['taken']) {
    const staging = this.#stagings.get(location)
    if (staging) this.#stagings.set(location, { ...staging, taken })
  }
  wasDeleted(entity: string, id: string) {
    return this.#gone.has(`${entity} ${id}`)
  }

  /** Returns the line that merging has added this one to, where it did. */
  leftOf(line: string): OrderItemRow | undefined {
    return this.item(this.#merged.get(line) ?? '')
  }

  /**
   * Returns the number of the order that this one was merged into; undefined where it was not, or where this person may
   * not know.
   */
  intoOf(order: number): number | undefined {
    const into = this.#mergedOrders.get(order)
    return into !== undefined && this.order(into) ? into : undefined
  }

  /**
   * Makes an edit's changes visible to the edits after it. Returns a function that reverts them; the caller reverts the
   * last change first.
   */
  change(change: RowChange): () => void {
    if ('gone' in change) {
      const name = `${ENTITY_OF[change.table]} ${change.gone}`
      const wasGone = this.#gone.has(name)
      this.#gone.add(name)
      const restore = this.#drop(change.table, change.gone)
      return () => {
        if (!wasGone) this.#gone.delete(name)
        restore()
      }
    }
    const { table, row } = change
    if (table !== 'subitems') return setIn<Key, object>(this.#rows[table], keyOf(table, row), row)
    const { id } = row
    const before = this.subitem(id)
    this.#put(row)
    return () => {
      this.#drop('subitems', id)
      if (before) this.#put(before)
    }
  }

  /** Removes a row. Returns a function that restores it. */
  #drop(table: EditedTable, id: string): () => void {
    if (table !== 'subitems') return dropFrom<Key, object>(this.#rows[table], id)
    const piece = this.subitem(id)
    if (!piece) return () => undefined
    this.#rows.subitems.delete(id)
    this.#pieces.get(piece.order_item)?.delete(id)
    return () => this.#put(piece)
  }
}

/** Sets a row. Returns a function that reverts it. */
function setIn<K, T>(rows: Map<K, T>, key: K, row: T): () => void {
  const before = rows.get(key)
  rows.set(key, row)
  return () => void (before === undefined ? rows.delete(key) : rows.set(key, before))
}

/** Removes a row. Returns a function that restores it. */
function dropFrom<K, T>(rows: Map<K, T>, key: K): () => void {
  const before = rows.get(key)
  rows.delete(key)
  return () => void (before !== undefined && rows.set(key, before))
}

/**
 * Loads and locks. Must run inside a transaction. Orders of other companies are treated as absent.
 *
 * All statements are sent before the first is answered: one round trip. PostgreSQL runs them in this order, each on a
 * snapshot of its own. So it reads the rows after it has the lock, and sees what an earlier writer left.
 */
export async function loadWorld(
  context: Pick<Context, 'env' | 'clock'>,
  client: pg.ClientBase,
  by: Submitter,
  edits: readonly Mutation[],
): Promise<LoadedWorld> {
  const { person } = by
  const ids = named(edits)
  const keys: NamedRows = {
    items: [...ids.items],
    subitems: [...ids.subitems],
    orders: [...ids.orders],
    siblings: [...ids.withSiblings],
    upcs: [...ids.upcs],
    codes: [...ids.barcodes],
  }
  const { items, subitems, orders, upcs, codes } = keys
  const [
    locked,
    orderRows,
    itemRows,
    subitemRows,
    products,
    margins,
    lineTerms,
    barcodes,
    placings,
    merged,
    mergedOrders,
    staged,
    pickers,
  ] = await together([
    lockOrders(client, person, keys),
    worldOrders(client, keys),
    worldItems(client, keys),
    worldPieces(client, keys),
    worldProducts(client, person, keys),
    upcs.length > 0 ? loadMargins(client, upcs) : [],
    worldLineTerms(client, keys),
    worldBarcodes(client, keys),
    loadPlacings(context, client, by, edits),
    items.length > 0 ? mergedAmong(client, items) : new Map<string, string>(),
    orders.length + ids.said.size > 0
      ? mergedAway(client, person, [...orders, ...ids.said])
      : new Map<number, number>(),
    loadStaging(client, person, edits),
    ids.pickers.size > 0 ? pickersAmong(client, [...ids.pickers]) : new Set<string>(),
  ])
  // A line moved into another order (merging) while its old order was waited for: both have to be looked up
  // again.
  if (companyOf(person) === null && orderRows.some((row) => !locked.has(row.id))) throw movedMeanwhile()
  // Rows of an order that this person may not touch are treated as absent.
  const rows = {
    orders: orderRows.filter((row) => locked.has(row.id)),
    items: itemRows.filter((row) => locked.has(row.order)),
    subitems: subitemRows.filter((row) => locked.has(row.order)),
    products,
    margins,
    lineTerms,
    barcodes,
  }
  const known = new Set([
    ...rows.items.map((i) => i.id),
    ...rows.subitems.map((s) => s.id),
    ...rows.orders.map((o) => String(o.id)),
    ...barcodes.map((b) => b.barcode),
  ])
  const missing = [...items, ...subitems, ...codes, ...orders.map(String)].filter((id) => !known.has(id))
  const gone = missing.length === 0 ? [] : await goneAmong(client, missing, person)
  return new LoadedWorld({ ...rows, gone, placings, merged, mergedOrders, staged, pickers })
}

/** Makes the error that PostgreSQL raises for transactions that crossed: the caller tries the batch again. */
const movedMeanwhile = () =>
  Object.assign(new Error('an order came to be while another was waited for'), { code: '40001' })
