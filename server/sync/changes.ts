/**
 * The change feed. Every synced row carries the transaction that wrote it last. A cursor is the snapshot in which the
 * device was last answered, so a row of a transaction that was running then and commits late is told once it has. What
 * a device is told twice does no harm: rows are put, not added.
 */
import type pg from 'pg'
import { Id, RowId } from '#contract/values.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import { FEED_SHAPE, KEY, TABLES, type Table } from '#contract/sync/protocol.ts'
import { basisOf, pricedBy, type PriceBasis } from '../fees/margins.ts'
import { companyOf, orderingLocations } from '../platform/scope.ts'
import { today, type Context } from '../platform/context.ts'
import { orderingTerms } from '../settings/terms.ts'
import { isStorable } from '../platform/storable.ts'
import { readCursor, rightsOf, standingOf, writeCursor, type Cursor } from './cursor.ts'
import { heldAmong, heldSince, type CoveredKeys } from './held.ts'
import { SNAPSHOT_SQL, TIMELINE_SQL, unseenSql, xmaxOf, xminOf } from './snapshot.ts'
import { productView, type ProductView } from '../products/present.ts'
import { ORDER_COLUMN, scoped, windowOf, type Scoped } from './scope.ts'

/** Rows of a full pull's page; a device on a bad line asks for fewer. */
export const DEFAULT_PAGE = 2_000

interface Reader {
  client: pg.ClientBase
  staff: boolean
  view: ProductView
  /** By whose prices the person's products are told. */
  basis: PriceBasis
  /** Parameters $1 to $3 of every scope condition. */
  scope: [company: number | null, from: string, to: string]
  /** Those that the person orders for; null for no limit. */
  locations: number[] | null
  tables: Record<Table, Scoped>
}

/** What a device asks for. */
export interface Asked {
  person: Person
  /** The cursor of its last answer. */
  since: string | undefined
  /** The most rows of a page. */
  limit: number
  /** Whether the device's turn has come to take anew what it has of an older shape (`isTurnOf`). */
  isTurn: boolean
}

/** One answer of `GET sync/changes`, as JSON text. */
export async function readChanges(context: Context, asked: Asked): Promise<string> {
  const client = await context.pool.connect()
  try {
    // One snapshot for the cursor and for every row of this answer.
    await client.query('begin isolation level repeatable read read only')
    const answer = await answerFor(context, client, asked)
    await client.query('commit')
    client.release()
    return answer
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function answerFor(
  context: Context,
  client: pg.ClientBase,
  { person, since, limit, isTurn }: Asked,
): Promise<string> {
  const day = today(context)
  const { rows } = await client.query<{ epoch: string; timeline: string; snapshot: string; xmax: string }>({
    name: 'feed head',
    text: `select (select value from facts where key = 'epoch') as epoch, ${TIMELINE_SQL} as timeline,
                  ${SNAPSHOT_SQL} as snapshot, pg_snapshot_xmax(pg_current_snapshot())::text as xmax`,
  })
  const { epoch, timeline, snapshot, xmax } = rows[0]!
  const basis = await basisOf(client, person)
  const locations = await orderingLocations(client, person)
  const rights = await rightsOf(client, person, basis, locations)
  const window = windowOf(day)
  const staff = can(person, 'catalogue.see-all')
  const view = productView(person)
  const reader: Reader = {
    client,
    staff,
    view,
    basis,
    scope: [companyOf(person), window.from, window.to],
    locations,
    tables: scoped(staff, view),
  }
  const head: Cursor = {
    epoch,
    timeline,
    shape: FEED_SHAPE,
    snapshot,
    day,
    rights,
    full: null,
    changed: null,
  }
  const known = since === undefined ? null : readCursor(since)
  const isGood =
    known !== null &&
    isOfEpoch(known, head) &&
    known.rights === rights &&
    isOurs(known, head, BigInt(xmax), reader) &&
    !(known.shape < FEED_SHAPE && isTurn)
  const usable = isGood ? known : null
  const parts = !usable
    ? await fullPage(reader, person, startOver(head, inDoubtFrom(since, known, head)), limit)
    : usable.full
      ? await fullPage(reader, person, usable, limit)
      : await changedPage(reader, person, usable, head, limit)
  const terms = await orderingTerms(context, client)
  const standing = standingOf(person, locations)
  return `{${parts},"standing":"${standing}","server_time":${JSON.stringify(context.clock().toISOString())},"today":"${day}","terms":${JSON.stringify(terms)}}`
}

/** The snapshot behind which the device may hold edits of which it does not know that they were applied; null where it is not known. */
function inDoubtFrom(since: string | undefined, known: Cursor | null, head: Cursor): string | null {
  // Who pulls for the first time has made no edit yet.
  if (since === undefined) return head.snapshot
  if (!known || !isOfEpoch(known, head)) return null
  return known.full ? known.full.from : (known.changed?.since ?? known.snapshot)
}

/** Whether transactions are numbered for a cursor as they are now. */
const isOfEpoch = ({ epoch, timeline }: Cursor, head: Cursor): boolean =>
  epoch === head.epoch && timeline === head.timeline

/** The shape of what a device has once it has these rows as well: a server of an earlier release may have told them. */
const shapeWith = ({ shape }: Cursor, isBringingRows: boolean): number =>
  isBringingRows ? Math.min(shape, FEED_SHAPE) : shape

/** Whether a cursor is one that was given out: no later than now, and at a key that its table may have. */
function isOurs(
  { snapshot, full, changed }: Cursor,
  head: Cursor,
  xmax: bigint,
  { tables }: Reader,
): boolean {
  if (xminOf(snapshot) > xminOf(head.snapshot) || xmaxOf(snapshot) > xmax) return false
  if (changed && (xminOf(changed.since) > xminOf(snapshot) || xmaxOf(changed.since) > xmax)) return false
  const at = full ?? changed
  if (!at || at.after === null) return true
  const { keyType } = tables[at.table]
  if (keyType === 'int') return /^\d+$/.test(at.after) && Id.safeParse(Number(at.after)).success
  return keyType === 'uuid' ? RowId.safeParse(at.after).success : isStorable(at.after)
}

const startOver = (head: Cursor, from: string | null): Cursor => ({
  ...head,
  full: { table: TABLES[0], after: null, from },
})

/** The rows of a query as they leave the server, as JSON: products of somebody outside the house with their prices. */
async function priced({ client, basis }: Reader, table: Table, list: string): Promise<string> {
  if (table !== 'products' || basis === 'own') return list
  return JSON.stringify(await pricedBy(client, JSON.parse(list) as Product[], basis))
}

/** A page of a full pull: the whole truth about one table's keys behind `after`. */
async function fullPage(reader: Reader, person: Person, cursor: Cursor, limit: number): Promise<string> {
  const { table, after, from } = cursor.full!
  const { select, scope, at, key, keyType } = reader.tables[table]
  const { rows } = await reader.client.query<{ list: string; count: number; last: string | null }>({
    name: `full ${table} ${reader.view}`,
    text: `select coalesce(json_agg(page), '[]')::text as list, count(*)::int as count,
                  (array_agg(page."${KEY[table]}"))[count(*)]::text as last
             from (${select} where ${scope} ${at ? `and ${at('$6')}` : ''} and ($4::${keyType} is null or ${key} > $4)
                     and $2 <= $3 and ($1::int is null or true)
                   order by ${key} limit $5::int) page`,
    values: [...reader.scope, after, limit, ...(at ? [reader.locations] : [])],
  })
  const { list, count, last } = rows[0]!
  const end = count < limit
  const next = TABLES[TABLES.indexOf(table) + 1]
  const full = end ? (next ? { table: next, after: null, from } : null) : { table, after: last, from }
  const number = keyType === 'int'
  const keyJson = (value: string | null) => (value === null ? 'null' : number ? value : JSON.stringify(value))
  return (
    `"cursor":${JSON.stringify(writeCursor({ ...cursor, shape: shapeWith(cursor, count > 0), full }))},"more":${full !== null},` +
    `"range":{"table":"${table}","after":${keyJson(after)},"through":${end ? 'null' : keyJson(last)}},` +
    `"rows":{"${table}":${await priced(reader, table, list)}},"gone":{},"held":${await heldSince(reader, person, from, table)}`
  )
}

/**
 * A page of what has changed behind the cursor, table by table in the order of keys. All pages lead to where the feed
 * stood at the first: what is written between two of them may be missed, and is behind that. What is gone comes first,
 * so that what was deleted and made again is there in the end.
 */
async function changedPage(
  reader: Reader,
  person: Person,
  cursor: Cursor,
  head: Cursor,
  limit: number,
): Promise<string> {
  const first = cursor.changed === null
  const at = cursor.changed ?? { since: cursor.snapshot, day: cursor.day, table: TABLES[0], after: null }
  const before = windowOf(at.day)
  const entering = await enteringOrders(reader, at.since, before)
  const rows = new Map<Table, string>()
  const covered: CoveredKeys[] = []
  let left = limit
  for (const table of TABLES.slice(TABLES.indexOf(at.table))) {
    const after = table === at.table ? at.after : null
    const { list, count, last } = await changedRows(reader, table, at.since, entering, after, left)
    if (count > 0) rows.set(table, await priced(reader, table, list))
    const isFull = count === left
    covered.push({ table, after, through: isFull ? last : null })
    left -= count
    if (isFull) break
  }
  const gone = first ? await goneSince(reader, at.since, before) : {}
  const { table, through } = covered.at(-1)!
  const next = { ...(first ? head : cursor), shape: shapeWith(cursor, rows.size > 0) }
  const changed = through === null ? null : { since: at.since, day: at.day, table, after: through }
  const held =
    first && changed === null
      ? await heldSince(reader, person, at.since, null)
      : await heldAmong(reader, person, at.since, covered, gone)
  return (
    `"cursor":${JSON.stringify(writeCursor({ ...next, changed }))},"more":${changed !== null},"range":null,` +
    `"rows":{${[...rows].map(([name, list]) => `"${name}":${list}`).join(',')}},"gone":${JSON.stringify(gone)},` +
    `"held":${held}`
  )
}

/** Orders that are the device's now and may not have been before: they bring all their items with them. */
async function enteringOrders(
  { client, scope }: Reader,
  since: string,
  before: { from: string; to: string },
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: 'entering',
    text: `select o.id from orders o
            where ($1::int is null or o.company_id = $1) and o.delivery_date between $2::date and $3::date
              and (${unseenSql('o.scope_xid', '$4')} or not o.delivery_date between $5::date and $6::date)`,
    values: [...scope, since, before.from, before.to],
  })
  return rows.map((row) => row.id)
}

/** Up to `most` changed rows of a table behind a key, in the order of keys. */
async function changedRows(
  { client, staff, view, scope, locations, tables }: Reader,
  table: Table,
  since: string,
  entering: number[],
  after: string | null,
  most: number,
): Promise<{ list: string; count: number; last: string | null }> {
  const { select, scope: mine, at, changed, key, keyType } = tables[table]
  const orderColumn =
    table === 'orders' ? 'o.id' : table === 'items' || table === 'subitems' ? ORDER_COLUMN[table] : null
  const also = orderColumn
    ? `or ${orderColumn} = any($5::int[])`
    : table === 'products' && !staff
      ? // A line may hold a product that the device had no reason to keep until now.
        `or p.upc in (select i.product from order_items i
                        where ${unseenSql('i.changed_xid', '$4')} or i.order_id = any($5::int[]))`
      : ''
  // As the keys of `key`: text and UUIDs by their bytes.
  const order = keyType === 'int' ? `t."${KEY[table]}"` : `t."${KEY[table]}"::text collate "C"`
  const { rows } = await client.query<{ list: string; count: number; last: string | null }>({
    name: `changed ${table} ${view}`,
    // The offset keeps PostgreSQL from walking through all of a table by its keys until it has met enough changed rows.
    text: `select coalesce(json_agg(page), '[]')::text as list, count(*)::int as count,
                  (array_agg(page."${KEY[table]}"))[count(*)]::text as last
             from (select * from (${select} where ${mine} ${at ? `and ${at('$8')}` : ''} and (${unseenSql(changed, '$4')} ${also})
                                     and ($6::${keyType} is null or ${key} > $6)
                                     and $2 <= $3 and cardinality($5::int[]) >= 0 and ($1::int is null or true)
                                   offset 0) t
                    order by ${order} limit $7::int) page`,
    values: [...scope, since, entering, after, most, ...(at ? [locations] : [])],
  })
  return rows[0]!
}

/** Keys that the device must let go: deleted rows, and rows that left what the person may have. */
async function goneSince(
  { client, scope, locations, tables }: Reader,
  since: string,
  before: { from: string; to: string },
): Promise<Partial<Record<Table, (string | number)[]>>> {
  const gone: Partial<Record<Table, (string | number)[]>> = {}
  const add = (table: Table, key: string | number) => (gone[table] ??= []).push(key)
  const left = await client.query<{ id: number }>({
    name: 'left',
    text: `select o.id from orders o
            where ($1::int is null or o.company_id = $1)
              and not o.delivery_date between $2::date and $3::date
              and (${unseenSql('o.changed_xid', '$4')} or o.delivery_date between $5::date and $6::date)`,
    values: [...scope, since, before.from, before.to],
  })
  for (const row of left.rows) add('orders', row.id)
  const deleted = await client.query<{ entity: string; entity_id: string }>({
    name: 'deleted',
    text: `select g.entity, g.entity_id from gone_rows g
            where ${unseenSql('g.changed_xid', '$2')}
              and ($1::int is null or g.company_id = $1
                   or g.entity in ('products', 'warehouses')
                   or (g.entity = 'sharedcartitems' and split_part(g.entity_id, '-', 1) in
                         (select id::text from company_locations where company_id = $1 and ($3::int[] is null or id = any($3))))
                   or g.order_id in (select id from orders where company_id = $1))`,
    values: [scope[0], since, locations],
  })
  const tableOf = new Map(TABLES.map((table) => [tables[table].entity, table]))
  for (const row of deleted.rows) {
    const table = tableOf.get(row.entity)
    if (table) add(table, tables[table].keyType === 'int' ? Number(row.entity_id) : row.entity_id)
  }
  return gone
}
