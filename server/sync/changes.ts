/**
 * The change feed. Every synced row carries the transaction that wrote it last; a cursor is the oldest transaction still
 * running when the device last asked, so a row of a transaction that commits late can never slip behind it. What a
 * device is told twice does no harm: rows are put, not added.
 */
import type pg from 'pg'
import { Id, RowId } from '#contract/values.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Product } from '#contract/products/schema.ts'
import { KEY, TABLES, type Table } from '#contract/sync/protocol.ts'
import { basisOf, pricedBy, type PriceBasis } from '../fees/margins.ts'
import { companyOf } from '../platform/scope.ts'
import { today, type Context } from '../platform/context.ts'
import { orderingTerms } from '../settings/terms.ts'
import { isStorable } from '../platform/storable.ts'
import { readCursor, rightsOf, writeCursor, type Cursor } from './cursor.ts'
import { productView, type ProductView } from '../products/present.ts'
import { ORDER_COLUMN, scoped, windowOf, type Scoped } from './scope.ts'

/** Rows of a full pull's page; a device on a bad line asks for fewer. */
export const DEFAULT_PAGE = 2_000
/** More changed rows than this are brought by a full pull, in pages. */
const MOST_CHANGES = 20_000
/** A cursor of another epoch says nothing of when: then the person's latest edits are named, more than a device holds. */
const MOST_HELD = 50_000

interface Reader {
  client: pg.ClientBase
  staff: boolean
  view: ProductView
  /** By whose prices the person's products are told. */
  basis: PriceBasis
  /** Parameters $1 to $3 of every scope condition. */
  scope: [company: number | null, from: string, to: string]
  tables: Record<Table, Scoped>
}

/** One answer of `GET sync/changes`, as JSON text. */
export async function readChanges(
  context: Context,
  person: Person,
  since: string | undefined,
  limit: number,
): Promise<string> {
  const client = await context.pool.connect()
  try {
    // One snapshot for the cursor and for every row of this answer.
    await client.query('begin isolation level repeatable read read only')
    const answer = await answerFor(context, client, person, since, limit)
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
  person: Person,
  since: string | undefined,
  limit: number,
): Promise<string> {
  const day = today(context)
  const { rows } = await client.query<{ epoch: string; xmin: string }>({
    name: 'feed head',
    text: `select (select value from facts where key = 'epoch') as epoch,
                  pg_snapshot_xmin(pg_current_snapshot())::text as xmin`,
  })
  const { epoch, xmin } = rows[0]!
  const basis = await basisOf(client, person)
  const rights = await rightsOf(client, person, basis)
  const window = windowOf(day)
  const staff = can(person, 'catalogue.see-all')
  const view = productView(person)
  const reader: Reader = {
    client,
    staff,
    view,
    basis,
    scope: [companyOf(person), window.from, window.to],
    tables: scoped(staff, view),
  }
  const head: Cursor = { epoch, xid: xmin, day, rights, full: null }
  const known = since === undefined ? null : readCursor(since)
  const usable =
    known?.epoch === epoch && known.rights === rights && isOurs(known, head, reader) ? known : null
  const anew = () => fullPage(reader, person, startOver(head, inDoubtFrom(since, known, head)), limit)
  const parts =
    usable && !usable.full
      ? ((await changedSince(reader, person, usable, head)) ?? (await anew()))
      : usable
        ? await fullPage(reader, person, usable, limit)
        : await anew()
  const terms = await orderingTerms(context, client)
  return `{${parts},"server_time":${JSON.stringify(context.clock().toISOString())},"today":"${day}","terms":${JSON.stringify(terms)}}`
}

/** The person's own edits that this snapshot's rows hold: those of a transaction or later, of one table or of all. */
async function heldSince(
  { client, tables }: Reader,
  person: Person,
  from: string | null,
  table: Table | null,
): Promise<string> {
  const { rows } = await client.query<{ ids: string }>({
    name: 'held',
    text: `select coalesce(json_agg(id), '[]')::text as ids
             from (select id from mutations
                    where user_id = $1 and outcome = 'applied' and changed_xid >= $2::xid8
                      and ($3::text is null or entity = $3
                           -- A staged order that was placed is no longer in the staged rows.
                           or ($3 = 'sharedcartitems' and entity = 'orders' and method = 'POST'))
                    order by changed_xid desc, id limit $4) held`,
    values: [person.id, from ?? '0', table && tables[table].entity, from === null ? MOST_HELD : null],
  })
  return rows[0]!.ids
}

/** The transaction of the first edit that the device may still hold unanswered; null where it is not known. */
function inDoubtFrom(since: string | undefined, known: Cursor | null, head: Cursor): string | null {
  // Who pulls for the first time has made no edit yet.
  if (since === undefined) return head.xid
  if (known?.epoch !== head.epoch) return null
  return known.full ? known.full.from : known.xid
}

/** Whether a cursor is one that was given out: no later than now, and at a key that its table may have. */
function isOurs({ xid, full }: Cursor, head: Cursor, { tables }: Reader): boolean {
  if (BigInt(xid) > BigInt(head.xid)) return false
  if (!full || full.after === null) return true
  const { keyType } = tables[full.table]
  if (keyType === 'int') return /^\d+$/.test(full.after) && Id.safeParse(Number(full.after)).success
  return keyType === 'uuid' ? RowId.safeParse(full.after).success : isStorable(full.after)
}

const startOver = (head: Cursor, from: string | null): Cursor => ({
  ...head,
  full: { table: TABLES[0], after: null, from },
})

/** The rows of a query as they leave the server, as JSON: products of somebody outside the house with their prices. */
async function told({ client, basis }: Reader, table: Table, list: string): Promise<string> {
  if (table !== 'products' || basis === 'own') return list
  return JSON.stringify(await pricedBy(client, JSON.parse(list) as Product[], basis))
}

/** A page of a full pull: the whole truth about one table's keys behind `after`. */
async function fullPage(reader: Reader, person: Person, cursor: Cursor, limit: number): Promise<string> {
  const { table, after, from } = cursor.full!
  const { select, scope, key, keyType } = reader.tables[table]
  const { rows } = await reader.client.query<{ list: string; count: number; last: string | null }>({
    name: `full ${table} ${reader.view}`,
    text: `select coalesce(json_agg(page), '[]')::text as list, count(*)::int as count,
                  (array_agg(page."${KEY[table]}"))[count(*)]::text as last
             from (${select} where ${scope} and ($4::${keyType} is null or ${key} > $4)
                     and $2 <= $3 and ($1::int is null or true)
                   order by ${key} limit $5::int) page`,
    values: [...reader.scope, after, limit],
  })
  const { list, count, last } = rows[0]!
  const end = count < limit
  const next = TABLES[TABLES.indexOf(table) + 1]
  const full = end ? (next ? { table: next, after: null, from } : null) : { table, after: last, from }
  const number = keyType === 'int'
  const keyJson = (value: string | null) => (value === null ? 'null' : number ? value : JSON.stringify(value))
  return (
    `"cursor":${JSON.stringify(writeCursor({ ...cursor, full }))},"more":${full !== null},` +
    `"range":{"table":"${table}","after":${keyJson(after)},"through":${end ? 'null' : keyJson(last)}},` +
    `"rows":{"${table}":${await told(reader, table, list)}},"gone":{},"held":${await heldSince(reader, person, from, table)}`
  )
}

/** What has changed behind the cursor; null where it is so much that a full pull is better. */
async function changedSince(
  reader: Reader,
  person: Person,
  since: Cursor,
  head: Cursor,
): Promise<string | null> {
  const before = windowOf(since.day)
  const entering = await enteringOrders(reader, since, before)
  const rows = new Map<Table, string>()
  let total = 0
  for (const table of TABLES) {
    const { list, count } = await changedRows(reader, table, since, entering)
    total += count
    if (total > MOST_CHANGES) return null
    if (count > 0) rows.set(table, await told(reader, table, list))
  }
  const gone = await goneSince(reader, since, before)
  for (const [table, keys] of Object.entries(gone) as [Table, (string | number)[]][])
    gone[table] = withoutHere(table, keys, rows.get(table))
  return (
    `"cursor":${JSON.stringify(writeCursor(head))},"more":false,"range":null,` +
    `"rows":{${[...rows].map(([table, list]) => `"${table}":${list}`).join(',')}},"gone":${JSON.stringify(gone)},` +
    `"held":${await heldSince(reader, person, since.xid, null)}`
  )
}

/** What was deleted and made again, as a code that is linked anew, is not gone: its row is of now, its tombstone of before. */
function withoutHere(table: Table, gone: (string | number)[], list = '[]'): (string | number)[] {
  const rows = JSON.parse(list) as Record<string, string | number>[]
  const here = new Set(rows.map((row) => row[KEY[table]]))
  return gone.filter((key) => !here.has(key))
}

/** Orders that are the device's now and may not have been before: they bring all their items with them. */
async function enteringOrders(
  { client, scope }: Reader,
  since: Cursor,
  before: { from: string; to: string },
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: 'entering',
    text: `select o.id from orders o
            where ($1::int is null or o.company_id = $1) and o.delivery_date between $2::date and $3::date
              and (o.scope_xid >= $4::xid8 or not o.delivery_date between $5::date and $6::date)`,
    values: [...scope, since.xid, before.from, before.to],
  })
  return rows.map((row) => row.id)
}

async function changedRows(
  { client, staff, view, scope, tables }: Reader,
  table: Table,
  since: Cursor,
  entering: number[],
): Promise<{ list: string; count: number }> {
  const { select, scope: mine, changed } = tables[table]
  const orderColumn =
    table === 'orders' ? 'o.id' : table === 'items' || table === 'subitems' ? ORDER_COLUMN[table] : null
  const also = orderColumn
    ? `or ${orderColumn} = any($5::int[])`
    : table === 'products' && !staff
      ? // A line may hold a product that the device had no reason to keep until now.
        `or p.upc in (select i.product from order_items i
                        where i.changed_xid >= $4::xid8 or i.order_id = any($5::int[]))`
      : ''
  const { rows } = await client.query<{ list: string; count: number }>({
    name: `changed ${table} ${view}`,
    text: `select coalesce(json_agg(t), '[]')::text as list, count(*)::int as count
             from (${select} where ${mine} and (${changed} >= $4::xid8 ${also})
                     and $2 <= $3 and cardinality($5::int[]) >= 0 and ($1::int is null or true)
                   limit ${MOST_CHANGES + 1}) t`,
    values: [...scope, since.xid, entering],
  })
  return rows[0]!
}

/** Keys that the device must let go: deleted rows, and rows that left what the person may have. */
async function goneSince(
  { client, scope, tables }: Reader,
  since: Cursor,
  before: { from: string; to: string },
): Promise<Partial<Record<Table, (string | number)[]>>> {
  const gone: Partial<Record<Table, (string | number)[]>> = {}
  const add = (table: Table, key: string | number) => (gone[table] ??= []).push(key)
  const left = await client.query<{ id: number }>({
    name: 'left',
    text: `select o.id from orders o
            where ($1::int is null or o.company_id = $1)
              and not o.delivery_date between $2::date and $3::date
              and (o.changed_xid >= $4::xid8 or o.delivery_date between $5::date and $6::date)`,
    values: [...scope, since.xid, before.from, before.to],
  })
  for (const row of left.rows) add('orders', row.id)
  const deleted = await client.query<{ entity: string; entity_id: string }>({
    name: 'deleted',
    text: `select g.entity, g.entity_id from gone_rows g
            where g.changed_xid >= $2::xid8
              and ($1::int is null or g.company_id = $1
                   or g.entity in ('products', 'warehouses')
                   or (g.entity = 'sharedcartitems' and split_part(g.entity_id, '-', 1) in
                         (select id::text from company_locations where company_id = $1))
                   or g.order_id in (select id from orders where company_id = $1))`,
    values: [scope[0], since.xid],
  })
  const tableOf = new Map(TABLES.map((table) => [tables[table].entity, table]))
  for (const row of deleted.rows) {
    const table = tableOf.get(row.entity)
    if (table) add(table, tables[table].keyType === 'int' ? Number(row.entity_id) : row.entity_id)
  }
  return gone
}
