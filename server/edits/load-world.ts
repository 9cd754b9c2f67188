/**
 * Loads every row that a set of edits reads, and locks the orders that they touch: the order is the aggregate, so one
 * lock in id order keeps two writers apart and cannot deadlock.
 */
import type pg from 'pg'
import { pricedFor, type Margin } from '#contract/fees/margins.ts'
import type { StagedItem } from '#contract/ordering/staged.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { BarcodeAlternate, Product } from '#contract/products/schema.ts'
import type { Edit } from '#contract/orders/mutations.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import type { Placing, World } from '#contract/sync/world.ts'
import { loadMargins } from '../fees/margins.ts'
import { mergedAway } from '../orders/lock.ts'
import { ITEM_ROW_SQL, ORDER_SQL, SUBITEM_ROW_SQL } from '../orders/present.ts'
import { PICKS_SQL } from '../people/present.ts'
import { companyOf, ofCompany } from '../platform/scope.ts'
import { together, type Context } from '../platform/context.ts'
import { BARCODE_SQL, productSql, productView } from '../products/present.ts'
import { loadPlacings, orderedProducts } from './placing.ts'
import type { Submitter } from './outcomes.ts'
import { loadStaging, type StagedOrder, type StagedOrders } from './staging.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const text = (value: unknown): value is string => typeof value === 'string'
export const uuid = (value: unknown): value is string => text(value) && UUID.test(value)
const orderId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647

/** The ids that edits name, before anything is known of them. */
function named(edits: readonly Edit[]) {
  const items = new Set<string>()
  const subitems = new Set<string>()
  const orders = new Set<number>()
  const withSiblings = new Set<number>()
  /** Where a line says that it is: it may have been merged away. */
  const said = new Set<number>()
  const upcs = new Set<string>()
  const barcodes = new Set<string>()
  /** Usernames of those who are to pick. */
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
      if (orderId(body['order'])) said.add(body['order'])
      if (call.method === 'POST' && orderId(body['order'])) {
        orders.add(body['order'])
        withSiblings.add(body['order'])
      }
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

/** Of a product, or of the location of a named order: what their items are. */
interface LineTerms {
  lot_tracked: boolean
  tax_exempt: boolean
  product: string | null
  location: number | null
}

/** The rows in memory: edits of one batch see each other's changes. */
export class LoadedWorld implements World {
  readonly orders: Map<number, OrderRow>
  readonly items: Map<string, OrderItemRow>
  readonly subitems: Map<string, OrderSubitemRow>
  readonly #pieces = new Map<string, Set<string>>()
  readonly #products: Map<string, Product>
  readonly #margins: readonly Margin[]
  readonly #lotTracked = new Set<string | number>()
  readonly #taxExempt = new Set<number>()
  readonly #barcodes: Map<string, BarcodeAlternate>
  readonly #gone: Set<string>
  readonly #placings: ReadonlyMap<string, Placing>
  readonly #merged: ReadonlyMap<string, string>
  readonly #mergedOrders: ReadonlyMap<number, number>
  readonly #staged: Map<string, StagedItem>
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
    gone: { entity: string; entity_id: string }[]
    placings: ReadonlyMap<string, Placing>
    merged: ReadonlyMap<string, string>
    mergedOrders: ReadonlyMap<number, number>
    staged: StagedOrders
    pickers: ReadonlySet<string>
  }) {
    this.orders = byKey(rows.orders, (o) => o.id)
    this.items = byKey(rows.items, (i) => i.id)
    this.subitems = new Map()
    for (const subitem of rows.subitems) this.#put(subitem)
    this.#products = byKey(rows.products, (p) => p.upc)
    this.#margins = rows.margins
    for (const { product, location, lot_tracked, tax_exempt } of rows.lineTerms) {
      if (lot_tracked) this.#lotTracked.add(product ?? location!)
      if (tax_exempt) this.#taxExempt.add(location!)
    }
    this.#barcodes = byKey(rows.barcodes, (b) => b.barcode)
    this.#placings = rows.placings
    this.#merged = rows.merged
    this.#mergedOrders = rows.mergedOrders
    this.#staged = byKey(rows.staged.rows, (s) => s.id)
    this.#stagings = new Map(rows.staged.orders)
    this.#pickers = rows.pickers
    this.#gone = new Set(rows.gone.map((g) => `${g.entity} ${g.entity_id}`))
  }

  #put(subitem: OrderSubitemRow) {
    this.subitems.set(subitem.id, subitem)
    const pieces = this.#pieces.get(subitem.order_item) ?? new Set()
    this.#pieces.set(subitem.order_item, pieces.add(subitem.id))
  }

  order(id: number) {
    return this.orders.get(id)
  }
  item(id: string) {
    return this.items.get(id)
  }
  subitem(id: string) {
    return this.subitems.get(id)
  }
  subitemsOf(item: string) {
    return [...(this.#pieces.get(item) ?? [])].flatMap((id) => this.subitems.get(id) ?? [])
  }
  itemsOf(order: number) {
    return [...this.items.values()].filter((i) => i.order === order)
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
    return this.#barcodes.get(code)
  }
  placing(mutationId: string) {
    return this.#placings.get(mutationId)
  }
  staged(id: string) {
    return this.#staged.get(id)
  }
  staging(location: number) {
    return this.#stagings.get(location) ?? null
  }
  /** Who comes after this order in the same batch is told of it. */
  took(location: number, taken: StagedOrder['taken']) {
    const staging = this.#stagings.get(location)
    if (staging) this.#stagings.set(location, { ...staging, taken })
  }
  wasDeleted(entity: string, id: string) {
    return this.#gone.has(`${entity} ${id}`)
  }

  /** The line that merging has added this one to, where it did. */
  leftOf(line: string): OrderItemRow | undefined {
    return this.items.get(this.#merged.get(line) ?? '')
  }

  /** The number of the order that this one was merged into; undefined where it was not, or not for this person to know. */
  intoOf(order: number): number | undefined {
    const into = this.#mergedOrders.get(order)
    return into !== undefined && this.orders.has(into) ? into : undefined
  }

  /** Makes an edit's changes visible to the edits after it. Returns what takes a change back, the last one first. */
  change(change: RowChange): () => void {
    if ('gone' in change) {
      const entity = { items: 'orderitems', subitems: 'ordersubitems', barcodes: 'barcodealternates' }[
        change.table
      ]
      const name = `${entity} ${change.gone}`
      const wasGone = this.#gone.has(name)
      this.#gone.add(name)
      const restore = this.#drop(change.table, change.gone)
      return () => {
        if (!wasGone) this.#gone.delete(name)
        restore()
      }
    }
    if (change.table === 'orders') return setIn(this.orders, change.row.id, change.row)
    if (change.table === 'items') return setIn(this.items, change.row.id, change.row)
    if (change.table === 'barcodes') return setIn(this.#barcodes, change.row.barcode, change.row)
    if (change.table === 'staged') return setIn(this.#staged, change.row.id, change.row)
    const { id } = change.row
    const before = this.subitems.get(id)
    this.#put(change.row)
    return () => {
      this.#drop('subitems', id)
      if (before) this.#put(before)
    }
  }

  /** Takes a row out. Returns what puts it back. */
  #drop(table: 'items' | 'subitems' | 'barcodes', id: string): () => void {
    if (table === 'items') return dropFrom(this.items, id)
    if (table === 'barcodes') return dropFrom(this.#barcodes, id)
    const piece = this.subitems.get(id)
    if (!piece) return () => undefined
    this.subitems.delete(id)
    this.#pieces.get(piece.order_item)?.delete(id)
    return () => this.#put(piece)
  }
}

/** Sets a row. Returns what takes that back. */
function setIn<K, T>(rows: Map<K, T>, key: K, row: T): () => void {
  const before = rows.get(key)
  rows.set(key, row)
  return () => void (before === undefined ? rows.delete(key) : rows.set(key, before))
}

/** Takes a row out. Returns what puts it back. */
function dropFrom<K, T>(rows: Map<K, T>, key: K): () => void {
  const before = rows.get(key)
  rows.delete(key)
  return () => void (before !== undefined && rows.set(key, before))
}

/** Rows whose columns are read as the wire has them: text, counts, decimals as text, JSON. PostgreSQL is spared a JSON. */
async function plainRowsOf<T extends object>(
  client: pg.ClientBase,
  name: string,
  text: string,
  values: unknown[],
): Promise<T[]> {
  return (await client.query<T>({ name, text, values })).rows
}

/** Rows of a query as the wire has them: through JSON, so that no driver's reading stands between. */
async function rowsOf<T>(
  client: pg.ClientBase,
  name: string,
  select: string,
  values: unknown[],
): Promise<T[]> {
  const { rows } = await client.query<{ json: T }>({
    name,
    text: `select row_to_json(t) as json from (${select}) t`,
    values,
  })
  return rows.map((row) => row.json)
}

/** These orders, and those that they were merged into. `orders` is of type int[]. */
const withMerged = (orders: string) => `
  select unnest(${orders}) union all select into_id from merged_orders where id = any(${orders})`

/** The orders that $1 items, $2 pieces and $3 orders belong to. What merging has put into another one means that. */
const NAMED_ORDERS = `
  select order_id from order_items where id = any($1::uuid[])
  union all select i.order_id from merged_lines m join order_items i on i.id = m.into_id where m.id = any($1::uuid[])
  union all select order_id from order_subitems where id = any($2::uuid[])
  union all ${withMerged('$3::int[]')}`

/** Which of the $4 products are traced by lot, and which of the locations of the named orders are, or pay no tax. */
const LINE_TERMS = `
  select upc as product, null::int as location, true as lot_tracked, false as tax_exempt
    from products where lot_tracked and upc = any($4::text[])
  union all
  select null, l.id, l.lot_tracked, not l.taxable from company_locations l
   where (l.lot_tracked or not l.taxable)
     and l.id = any(array(select company_location_id from orders where id = any(array(${NAMED_ORDERS}))))`

/** The items that are named themselves or by a piece ($1, $2), and all of the orders that ask for them ($3). */
const NAMED_ITEMS = `
  select unnest($1::uuid[])
  union select into_id from merged_lines where id = any($1::uuid[])
  union select order_item_id from order_subitems where id = any($2::uuid[])
  union select id from order_items where order_id = any(array(${withMerged('$3::int[]')}))`

/**
 * Loads and locks. Must run inside a transaction; orders of other companies are as if they were not there.
 *
 * All statements are on their way before the first is answered: one round trip. PostgreSQL runs them in this order, each
 * on a snapshot of its own, so the rows are read after the lock was had, and what a writer before us left is seen.
 */
export async function loadWorld(
  context: Pick<Context, 'env' | 'clock'>,
  client: pg.ClientBase,
  by: Submitter,
  edits: readonly Mutation[],
): Promise<LoadedWorld> {
  const { person } = by
  const ids = named(edits)
  const items = [...ids.items]
  const subitems = [...ids.subitems]
  const orders = [...ids.orders]
  const siblings = [...ids.withSiblings]
  const upcs = [...ids.upcs]
  const codes = [...ids.barcodes]
  const anyOrder = items.length + subitems.length + orders.length > 0
  const anyItem = items.length + subitems.length + siblings.length > 0
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
    anyOrder ? lockOrders(client, person, items, subitems, orders) : new Set<number>(),
    anyOrder
      ? rowsOf<OrderRow>(client, 'world orders', `${ORDER_SQL} where o.id = any(array(${NAMED_ORDERS}))`, [
          items,
          subitems,
          orders,
        ])
      : [],
    anyItem
      ? plainRowsOf<OrderItemRow>(
          client,
          'world items',
          `${ITEM_ROW_SQL} where i.id = any(array(${NAMED_ITEMS})) order by i.id`,
          [items, subitems, siblings],
        )
      : [],
    anyItem
      ? plainRowsOf<OrderSubitemRow>(
          client,
          'world subitems',
          `${SUBITEM_ROW_SQL} where s.order_item_id = any(array(${NAMED_ITEMS})) order by s.id`,
          [items, subitems, siblings],
        )
      : [],
    upcs.length + siblings.length > 0
      ? rowsOf<Product>(
          client,
          `world products ${productView(person)}`,
          `${productSql(productView(person))}
            where p.upc = any(array(select unnest($1::text[])
                            union select product from order_items where order_id = any(array(${withMerged('$2::int[]')}))))`,
          [upcs, siblings],
        )
      : [],
    upcs.length > 0 ? loadMargins(client, upcs) : [],
    upcs.length > 0
      ? plainRowsOf<LineTerms>(client, 'world line terms', LINE_TERMS, [items, subitems, orders, upcs])
      : [],
    codes.length > 0
      ? rowsOf<BarcodeAlternate>(
          client,
          'world barcodes',
          `${BARCODE_SQL} where b.barcode = any($1::text[]) for update`,
          [codes],
        )
      : [],
    loadPlacings(context, client, by, edits),
    items.length > 0 ? mergedAmong(client, items) : new Map<string, string>(),
    orders.length + ids.said.size > 0
      ? mergedAway(client, person, [...orders, ...ids.said])
      : new Map<number, number>(),
    loadStaging(client, person, edits),
    ids.pickers.size > 0 ? pickersAmong(client, [...ids.pickers]) : new Set<string>(),
  ])
  // A line went into another order while its old one was waited for (merging): both have to be looked for again.
  if (companyOf(person) === null && orderRows.some((row) => !locked.has(row.id))) throw movedMeanwhile()
  // A row of an order that is not ours to touch is not there.
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

/** Which of these usernames are of people who pick orders now. */
async function pickersAmong(client: pg.ClientBase, usernames: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ username: string }>({
    name: 'pickers among',
    text: `select u.username from users u where u.username = any($1::text[]) and ${PICKS_SQL}`,
    values: [usernames],
  })
  return new Set(rows.map(({ username }) => username))
}

/** As PostgreSQL says it of transactions that crossed: whoever runs the batch tries it again. */
const movedMeanwhile = () =>
  Object.assign(new Error('an order came to be while another was waited for'), { code: '40001' })

/** Finds the orders of the named rows and locks them in id order, in one statement. */
async function lockOrders(
  client: pg.ClientBase,
  person: Person,
  items: string[],
  subitems: string[],
  orders: number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ id: number }>({
    name: 'lock orders',
    text: `select o.id from orders o
            where o.id = any(array(${NAMED_ORDERS})) and ${ofCompany('$4', 'o')}
            order by o.id for no key update`,
    values: [items, subitems, orders, companyOf(person)],
  })
  return new Set(rows.map((row) => row.id))
}

/** Which of these lines merging has added to another one, and to which. */
async function mergedAmong(client: pg.ClientBase, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; into_id: string }>({
    name: 'merged among',
    text: 'select id, into_id from merged_lines where id = any($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, into_id }) => [id, into_id]))
}

/** Which of these ids were deleted. Told only to those who could have seen them: staff and pickers. */
async function goneAmong(
  client: pg.ClientBase,
  ids: string[],
  person: Person,
): Promise<{ entity: string; entity_id: string }[]> {
  if (!can(person, 'orders.see-all')) return []
  const { rows } = await client.query<{ entity: string; entity_id: string }>({
    name: 'gone among',
    text: `select distinct entity, entity_id from gone_rows
            where entity in ('orders', 'orderitems', 'ordersubitems', 'barcodealternates') and entity_id = any($1::text[])`,
    values: [ids],
  })
  return rows
}
