/**
 * The change feed. Every synced row carries the transaction that wrote it last. A cursor is the snapshot in which the
 * device was last answered. So a row of a transaction that was running then and commits late is sent once it has
 * committed. Sending a row to a device twice does no harm: rows are put, not added.
 */
import type pg from 'pg'
import { z } from 'zod'
import { Id, RowId } from '#contract/values.ts'
import type { Person } from '#contract/permissions.ts'
import { KEY, KEY_TYPE, TABLES, type Table } from '#contract/sync/entities.ts'
import { FEED_SHAPE } from '#contract/sync/protocol.ts'
import { basisOf } from '../fees/margins.ts'
import { orderingLocations } from '../platform/scope.ts'
import { today, type Context } from '../platform/context.ts'
import { setBackSince } from '../platform/restored.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { orderingTerms } from '../settings/terms.ts'
import { isStorable } from '../platform/storable.ts'
import { pageKey, readChanged, type ChangedPage } from './changed.ts'
import { readCursor, scopeFingerprint, standingOf, writeCursor, type Cursor } from './cursor.ts'
import { countRows, readFirstOrders } from './first-orders.ts'
import { hasUnseenEdit, heldAmong, heldSince, type Source } from './held-edits.ts'
import { NAMES_SCOPE } from './scope.ts'
import { priced, readerOf, seesWholeHouse, TablePage, viewKey, type FeedReader } from './reader.ts'
import { openReadings, type Readings } from './readings.ts'
import { hearsOfDeletions } from './tombstones.ts'
import { isNoLater, SNAPSHOT_SQL, TIMELINE_SQL, xmaxOf, xminOf } from './snapshot.ts'

/** The most rows of a page where the device asks for no number of its own. A device on a slow network asks for fewer. */
export const FEED_PAGE_ROWS = 2_000

type FeedContext = Pick<Context, 'env' | 'pool' | 'clock'>

/** A device's request. */
export interface Asked {
  person: Person
  /** The id of the device. */
  device: string
  /** The cursor of its last answer. */
  since: string | undefined
  /** The most rows of a page. */
  limit: number
  /** Whether it is the device's turn to pull its rows of an older shape again (`isTurnOf`). */
  isTurn: boolean
}

/** The feed's position in one snapshot, and what every answer of it says. */
interface Head {
  cursor: Omit<Cursor, 'rights'>
  xmax: bigint
  /** The snapshot of the statements. The cursor's may be an earlier one, where this one cannot be named. */
  exact: string
  terms: Awaited<ReturnType<typeof orderingTerms>>
}

export type Feed = Readings<Head>

/** @param maxAgeMs how old an answer that another device has read may be; 0 where each device reads its own */
export const openFeed = (context: FeedContext, maxAgeMs: () => number): Feed =>
  openReadings(context.pool, maxAgeMs, (client) => readHead(context, client))

/** Returns one answer of `GET sync/changes`, as JSON text. */
export const readChanges = async (context: FeedContext, feed: Feed, asked: Asked): Promise<string> =>
  (await readTogether(context, feed, asked)) ?? readAlone(context, asked)

async function readAlone(context: FeedContext, asked: Asked): Promise<string> {
  const client = await context.pool.connect()
  try {
    // One snapshot serves the cursor and every row of this answer.
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

/**
 * Answers in a snapshot that other devices share. Returns null where the device needs a snapshot of its own: it pulls
 * everything, its view takes statements to know, it has received more than that snapshot shows, or it has made an edit
 * that the snapshot does not show and that its version of the row would not protect.
 */
async function readTogether(context: FeedContext, feed: Feed, asked: Asked): Promise<string | null> {
  const { person, since, limit, isTurn } = asked
  const cursor = since === undefined ? null : readCursor(since)
  if (!feed.isShared() || !seesWholeHouse(person) || !cursor || cursor.full || cursor.first) return null
  const read = await feed
    .use(async ({ client, head, once }) => {
      const reader = readerOf(client, person, { day: head.cursor.day, basis: 'own', locations: null })
      const own = { ...head.cursor, rights: await scopeFingerprint(client, person, 'own', null) }
      const isShareable =
        head.exact === own.snapshot &&
        isNoLater(cursor.snapshot, own.snapshot) &&
        isGood(cursor, own, head, isTurn)
      if (!isShareable) return null
      const key = `${viewKey(reader)} ${pageKey(cursor, limit)}`
      return {
        own,
        head,
        page: await once(key, () => readChanged(reader, cursor, limit)),
      }
    })
    // A reading that failed for all is read alone, where it fails by its own fault.
    .catch(() => null)
  if (!read || (await hasUnseenEdit(context.pool, person, read.head.exact))) return null
  const { own, head, page } = read
  const source = { client: context.pool, seen: head.exact }
  return answerWith(context, person, head, null, await changedParts(source, person, page, cursor, own))
}

const HeadRow = z.object({
  epoch: z.string(),
  timeline: z.string(),
  snapshot: z.string(),
  exact: z.string(),
  xmax: z.string(),
})

async function readHead(context: FeedContext, client: pg.ClientBase): Promise<Head> {
  const day = today(context)
  const { epoch, timeline, snapshot, exact, xmax } = await queryOnlyRow(client, HeadRow, {
    name: 'feed head',
    text: `select (select value from facts where key = 'epoch') as epoch, ${TIMELINE_SQL} as timeline,
                  ${SNAPSHOT_SQL} as snapshot, pg_current_snapshot()::text as exact,
                  pg_snapshot_xmax(pg_current_snapshot())::text as xmax`,
  })
  const terms = await orderingTerms(context, client)
  return {
    cursor: { epoch, timeline, shape: FEED_SHAPE, snapshot, day, full: null, first: null, changed: null },
    xmax: BigInt(xmax),
    exact,
    terms,
  }
}

/** A device's position: its own cursor and the feed's, in one snapshot, and what its person reads. */
interface Stand {
  head: Head
  reader: FeedReader
  /** The cursor of an answer that is read now. */
  own: Cursor
  /** The device's cursor; null where the server did not issue it. */
  known: Cursor | null
  /** … and null where the device cannot continue from it. */
  usable: Cursor | null
}

/** Reads a device's position. Must run in a transaction that sees one snapshot. */
export async function standOf(
  context: FeedContext,
  client: pg.ClientBase,
  { person, since, isTurn }: Omit<Asked, 'device' | 'limit'>,
): Promise<Stand> {
  const head = await readHead(context, client)
  const basis = await basisOf(client, person)
  const locations = await orderingLocations(client, person)
  const own: Cursor = { ...head.cursor, rights: await scopeFingerprint(client, person, basis, locations) }
  const reader = readerOf(client, person, { day: own.day, basis, locations })
  const known = since === undefined ? null : readCursor(since)
  const usable = known !== null && isGood(known, own, head, isTurn) ? known : null
  return { head, reader, own, known, usable }
}

async function answerFor(context: FeedContext, client: pg.ClientBase, asked: Asked): Promise<string> {
  const { person, device, since, limit } = asked
  const { head, reader, own, known, usable } = await standOf(context, client, asked)
  const source = { ...reader, seen: null }
  const parts =
    since === undefined || usable?.first
      ? await firstPage(reader, person, usable ?? own, limit)
      : !usable
        ? await fullPage(reader, person, startOver(own, inDoubtFrom(known, own)), limit)
        : usable.full
          ? await fullPage(reader, person, usable, limit)
          : await changedParts(source, person, await readChanged(reader, usable, limit), usable, own)
  const setBackTo = known && !isOfEpoch(known, own) ? await setBackSince(client, { ...known, device }) : null
  return answerWith(
    context,
    person,
    head,
    reader.locations,
    setBackTo ? `${parts},"set_back_to":"${setBackTo}"` : parts,
  )
}

const answerWith = (
  context: FeedContext,
  person: Person,
  { cursor, terms }: Head,
  locations: number[] | null,
  parts: string,
): string =>
  `{${parts},"standing":"${standingOf(person, locations)}","server_time":${JSON.stringify(context.clock().toISOString())},` +
  `"today":"${cursor.day}","terms":${JSON.stringify(terms)}}`

/** Whether a device may continue from this cursor. */
const isGood = (known: Cursor, own: Cursor, { xmax }: Head, isTurn: boolean): boolean =>
  isOfEpoch(known, own) &&
  hearsOfDeletions(known, own.day) &&
  known.rights === own.rights &&
  isOurs(known, own, xmax) &&
  !(known.shape < FEED_SHAPE && isTurn)

/**
 * Returns the snapshot behind which the device may hold edits without knowing that they were applied; null where it is
 * not known.
 */
function inDoubtFrom(known: Cursor | null, head: Cursor): string | null {
  if (!known || !isOfEpoch(known, head)) return null
  const within = known.first ?? known.full
  return within ? within.from : (known.changed?.since ?? known.snapshot)
}

/** Whether transactions still have the numbering of this cursor. */
const isOfEpoch = ({ epoch, timeline }: Cursor, head: Cursor): boolean =>
  epoch === head.epoch && timeline === head.timeline

/**
 * Returns the oldest shape on a device once it has these rows as well. A server of an earlier release may have sent the
 * others.
 */
const shapeWith = ({ shape }: Cursor, isBringingRows: boolean): number =>
  isBringingRows ? Math.min(shape, FEED_SHAPE) : shape

/** Whether the server can have issued a cursor: no later than now, and at a key that its table may have. */
function isOurs({ snapshot, full, changed }: Cursor, head: Cursor, xmax: bigint): boolean {
  if (xminOf(snapshot) > xminOf(head.snapshot) || xmaxOf(snapshot) > xmax) return false
  if (changed && (xminOf(changed.since) > xminOf(snapshot) || xmaxOf(changed.since) > xmax)) return false
  const at = full ?? changed
  if (!at || at.after === null) return true
  const keyType = KEY_TYPE[at.table]
  if (keyType === 'int') return /^\d+$/.test(at.after) && Id.safeParse(Number(at.after)).success
  return keyType === 'uuid' ? RowId.safeParse(at.after).success : isStorable(at.after)
}

const startOver = (head: Cursor, from: string | null): Cursor => ({
  ...head,
  full: { table: TABLES[0], after: null, from },
})

/** Reads up to `limit` rows of a table behind a key. */
export async function fullRows(
  reader: FeedReader,
  table: Table,
  after: string | null,
  limit: number,
): Promise<TablePage> {
  const { select, scope, at, key, keysIn } = reader.tables[table]
  const keyType = KEY_TYPE[table]
  const theirs = `${scope} ${at ? `and ${at('$6')}` : ''} and ($4::${keyType} is null or ${key} > $4)
                    and ${NAMES_SCOPE}`
  // The offset keeps PostgreSQL from walking through all of a table by its keys until it has met enough of
  // them.
  const where = keysIn
    ? `${key} in (select mine.key from (select ${key} as key from ${keysIn} where ${theirs} offset 0) mine
                   order by mine.key limit $5::int)`
    : theirs
  const { list, count, last } = await queryOnlyRow(
    reader.client,
    TablePage,
    {
      name: `full ${table} ${reader.view}`,
      text: `select coalesce(json_agg(page), '[]')::text as list, count(*)::int as count,
                  (array_agg(page."${KEY[table]}"))[count(*)]::text as last
             from (${select} where ${where} order by ${key} limit $5::int) page`,
    },
    [...reader.scope, after, limit, ...(at ? [reader.locations] : [])],
  )
  return { list: await priced(reader, table, list), count, last }
}

/**
 * Returns a page of a device's first pull: the orders that are picked next, and then the tables from the first one on.
 * It names no keys, so that the device puts its rows and removes none.
 */
async function firstPage(reader: FeedReader, person: Person, cursor: Cursor, limit: number): Promise<string> {
  const { first, day } = cursor
  // A device that pulls for the first time has made no edit yet.
  const from = first ? first.from : cursor.snapshot
  const expected = first ? '' : `,"expected":${await countRows(reader, day)}`
  const found = await readFirstOrders(reader, day, first && first.after, limit)
  if (!found)
    return (await fullPage(reader, person, startOver({ ...cursor, first: null }, from), limit)) + expected
  const next: Cursor = { ...cursor, first: { after: found.last, from } }
  return (
    `"cursor":${JSON.stringify(writeCursor(next))},"more":true,"range":null,` +
    `"rows":${rowsJson(found.rows)},"gone":{},"held":[]${expected}`
  )
}

const rowsJson = (rows: ReadonlyMap<Table, string>): string =>
  `{${[...rows].map(([name, list]) => `"${name}":${list}`).join(',')}}`

/** Returns a page of a full pull: the complete rows of one table behind `after`. */
async function fullPage(reader: FeedReader, person: Person, cursor: Cursor, limit: number): Promise<string> {
  const { table, after, from } = cursor.full!
  const { list, count, last } = await fullRows(reader, table, after, limit)
  const end = count < limit
  const next = TABLES[TABLES.indexOf(table) + 1]
  const full = end ? (next ? { table: next, after: null, from } : null) : { table, after: last, from }
  const number = KEY_TYPE[table] === 'int'
  const keyJson = (value: string | null) => (value === null ? 'null' : number ? value : JSON.stringify(value))
  const held = await heldSince({ ...reader, seen: null }, person, from, table)
  return (
    `"cursor":${JSON.stringify(writeCursor({ ...cursor, shape: shapeWith(cursor, count > 0), full }))},"more":${full !== null},` +
    `"range":{"table":"${table}","after":${keyJson(after)},"through":${end ? 'null' : keyJson(last)}},` +
    `"rows":{"${table}":${list}},"gone":{},"held":${held}`
  )
}

/** Returns a page of changes for one person: with their cursor, and their own edits that its rows hold. */
async function changedParts(
  source: Source,
  person: Person,
  { since, isFirst, rows, gone, covered, next }: ChangedPage,
  cursor: Cursor,
  own: Cursor,
): Promise<string> {
  const after = { ...(isFirst ? own : cursor), shape: shapeWith(cursor, rows.size > 0), changed: next }
  const held =
    isFirst && next === null
      ? await heldSince(source, person, since, null)
      : await heldAmong(source, person, since, covered, gone)
  return (
    `"cursor":${JSON.stringify(writeCursor(after))},"more":${next !== null},"range":null,` +
    `"rows":${rowsJson(rows)},"gone":${JSON.stringify(gone)},` +
    `"held":${held}`
  )
}
