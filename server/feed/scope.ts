/** Which rows a device keeps (architecture, "Settled"), as SQL conditions over three parameters. */
import { addDays } from '#contract/day.ts'
import type { Table } from '#contract/sync/entities.ts'
import { PULL_DAYS_AHEAD, PULL_DAYS_BACK } from '#contract/spec.ts'
import { ITEM_ROW_SQL, orderSqlFor, SUBITEM_ROW_SQL } from '../orders/present.ts'
import { stagedAt, stagedBy, STAGED_SQL } from '../ordering/present.ts'
import { LOCATION_SQL } from '../people/present.ts'
import {
  BARCODE_SQL,
  customerProducts,
  productSql,
  WAREHOUSE_SQL,
  type ProductView,
} from '../products/present.ts'
import { ofCompany } from '../platform/scope.ts'

/** The days of delivery that a device keeps, around the distributor's day. */
export const windowOf = (day: string) => ({
  from: addDays(day, -PULL_DAYS_BACK),
  to: addDays(day, PULL_DAYS_AHEAD),
})

/** SQL that is true and names $1 to $3: a scope such as `true` names none, and PostgreSQL wants a type for each parameter. */
export const NAMES_SCOPE = '$2 <= $3 and ($1::int is null or true)'

/** $1 company or null, $2 and $3 the window's first and last day. Written so that PostgreSQL knows each one's type. */
const ORDERS = `(${ofCompany('$1', 'o')} and o.delivery_date between $2::date and $3::date)`
const ORDER_IDS = `select o.id from orders o where ${ORDERS}`
/**
 * For staff the whole catalogue: an inactive product may be on any order, and its row says that it is inactive. For
 * customers their lists' products and those that they have ordered.
 */
const productScope = (staff: boolean) => (staff ? 'true' : `p.upc in (${customerProducts('$1')})`)

export interface Scoped {
  select: string
  /** The condition that a row is the person's, over $1 to $3. */
  scope: string
  /** What narrows it further, by the parameter of the locations that the person orders for, null for no limit. */
  at?: (locations: string) => string
  /** The column of the order that a row is or belongs to, where it has one. */
  order?: string
  /** SQL of the key (`ENTITIES`), comparable with the device's own order. */
  key: string
  changed: string
  /** The table of the keys, where a page of them is chosen before its rows are read: for tables of which a page is a small part. */
  keysIn?: string
}

/** Returns the scope of rows that name their order in this column. */
const ofOrder = (column: string) => ({ scope: `${column} in (${ORDER_IDS})`, order: column })

export function scoped(staff: boolean, view: ProductView): Record<Table, Scoped> {
  return {
    staged: {
      select: STAGED_SQL,
      scope: stagedBy('$1'),
      at: stagedAt,
      key: 's.id collate "C"',
      changed: 's.changed_xid',
    },
    orders: {
      select: orderSqlFor('$1'),
      scope: ORDERS,
      order: 'o.id',
      key: 'o.id',
      changed: 'o.changed_xid',
    },
    items: {
      select: ITEM_ROW_SQL,
      ...ofOrder('i.order_id'),
      key: 'i.id',
      keysIn: 'order_items i',
      changed: 'i.changed_xid',
    },
    subitems: {
      select: SUBITEM_ROW_SQL,
      ...ofOrder('s.order_id'),
      key: 's.id',
      keysIn: 'order_subitems s',
      changed: 's.changed_xid',
    },
    locations: {
      select: LOCATION_SQL,
      scope: ofCompany('$1', 'l'),
      key: 'l.id',
      changed: 'l.changed_xid',
    },
    warehouses: {
      select: WAREHOUSE_SQL,
      scope: 'true',
      key: 'w.id',
      changed: 'w.changed_xid',
    },
    barcodes: {
      select: BARCODE_SQL,
      scope: staff ? 'true' : 'false',
      key: 'b.barcode collate "C"',
      changed: 'b.changed_xid',
    },
    products: {
      select: productSql(view),
      scope: productScope(staff),
      key: 'p.upc collate "C"',
      changed: 'p.changed_xid',
    },
  }
}
