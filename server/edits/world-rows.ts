/** The statements that read the rows of a world. A statement that has no keys is not sent. */
import type pg from 'pg'
import { z } from 'zod'
import { OrderItemRow, OrderRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import { BarcodeAlternate, Product } from '#contract/products/schema.ts'
import { EditableEntity } from '#contract/sync/mutation.ts'
import { ITEM_ROW_SQL, ORDER_SQL, SUBITEM_ROW_SQL } from '../orders/present.ts'
import { PICKS_SQL } from '../people/present.ts'
import { GoneRow, IdRow, queryJsonRows, queryRows, UsernameRow } from '../platform/rows.ts'
import { companyOf, ofCompany } from '../platform/scope.ts'
import { BARCODE_SQL, productSql, productView } from '../products/present.ts'

/** The rows that edits name. */
export interface NamedRows {
  items: string[]
  subitems: string[]
  orders: number[]
  /** Orders of which all items are read. */
  siblings: number[]
  upcs: string[]
  codes: string[]
}

const namesOrder = ({ items, subitems, orders }: NamedRows) =>
  items.length + subitems.length + orders.length > 0
const namesItem = ({ items, subitems, siblings }: NamedRows) =>
  items.length + subitems.length + siblings.length > 0

/** The lot and tax terms of items, by their product or by the location of a named order. */
const LineTermsRow = z.object({
  lot_tracked: z.boolean(),
  tax_exempt: z.boolean(),
  product: z.string().nullable(),
  location: z.number().nullable(),
})
export type LineTerms = z.infer<typeof LineTermsRow>

/** `price_snapshot` is not checked: it is JSON, and PostgreSQL does not enforce its shape. */
const WorldItem = OrderItemRow.extend({
  price_snapshot: z.custom<OrderItemRow['price_snapshot']>(
    (prices) => typeof prices === 'object' && prices !== null,
  ),
})

/** Returns SQL of these orders, and those that they were merged into. `orders` is of type int[]. */
const withMerged = (orders: string) => `
  select unnest(${orders}) union all select into_id from merged_orders where id = any(${orders})`

/**
 * The orders that $1 items, $2 pieces and $3 orders belong to. A row that was merged into another one belongs to that
 * one's order.
 */
const NAMED_ORDERS = `
  select order_id from order_items where id = any($1::uuid[])
  union all select i.order_id from merged_lines m join order_items i on i.id = m.into_id where m.id = any($1::uuid[])
  union all select order_id from order_subitems where id = any($2::uuid[])
  union all ${withMerged('$3::int[]')}`

/**
 * Which of the $4 products are traced by lot, and which locations of the named orders are traced by lot or pay no tax.
 */
const LINE_TERMS = `
  select upc as product, null::int as location, true as lot_tracked, false as tax_exempt
    from products where lot_tracked and upc = any($4::text[])
  union all
  select null, l.id, l.lot_tracked, not l.taxable from company_locations l
   where (l.lot_tracked or not l.taxable)
     and l.id = any(array(select company_location_id from orders where id = any(array(${NAMED_ORDERS}))))`

/** The items that are named themselves or by a piece ($1, $2), and all of the orders whose items are all read ($3). */
const NAMED_ITEMS = `
  select unnest($1::uuid[])
  union select into_id from merged_lines where id = any($1::uuid[])
  union select order_item_id from order_subitems where id = any($2::uuid[])
  union select id from order_items where order_id = any(array(${withMerged('$3::int[]')}))`

export async function worldOrders(client: pg.ClientBase, keys: NamedRows): Promise<OrderRow[]> {
  if (!namesOrder(keys)) return []
  const text = `${ORDER_SQL} where o.id = any(array(${NAMED_ORDERS}))`
  return queryJsonRows(client, OrderRow, { name: 'world orders', text }, [
    keys.items,
    keys.subitems,
    keys.orders,
  ])
}

/**
 * Reads the items. Columns of items and pieces come as the wire has them (text, counts, decimals as text), which saves
 * PostgreSQL a JSON.
 */
export async function worldItems(client: pg.ClientBase, keys: NamedRows): Promise<OrderItemRow[]> {
  if (!namesItem(keys)) return []
  const text = `${ITEM_ROW_SQL} where i.id = any(array(${NAMED_ITEMS})) order by i.id`
  const { items, subitems, siblings } = keys
  return queryRows(client, WorldItem, { name: 'world items', text }, [items, subitems, siblings])
}

export async function worldPieces(client: pg.ClientBase, keys: NamedRows): Promise<OrderSubitemRow[]> {
  if (!namesItem(keys)) return []
  const text = `${SUBITEM_ROW_SQL} where s.order_item_id = any(array(${NAMED_ITEMS})) order by s.id`
  const { items, subitems, siblings } = keys
  return queryRows(client, OrderSubitemRow, { name: 'world subitems', text }, [items, subitems, siblings])
}

export async function worldProducts(
  client: pg.ClientBase,
  person: Person,
  { upcs, siblings }: NamedRows,
): Promise<Product[]> {
  if (upcs.length + siblings.length === 0) return []
  return queryJsonRows(
    client,
    Product,
    {
      name: `world products ${productView(person)}`,
      text: `${productSql(productView(person))}
      where p.upc = any(array(select unnest($1::text[])
                      union select product from order_items where order_id = any(array(${withMerged('$2::int[]')}))))`,
    },
    [upcs, siblings],
  )
}

export async function worldLineTerms(client: pg.ClientBase, keys: NamedRows): Promise<LineTerms[]> {
  const { items, subitems, orders, upcs } = keys
  if (upcs.length === 0) return []
  return queryRows(client, LineTermsRow, { name: 'world line terms', text: LINE_TERMS }, [
    items,
    subitems,
    orders,
    upcs,
  ])
}

export async function worldBarcodes(
  client: pg.ClientBase,
  { codes }: NamedRows,
): Promise<BarcodeAlternate[]> {
  if (codes.length === 0) return []
  const text = `${BARCODE_SQL} where b.barcode = any($1::text[]) for update`
  return queryJsonRows(client, BarcodeAlternate, { name: 'world barcodes', text }, [codes])
}

/** Returns which of these usernames are of people who pick orders now. */
export async function pickersAmong(client: pg.ClientBase, usernames: string[]): Promise<ReadonlySet<string>> {
  const pickers = await queryRows(
    client,
    UsernameRow,
    {
      name: 'pickers among',
      text: `select u.username from users u where u.username = any($1::text[]) and ${PICKS_SQL}`,
    },
    [usernames],
  )
  return new Set(pickers.map(({ username }) => username))
}

/** Finds the orders of the named rows and locks them in id order, in one statement. */
export async function lockOrders(
  client: pg.ClientBase,
  person: Person,
  keys: NamedRows,
): Promise<ReadonlySet<number>> {
  if (!namesOrder(keys)) return new Set()
  const locked = await queryRows(
    client,
    IdRow,
    {
      name: 'lock orders',
      text: `select o.id from orders o
            where o.id = any(array(${NAMED_ORDERS})) and ${ofCompany('$4', 'o')}
            order by o.id for no key update`,
    },
    [keys.items, keys.subitems, keys.orders, companyOf(person)],
  )
  return new Set(locked.map(({ id }) => id))
}

const MergedLine = z.object({ id: z.string(), into_id: z.string() })

/** Returns which of these lines merging has added to another one, and to which. */
export async function mergedAmong(client: pg.ClientBase, ids: string[]): Promise<Map<string, string>> {
  const merged = await queryRows(
    client,
    MergedLine,
    { name: 'merged among', text: 'select id, into_id from merged_lines where id = any($1::uuid[])' },
    [ids],
  )
  return new Map(merged.map(({ id, into_id }) => [id, into_id]))
}

/** No edit asks whether a staged product was deleted: its row stays. */
const DELETABLE = EditableEntity.exclude(['sharedcartitems']).options.map((entity) => `'${entity}'`)

/** Returns which of these ids were deleted. Only staff and pickers learn it, who could have seen the rows. */
export async function goneAmong(client: pg.ClientBase, ids: string[], person: Person): Promise<GoneRow[]> {
  if (!can(person, 'orders.see-all')) return []
  return queryRows(
    client,
    GoneRow,
    {
      name: 'gone among',
      text: `select distinct entity, entity_id from gone_rows
            where entity in (${DELETABLE.join(', ')}) and entity_id = any($1::text[])`,
    },
    [ids],
  )
}
