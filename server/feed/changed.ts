/**
 * A page of what has changed behind a cursor, table by table in the order of keys. All pages lead to the feed's
 * position at the first page. A write between two pages may be missing from them, and comes after that position.
 * Deleted rows come first, so that a row that was deleted and made again is there in the end.
 */
import { ENTITIES, ENTITY_OF, isEntity, KEY, KEY_TYPE, TABLES, type Table } from '#contract/sync/entities.ts'
import type { Cursor } from './cursor.ts'
import type { CoveredKeys } from './held-edits.ts'
import { priced, TablePage, type FeedReader } from './reader.ts'
import { NAMES_SCOPE, windowOf } from './scope.ts'
import { unseenSql } from './snapshot.ts'
import { GoneRow, IdRow, queryOnlyRow, queryRows } from '../platform/rows.ts'
import { ofCompany } from '../platform/scope.ts'

/** The page for everyone with this view and this cursor. It holds nothing of a single person. */
export interface ChangedPage {
  since: string
  /** Whether this is the first page of these changes. */
  isFirst: boolean
  /** Each table's rows as a JSON list, where there are any. */
  rows: Map<Table, string>
  gone: Partial<Record<Table, (string | number)[]>>
  covered: CoveredKeys[]
  /** Where the next page begins; null where this is the last one. */
  next: Cursor['changed']
}

/** Returns all of a cursor that decides its page. */
const placeOf = ({ changed, snapshot, day }: Cursor) =>
  changed ?? { since: snapshot, day, table: TABLES[0], after: null }

/**
 * Returns a key. Two cursors with the same key have the same page of so many rows, in one snapshot and for one view.
 */
export const pageKey = (cursor: Cursor, limit: number): string =>
  JSON.stringify([placeOf(cursor), cursor.changed === null, limit])

export async function readChanged(reader: FeedReader, cursor: Cursor, limit: number): Promise<ChangedPage> {
  const isFirst = cursor.changed === null
  const { since, day, table: from, after: afterKey } = placeOf(cursor)
  const before = windowOf(day)
  const entering = await enteringOrders(reader, since, before)
  const rows = new Map<Table, string>()
  const covered: CoveredKeys[] = []
  let left = limit
  for (const table of TABLES.slice(TABLES.indexOf(from))) {
    const after = table === from ? afterKey : null
    const { list, count, last } = await changedRows(reader, table, since, entering, after, left)
    if (count > 0) rows.set(table, await priced(reader, table, list))
    const isFull = count === left
    covered.push({ table, after, through: isFull ? last : null })
    left -= count
    if (isFull) break
  }
  const gone = isFirst ? await goneSince(reader, since, before) : {}
  const { table, through } = covered.at(-1)!
  const next = through === null ? null : { since, day, table, after: through }
  return { since, isFirst, rows, gone, covered, next }
}

/**
 * Returns the tables in which something has changed behind a cursor. The parts of a leaving order or line count as
 * changed too.
 */
export async function changedTables(reader: FeedReader, { snapshot, day }: Cursor): Promise<Set<Table>> {
  const before = windowOf(day)
  const entering = await enteringOrders(reader, snapshot, before)
  const changed = new Set<Table>()
  for (const table of TABLES)
    if ((await changedRows(reader, table, snapshot, entering, null, 1)).count > 0) changed.add(table)
  const gone = await goneSince(reader, snapshot, before)
  for (const table of TABLES) if ((gone[table] ?? []).length > 0) changed.add(table)
  for (const table of TABLES) {
    if (gone.orders?.length && reader.tables[table].order) changed.add(table)
    if (gone.items?.length && ENTITIES[ENTITY_OF[table]].within === 'item') changed.add(table)
  }
  return changed
}

/**
 * Returns the orders that are within the device's scope now and may not have been before: all their items come with
 * them.
 */
async function enteringOrders(
  { client, scope }: FeedReader,
  since: string,
  before: { from: string; to: string },
): Promise<number[]> {
  const entering = await queryRows(
    client,
    IdRow,
    {
      name: 'entering',
      text: `select o.id from orders o
            where ${ofCompany('$1', 'o')} and o.delivery_date between $2::date and $3::date
              and (${unseenSql('o.scope_xid', '$4')} or not o.delivery_date between $5::date and $6::date)`,
    },
    [...scope, since, before.from, before.to],
  )
  return entering.map(({ id }) => id)
}

/** Reads up to `most` changed rows of a table behind a key, in the order of keys. */
async function changedRows(
  { client, staff, view, scope, locations, tables }: FeedReader,
  table: Table,
  since: string,
  entering: number[],
  after: string | null,
  most: number,
): Promise<TablePage> {
  const { select, scope: mine, at, changed, key, order: orderColumn } = tables[table]
  const keyType = KEY_TYPE[table]
  const also = orderColumn
    ? `or ${orderColumn} = any($5::int[])`
    : table === 'products' && !staff
      ? // A line may hold a product that the device had no reason to keep until now.
        `or p.upc in (select i.product from order_items i
                        where ${unseenSql('i.changed_xid', '$4')} or i.order_id = any($5::int[]))`
      : ''
  // This is the order of `key`: text and UUIDs by their bytes.
  const order = keyType === 'int' ? `t."${KEY[table]}"` : `t."${KEY[table]}"::text collate "C"`
  return queryOnlyRow(
    client,
    TablePage,
    {
      name: `changed ${table} ${view}`,
      // The offset keeps PostgreSQL from walking through all of a table by its keys until it has met enough
      // changed rows.
      text: `select coalesce(json_agg(page), '[]')::text as list, count(*)::int as count,
                  (array_agg(page."${KEY[table]}"))[count(*)]::text as last
             from (select * from (${select} where ${mine} ${at ? `and ${at('$8')}` : ''} and (${unseenSql(changed, '$4')} ${also})
                                     and ($6::${keyType} is null or ${key} > $6)
                                     and ${NAMES_SCOPE} and cardinality($5::int[]) >= 0
                                   offset 0) t
                    order by ${order} limit $7::int) page`,
    },
    [...scope, since, entering, after, most, ...(at ? [locations] : [])],
  )
}

/** Returns the keys that the device must delete: deleted rows, and rows that left the person's scope. */
async function goneSince(
  { client, scope, locations }: FeedReader,
  since: string,
  before: { from: string; to: string },
): Promise<Partial<Record<Table, (string | number)[]>>> {
  const gone: Partial<Record<Table, (string | number)[]>> = {}
  const add = (table: Table, key: string | number) => (gone[table] ??= []).push(key)
  const left = await queryRows(
    client,
    IdRow,
    {
      name: 'left',
      text: `select o.id from orders o
            where ${ofCompany('$1', 'o')}
              and not o.delivery_date between $2::date and $3::date
              and (${unseenSql('o.changed_xid', '$4')} or o.delivery_date between $5::date and $6::date)`,
    },
    [...scope, since, before.from, before.to],
  )
  for (const { id } of left) add('orders', id)
  const deleted = await queryRows(
    client,
    GoneRow,
    {
      name: 'deleted',
      text: `select g.entity, g.entity_id from gone_rows g
            where ${unseenSql('g.changed_xid', '$2')}
              and (${ofCompany('$1', 'g')}
                   or g.entity in ('products', 'warehouses')
                   or (g.entity = 'sharedcartitems' and split_part(g.entity_id, '-', 1) in
                         (select id::text from company_locations where company_id = $1 and ($3::int[] is null or id = any($3))))
                   or g.order_id in (select id from orders where company_id = $1))`,
    },
    [scope[0], since, locations],
  )
  for (const row of deleted) {
    const known = isEntity(row.entity) ? ENTITIES[row.entity] : null
    if (known) add(known.table, known.keyType === 'int' ? Number(row.entity_id) : row.entity_id)
  }
  return gone
}
