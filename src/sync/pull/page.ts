/** Stores one page of changes: rows and cursor in one transaction, so that the cursor never passes a row. */
import { stagedOf } from '#contract/orders/place.ts'
import { keyOf, TABLES, type Key, type Table } from '#contract/sync/entities.ts'
import { type Changes } from '#contract/sync/protocol.ts'
import {
  LEDGER_KEPT_MS,
  type EditedRow,
  type EditedTable,
  type LarderDatabase,
  type LedgerRecord,
  type OutboxRecord,
} from '#src/db/database.ts'
import { deleteRuns } from '#src/db/of-each.ts'
import { APPLY_TABLES, layOn, shadowsFor, viewsOf, type ServerRow } from '../store/apply.ts'
import type { ApplyContext } from '../store/rows.ts'
import { giveBack, noteSetBack } from './give-back.ts'
import { appliedSince, forgetEnded } from '../store/ledger.ts'
import { META, readFirstPull, readMeta, type FirstPull } from '../store/meta.ts'
import { chainOf, EDITED_TABLES, groupBy, localKey, rowKeyIn, spot, tableOf } from '../store/rows.ts'
import { settleHeld } from '../send/settle.ts'
import { stored } from '../store/storage.ts'

/** How long a row shows what the server must have made of an edit, after a pull without that row. */
const WAIT_FOR_FEED_MS = 10_000

/** A newer server may send tables that this version does not keep. */
const isKept = (table: string): table is Table => (TABLES as readonly string[]).includes(table)
const isEdited = (table: string): table is EditedTable => (EDITED_TABLES as readonly string[]).includes(table)

export interface PageContext extends ApplyContext {
  /** Deletes what is kept of the server's outside this database, such as invoices that were seen. */
  forgetAside?: () => Promise<void>
}

/** Tables beside the feed's. The server sent their rows by the rights that the person had then. */
const ASIDE = ['lists', 'prices', 'usual'] as const

/** Whether the person has other rights than at the last pull. If those are unknown, none has ended. */
async function hasOtherStanding(db: LarderDatabase, { standing }: Changes): Promise<boolean> {
  const before = await readMeta<string>(db, META.standing)
  return standing !== undefined && before !== undefined && before !== standing
}

/** Stores a page. Returns false and stores nothing if the cursor has moved since the page was asked for. */
export async function storePage(
  context: PageContext,
  since: string | undefined,
  page: Changes,
): Promise<boolean> {
  const { db } = context
  const isOther = await stored(db, () => hasOtherStanding(db, page))
  // Runs before the page is stored: until then the rights of the last pull apply, and an interrupted pull begins
  // again.
  if (isOther) await stored(db, async () => context.forgetAside?.())
  const named = [
    ...Object.keys(page.rows),
    ...Object.keys(page.gone),
    ...(page.range ? [page.range.table] : []),
  ]
  const names = named.filter(isKept)
  const held = page.held ?? []
  const tables = new Set<string>([...names, ...(isOther ? ASIDE : []), 'meta'])
  // A page of products alone must not block a scan: it touches nothing that a scan does.
  if (names.some(isEdited) || held.length > 0)
    for (const table of [...APPLY_TABLES, 'ended']) tables.add(table)
  return stored(db, () =>
    db.transaction('rw', [...tables], async () => {
      if ((await readMeta(db, META.cursor)) !== since) return false
      if (isOther) await Promise.all(ASIDE.map((table) => db.table(table).clear()))
      // In the same transaction as the rows: an edit that they contain must at no moment be applied to them.
      const settled = await settleHeld(context, held, page.server_time, (record) => isTold(record, page))
      await (page.range ? storeRange(context, page, settled) : storeChanges(context, page, settled))
      await db.meta.bulkPut([
        { key: META.cursor, value: page.cursor },
        ...(page.standing === undefined ? [] : [{ key: META.standing, value: page.standing }]),
        ...(await firstPullFacts(db, page)),
        { key: META.terms, value: page.terms ?? null },
        { key: META.serverTime, value: page.server_time },
        { key: META.ahead, value: context.now() - Date.parse(page.server_time) },
        ...(page.range && !page.more ? [{ key: META.anew, value: context.now() }] : []),
      ])
      await noteSetBack(db, page.set_back_to)
      return true
    }),
  )
}

/**
 * Whether a page begins a full pull. It may begin again while it runs, when the person's rights have changed: then it
 * passes all keys again.
 */
export const isBeginning = ({ range }: Changes): boolean => range?.table === TABLES[0] && range.after === null

export const pageRowsOf = ({ rows }: Changes): number =>
  Object.values(rows).reduce((sum, list) => sum + list.length, 0)

/**
 * Returns how far the first pull has come with this page; nothing once a device had everything. Later changes fit one
 * page and need no look-up.
 */
async function firstPullFacts(
  db: LarderDatabase,
  page: Changes,
): Promise<{ key: string; value: FirstPull }[]> {
  if ((!page.range && !page.more) || (await readMeta(db, META.lastPull)) !== undefined) return []
  const before = await readFirstPull(db)
  const value = {
    rows: (before?.rows ?? 0) + pageRowsOf(page),
    expected: page.expected ?? before?.expected ?? null,
  }
  return [{ key: META.firstPull, value }]
}

/** A full pull's page is the whole truth about a range of keys: a row that is here and not in the page is removed. */
async function storeRange(
  context: ApplyContext,
  page: Changes,
  settled: readonly OutboxRecord[],
): Promise<void> {
  const { table } = page.range!
  const all = isKept(table) ? await putRange(context.db, page, table) : []
  const rows = isBeginning(page) ? all : await withoutOlder(context.db, all, settled)
  if (rows.length + settled.length > 0)
    await layOn(context, { rows, from: 'range', families: familiesOf(settled) })
}

/**
 * Leaves out rows that the server may have read before it applied an edit of this device whose answer has been stored
 * already. The changes behind the pages have these rows once more. A first page has no time before it: its rows are
 * orders, and stay older for as long as the pull takes.
 */
async function withoutOlder(
  db: LarderDatabase,
  rows: readonly ServerRow[],
  settled: readonly OutboxRecord[],
): Promise<readonly ServerRow[]> {
  if (rows.length === 0) return rows
  const beforeThis = await readMeta<string>(db, META.serverTime)
  if (beforeThis === undefined) return rows
  const inPage = new Set(settled.map(({ mutation_id }) => mutation_id))
  const since = (await appliedSince(db, beforeThis)).filter(({ mutation_id }) => !inPage.has(mutation_id))
  // The last edit of a row counts: a code may be unlinked and linked again.
  const touched = new Map(since.toSorted((a, b) => a.seq - b.seq).flatMap(actsOf))
  if (touched.size === 0) return rows
  const actOn = ({ table, id }: ServerRow) => touched.get(rowKeyIn(table, id))
  const ours = rows.filter((row) => actOn(row) !== undefined)
  const families = ours.map(() => null)
  const [views, shadows] = await Promise.all([viewsOf(db, ours), shadowsFor(db, ours, families, new Set())])
  return rows.filter((row) => {
    const act = actOn(row)
    const at = spot(row.table, row.id)
    const shadow = shadows.get(at)
    return act === undefined || isAsNew(row, (shadow ? shadow.row : views.get(at)) ?? null, act)
  })
}

type RowAct = 'changed' | 'deleted'

/** Whether a row of the server is no older than what this device's edit has left of it. */
function isAsNew({ row }: ServerRow, ours: EditedRow | null, act: RowAct): boolean {
  if (!row) return false
  if (!ours) return act === 'changed'
  return 'version' in row && 'version' in ours && row.version >= ours.version
}

/** Returns the rows that an edit changes or deletes. Placing a staged order deletes the staged rows behind its own. */
const actsOf = (edit: LedgerRecord): [string, RowAct][] =>
  chainOf(edit).map((row, n) => [row, n === 0 && edit.call.method !== 'DELETE' ? 'changed' : 'deleted'])

/** Stores the rows that no edit touches. Returns the rows on which pending edits may have to be rebased. */
async function putRange(db: LarderDatabase, page: Changes, table: Table): Promise<ServerRow[]> {
  const { after, through } = page.range!
  const rows: object[] = page.rows[table] ?? []
  const range = keyRange(db, table, after, through)
  const here = await range.primaryKeys()
  const there = new Set(rows.map((row) => keyOf(table, row)))
  const gone = here.filter((key) => !there.has(key))
  if (!isEdited(table)) {
    await Promise.all([
      rows.length > 0 && db.table(table).bulkPut(rows),
      gone.length > 0 && db.table(table).bulkDelete(gone),
    ])
    return []
  }
  // Rows that a pending edit has deleted here are known by their shadows only.
  const shadows = await db.shadows
    .where('[table+id]')
    .between([table, after ?? LOWEST], [table, through ?? HIGHEST], false, true)
    .primaryKeys()
  const hidden = shadows.map(([, id]) => id).filter((id) => !there.has(id))
  return [
    ...(rows as EditedRow[]).map((row): ServerRow => ({ table, id: keyOf(table, row), row })),
    ...[...new Set([...gone, ...hidden])].map((id): ServerRow => ({ table, id, row: null })),
  ]
}

const familiesOf = (records: readonly OutboxRecord[]) => new Set(records.map((record) => record.family))

/** Whether a page has the row of an edit that it names: rows outside its range may have come before the edit did. */
function isTold(edit: OutboxRecord, { range }: Changes): boolean {
  if (!range) return true
  const { entity, entity_id } = edit
  const { table, after, through } = range
  // Placing a staged order changes its rows, and makes one that is known by another name.
  if (stagedOf(edit).length > 0) return table === 'staged' && through === null
  const key = localKey(tableOf(entity), entity_id)
  return tableOf(entity) === table && (after === null || key > after) && (through === null || key <= through)
}

const LOWEST = -Infinity
const HIGHEST = [[]] as unknown as Key

function keyRange(db: LarderDatabase, table: Table, after: Key | null, through: Key | null) {
  const rows = db.table<object, Key>(table)
  if (after === null && through === null) return rows.toCollection()
  const key = rows.where(':id')
  if (after === null) return key.belowOrEqual(through!)
  return through === null ? key.above(after) : key.between(after, through, false, true)
}

/** Stores later changes: puts rows and removes gone ones, in any table. */
async function storeChanges(
  context: ApplyContext,
  page: Changes,
  settled: readonly OutboxRecord[],
): Promise<void> {
  const { db } = context
  const edited: ServerRow[] = []
  const requests: PromiseLike<unknown>[] = []
  for (const [table, rows] of Object.entries(page.rows) as [Table, object[]][])
    if (isEdited(table)) {
      const gone = new Set<Key>(page.gone[table])
      for (const row of rows as EditedRow[]) {
        const id = keyOf(table, row)
        edited.push({ table, id, row, ...(gone.has(id) && { isRemade: true }) })
      }
    } else if (isKept(table)) requests.push(db.table(table).bulkPut(rows))
  for (const [table, all] of Object.entries(page.gone) as [Table, Key[]][]) {
    // Deleted and made again, such as a code that was unlinked and linked: the row is newer than the tombstone.
    const here = new Set((page.rows[table] ?? []).map((row) => keyOf(table, row)))
    const keys = all.filter((key) => !here.has(key))
    if (isEdited(table)) for (const id of keys) edited.push({ table, id, row: null })
    else if (isKept(table)) requests.push(db.table(table).bulkDelete(keys))
  }
  await Promise.all(requests)
  if (edited.length + settled.length > 0)
    await layOn(context, { rows: edited, from: 'feed', families: familiesOf(settled) })
}

/**
 * Ends a pull after which the device has everything: stores when, gives back what a restored server has lost, forgets
 * old ended edits, and gives up rows that wait for news in vain. Returns whether edits wait again.
 */
export async function finishPull(context: ApplyContext, started: number): Promise<boolean> {
  const { db, now } = context
  return stored(db, () =>
    db.transaction('rw', [...APPLY_TABLES, 'ended', 'meta'], async () => {
      // A delete notifies the watchers of the first pull, even where nothing is deleted.
      if ((await readMeta(db, META.lastPull)) === undefined) await db.meta.delete(META.firstPull)
      await db.meta.put({ key: META.lastPull, value: now() })
      const hasGivenBack = await giveBack(db)
      // By the server's clock, because the device's may be years off.
      const time = await readMeta<string>(db, META.serverTime)
      const oldest = new Date(Date.parse(time ?? '') - LEDGER_KEPT_MS)
      if (!Number.isNaN(oldest.getTime())) await forgetEnded(db, oldest.toISOString())
      const waiting = await db.shadows
        .where('waiting_since')
        .belowOrEqual(started - WAIT_FOR_FEED_MS)
        .toArray()
      for (const [table, shadows] of groupBy(waiting, (shadow) => shadow.table)) {
        await db.table(table).bulkPut(shadows.flatMap((shadow) => shadow.row ?? []))
        await db.table(table).bulkDelete(shadows.filter((shadow) => !shadow.row).map((shadow) => shadow.id))
      }
      await deleteRuns(
        db.shadows,
        waiting.map(({ table, id }): [EditedTable, Key] => [table, id]),
      )
      return hasGivenBack
    }),
  )
}
