/** Writes the rows that a batch of edits changed, one statement a table, and keeps the orders' summaries correct. */
import type pg from 'pg'
import { z } from 'zod'
import type { StagedItem } from '#contract/ordering/staged.ts'
import type { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { BarcodeAlternate } from '#contract/products/schema.ts'
import { sameJson } from '#contract/sync/merge.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import type { World } from '#contract/sync/world.ts'
import { together } from '../platform/context.ts'
import { queryRows } from '../platform/rows.ts'

/** Column on the wire → column in the table and its type, for the fields that an edit may set. */
const ITEM_COLUMNS = `
  id uuid, "order" int, product text, original_product text, units_ordered int, cases_ordered int, unit_quantity int,
  case_quantity int, units_originally_ordered int, cases_originally_ordered int, bin_override text, picked boolean,
  scanned boolean, out_of_stock boolean, taxable boolean, ignore_missing_items boolean, admin_added boolean,
  coupon_amount numeric, coupon_note text, estimated_price numeric, final_price numeric, price_per_unit numeric,
  price_per_case numeric, price_snapshot jsonb, hand_total numeric, hand_rates boolean, hand_taxable boolean,
  original_terms jsonb, lot_tracked boolean`

const ITEM_NAMES = [
  'product',
  'original_product',
  'units_ordered',
  'cases_ordered',
  'unit_quantity',
  'case_quantity',
  'units_originally_ordered',
  'cases_originally_ordered',
  'bin_override',
  'picked',
  'scanned',
  'out_of_stock',
  'taxable',
  'ignore_missing_items',
  'admin_added',
  'coupon_amount',
  'coupon_note',
  'estimated_price',
  'final_price',
  'price_per_unit',
  'price_per_case',
  'price_snapshot',
  'hand_total',
  'hand_rates',
  'hand_taxable',
  'original_terms',
  'lot_tracked',
]
/**
 * The columns of a line that picking changes, with their types. Most edits change nothing else, and a write of few
 * columns is faster.
 */
const PICKING = {
  unit_quantity: 'int',
  case_quantity: 'int',
  picked: 'boolean',
  scanned: 'boolean',
  out_of_stock: 'boolean',
  estimated_price: 'numeric',
  final_price: 'numeric',
} as const
const PICKING_NAMES = Object.keys(PICKING) as (keyof typeof PICKING)[]
const PICK_ITEMS = `update order_items t set ${PICKING_NAMES.map((name) => `${name} = r.${name}`).join(', ')}
  from unnest($1::uuid[], ${PICKING_NAMES.map((name, n) => `$${n + 2}::${PICKING[name]}[]`).join(', ')})
    as r(id, ${PICKING_NAMES.join(', ')}) where t.id = r.id returning t.id, t.version`

/** Whether two states of a line differ only in columns that picking changes. */
const isPicking = (before: OrderItemRow, after: OrderItemRow): boolean =>
  (Object.keys(after) as (keyof OrderItemRow)[]).every(
    (field) => field in PICKING || sameJson(before[field], after[field]),
  )

const SUBITEM_COLUMNS = `
  id uuid, order_item uuid, "order" int, unit_type text, weight_lbs numeric, lot_code text, weight_kg numeric,
  serial text, raw_scan text`

const STAGED_NAMES = [
  'upc',
  'unit_quantity',
  'case_quantity',
  'original_product',
  'units_originally_ordered',
  'cases_originally_ordered',
]
const assign = (names: string[]) => names.map((name) => `${name} = r.${name}`).join(', ')
const from = (columns: string) => `json_to_recordset($1::json) as r(${columns})`

const UPSERT = {
  insertOrders: `insert into orders (id, customer_id, company_id, company_location_id, created_date, placed_date, placed_at, delivery_date, note, price_changes,
      total, items_count, placed_by, placed_as)
    select r.id, u.id, r.company_id, (r.company_location ->> 'id')::int, r.created_date, r.placed_date, r.placed_at, r.delivery_date, r.note, r.price_changes,
           r.total, r.items_count, r.placed_by, r.placed_as
      from ${from('id int, customer text, company_id int, company_location json, created_date timestamptz, placed_date date, placed_at timestamptz, delivery_date date, note text, price_changes jsonb, total numeric, items_count int, placed_by int, placed_as uuid')}
      join users u on u.username = r.customer returning id, version`,
  insertItems: `insert into order_items (id, order_id, ${ITEM_NAMES.join(', ')})
    select r.id, r."order", ${ITEM_NAMES.map((n) => `r.${n}`).join(', ')} from ${from(ITEM_COLUMNS)} returning id, version`,
  updateItems: `update order_items t set ${assign(ITEM_NAMES)} from ${from(ITEM_COLUMNS)} where t.id = r.id returning t.id, t.version`,
  insertSubitems: `insert into order_subitems (id, order_item_id, order_id, unit_type, weight_lbs, lot_code, weight_kg, serial, raw_scan)
    select r.id, r.order_item, r."order", r.unit_type, r.weight_lbs, r.lot_code, r.weight_kg, r.serial, r.raw_scan
      from ${from(SUBITEM_COLUMNS)} returning id, version`,
  updateSubitems: `update order_subitems t set ${assign(['unit_type', 'weight_lbs', 'lot_code', 'weight_kg', 'serial', 'raw_scan'])}
    from ${from(SUBITEM_COLUMNS)} where t.id = r.id returning t.id, t.version`,
  storeStaged: `insert into shared_cart_items as s (company_location_id, ${STAGED_NAMES.join(', ')})
    select r.company_location, ${STAGED_NAMES.map((n) => `r.${n}`).join(', ')}
      from ${from('company_location int, upc text, unit_quantity int, case_quantity int, original_product text, units_originally_ordered int, cases_originally_ordered int')}
      on conflict (id) do update set ${STAGED_NAMES.map((n) => `${n} = excluded.${n}`).join(', ')}
      returning s.id, s.version`,
  updateOrders: `update orders t set note = r.note, placed_date = r.placed_date, delivery_date = r.delivery_date,
      picker_id = case when r.picker is not null then coalesce((select u.id from users u where u.username = r.picker), t.picker_id) end
    from ${from('id int, note text, placed_date date, delivery_date date, picker text')} where t.id = r.id returning t.id, t.version`,
} as const

/** A row under its key, with the version that it has after the write. */
const WrittenRow = z.object({ id: z.union([z.string(), z.number()]), version: z.number() })
type WrittenRow = z.infer<typeof WrittenRow>

/** The rows that the batch changed, each once, in their last state. */
export class Writes {
  readonly orders = new Map<number, OrderRow>()
  readonly items = new Map<string, OrderItemRow>()
  readonly subitems = new Map<string, OrderSubitemRow>()
  readonly barcodes = new Map<string, BarcodeAlternate>()
  readonly staged = new Map<string, StagedItem>()
  /** Orders that take a location's staged order. */
  readonly #takings: { order: number; location: number; user: number }[] = []
  /** The names that a person's device gave to new orders. */
  readonly #names = new Map<number, { placed_by: number; placed_as: string }>()
  readonly #new = new Set<string>()
  readonly #gone = {
    items: new Set<string>(),
    subitems: new Set<string>(),
    barcodes: new Set<string>(),
  }
  /** Lines in which more changed than what picking changes. */
  readonly #rewritten = new Set<string>()
  /** Orders whose items changed: their summaries are calculated again. */
  readonly #touched = new Set<number>()

  /** @param world the rows as they are before this change */
  add(change: RowChange, isNew: boolean, order: number | null, world: Pick<World, 'item'>) {
    if (order !== null && change.table !== 'orders' && change.table !== 'staged') this.#touched.add(order)
    if ('gone' in change) {
      const made = this.#new.delete(`${change.table} ${change.gone}`)
      this[change.table].delete(change.gone)
      if (!made) this.#gone[change.table].add(change.gone)
      return
    }
    const { table, row } = change
    if (table === 'barcodes') this.barcodes.set(row.barcode, row)
    else if (table === 'staged') this.staged.set(row.id, row)
    else {
      if (isNew) this.#new.add(`${table} ${row.id}`)
      if (table === 'orders') this.orders.set(row.id, row)
      else if (table === 'items') {
        const before = world.item(row.id)
        if (!before || !isPicking(before, row)) this.#rewritten.add(row.id)
        this.items.set(row.id, row)
      }
      // A row of a table that has no branch above is a type error here.
      else this.subitems.set(row.id, row)
    }
  }

  /** Keeps the name that the person's device gave to a placed order. */
  name(order: number, placed_by: number, placed_as: string) {
    this.#names.set(order, { placed_by, placed_as })
  }

  /** Records that a placed order takes this location's staged order. */
  take(order: number, location: number, user: number) {
    this.#takings.push({ order, location, user })
  }

  /**
   * Stores everything and puts the new versions into the rows. Must run inside the batch's transaction. The statements
   * are sent together and run in this order.
   */
  async store(client: pg.ClientBase): Promise<void> {
    const run = async (name: string, rows: WrittenRow[], text: string, values: unknown[]) => {
      if (rows.length === 0) return
      const stored = await queryRows(client, WrittenRow, { name, text }, values)
      const versions = new Map(stored.map((row) => [row.id, row.version]))
      // A row that disappears between its lock and its write is a defect: the transaction fails.
      for (const row of rows) {
        const version = versions.get(row.id)
        if (version === undefined) throw new Error(`row ${row.id} was not written`)
        row.version = version
      }
    }
    const upsert = (name: keyof typeof UPSERT, rows: WrittenRow[]) =>
      run(name, rows, UPSERT[name], rows.length === 0 ? [] : [JSON.stringify(rows)])
    const pickItems = (rows: OrderItemRow[]) =>
      run('pickItems', rows, PICK_ITEMS, [
        rows.map((row) => row.id),
        ...PICKING_NAMES.map((name) => rows.map((row) => row[name])),
      ])
    const split = <T extends { id: string | number }>(table: string, rows: Map<T['id'], T>, fresh: boolean) =>
      [...rows.values()].filter((row) => this.#new.has(`${table} ${row.id}`) === fresh)
    const drop = async (table: 'order_items' | 'order_subitems', ids: Set<string>) => {
      if (ids.size > 0) await client.query(`delete from ${table} where id = any($1::uuid[])`, [[...ids]])
    }
    const changed = split('items', this.items, false)
    const placed = split('orders', this.orders, true)
    await together([
      drop('order_subitems', this.#gone.subitems),
      run('insertOrders', placed, UPSERT.insertOrders, [
        JSON.stringify(placed.map((row) => ({ ...row, ...this.#names.get(row.id) }))),
      ]),
      upsert('updateOrders', split('orders', this.orders, false)),
      upsert('insertItems', split('items', this.items, true)),
      upsert(
        'updateItems',
        changed.filter(({ id }) => this.#rewritten.has(id)),
      ),
      pickItems(changed.filter(({ id }) => !this.#rewritten.has(id))),
      upsert('insertSubitems', split('subitems', this.subitems, true)),
      upsert('updateSubitems', split('subitems', this.subitems, false)),
      drop('order_items', this.#gone.items),
      this.#storeBarcodes(client),
      upsert('storeStaged', [...this.staged.values()]),
      this.#storeTakings(client),
      summariseOrders(client, [...this.#touched]),
    ])
  }

  async #storeTakings(client: pg.ClientBase): Promise<void> {
    if (this.#takings.length === 0) return
    await client.query(
      `insert into staged_takings (order_id, company_location_id, user_id)
       select r."order", r.location, r."user" from ${from('"order" int, location int, "user" int')}`,
      [JSON.stringify(this.#takings)],
    )
  }

  /**
   * Stores barcodes. A code that another user linked meanwhile is a unique violation: the batch runs again and finds
   * the clash.
   */
  async #storeBarcodes(client: pg.ClientBase): Promise<void> {
    // A product carries its codes, so it moves in the change feed with them.
    const touch = 'update products p set bin = p.bin where p.upc in (select product from codes)'
    const dropped =
      this.#gone.barcodes.size > 0 &&
      client.query(
        `with codes as (delete from barcode_alternates where barcode = any($1::text[]) returning product) ${touch}`,
        [[...this.#gone.barcodes]],
      )
    const made =
      this.barcodes.size > 0 &&
      client.query(
        `with codes as (insert into barcode_alternates (barcode, product)
           select r.barcode, r.product from ${from('barcode text, product text')} returning product) ${touch}`,
        [JSON.stringify([...this.barcodes.values()])],
      )
    await together([dropped, made])
  }
}

/**
 * Recalculates what orders say of their items: totals, how many lines are done, whether picking is complete (A150), and
 * the resulting status. Leaves unchanged rows alone, so that no device is notified without a change.
 */
export async function summariseOrders(client: pg.ClientBase, orders: number[]): Promise<void> {
  if (orders.length === 0) return
  await client.query({
    name: 'summarise',
    text: `
      update orders o set total = s.total, picked_total = s.picked_total, items_count = s.lines, picked_count = s.done,
             picking_complete = s.complete, status = s.status
        from (
          select o.id,
                 coalesce(sum(i.estimated_price), 0) as total,
                 coalesce(sum(i.final_price), 0) as picked_total,
                 count(i.id)::int as lines,
                 (count(i.id) filter (where d.done))::int as done,
                 count(i.id) > 0 and coalesce(bool_and(d.done), false) as complete,
                 case when o.invoiced then 'invoiced'
                      when count(i.id) > 0 and bool_and(d.done) then 'picked'
                      when coalesce(bool_or(i.picked or i.scanned is not null or i.unit_quantity + i.case_quantity > 0), false) then 'picking'
                      else 'placed' end as status
            from orders o
            left join order_items i on i.order_id = o.id
            left join lateral (select i.picked or i.out_of_stock
                 or i.units_ordered + i.cases_ordered + i.unit_quantity + i.case_quantity = 0 as done) d on true
           where o.id = any($1::int[])
           group by o.id
        ) s
       where o.id = s.id and o.id = any($1::int[])
         and (o.total, o.picked_total, o.items_count, o.picked_count, o.picking_complete, o.status)
             is distinct from (s.total, s.picked_total, s.lines, s.done, s.complete, s.status)`,
    values: [orders],
  })
}
