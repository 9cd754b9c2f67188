/**
 * Stores the server's rows and rebases the person's pending edits on them.
 *
 * A row without pending edits is simply the server's. A row with pending edits has a shadow, the server's row. The
 * screen shows the shadow with the edits run over it once more, without a search for conflicts: the server finds those.
 * Edits are replayed by family (an item with its pieces), because an item's price follows its pieces.
 */
import Dexie from 'dexie'
import { ENTITIES, ENTITY_OF, type Key } from '#contract/sync/entities.ts'
import { sameJson } from '#contract/sync/merge.ts'
import type { EditedRow, EditedTable, LarderDatabase, OutboxRecord, Shadow } from '#src/db/database.ts'
import { isReadWhole, nearby, ROWS_A_REQUEST } from '#src/db/of-each.ts'
import { rebase, type PendingEdits } from './rebase.ts'
import { EDITED_TABLES, familyOfRow, groupBy, spot, type ApplyContext } from './rows.ts'

/** A row as the server has it; `row` is null if it has none. */
export interface ServerRow {
  table: EditedTable
  id: Key
  row: EditedRow | null
  /** Deleted and made again since the last page: its versions start again and say nothing about ours. */
  isRemade?: true
  /** Gone because its order or its item is gone. */
  orphan?: true
}

export interface Incoming {
  rows: readonly ServerRow[]
  /**
   * `feed` has what changed, perhaps late, so an older version than ours is passed over; `range` is the whole truth;
   * `answer` has the row of one edit and never restores a row that the feed has taken away.
   */
  from: 'feed' | 'range' | 'answer'
  /** Families to rebase although no row of theirs came: an edit of theirs was settled, retried or given up. */
  families?: ReadonlySet<string>
  /** Applied edits whose answer did not have the row. */
  untold?: readonly OutboxRecord[]
  /** Families of applied edits of pieces: the server has priced their item again, and has not sent it yet. */
  repriced?: ReadonlySet<string>
  /** What still waits, if the caller knows it for the families that this is about. */
  pending?: PendingEdits | null
}

function listIn<T>(lists: Map<EditedTable, T[]>, table: EditedTable): T[] {
  const list = lists.get(table) ?? []
  lists.set(table, list)
  return list
}

const versionOf = (row: EditedRow): number => ('version' in row ? row.version : 0)
const isOlder = ({ row, isRemade }: ServerRow, than: EditedRow): boolean =>
  row !== null && !isRemade && versionOf(row) < versionOf(than)

/** The tables that `layOn` reads and writes. */
export const APPLY_TABLES = [...EDITED_TABLES, 'shadows', 'outbox'] as const

/** Runs inside a read-write transaction over `APPLY_TABLES`. */
export async function layOn(context: ApplyContext, incoming: Incoming): Promise<void> {
  const { db } = context
  const rows = await withPieces(db, incoming.rows)
  // They show which family a row that is gone, or not here, belongs to.
  const gone = await viewsOf(
    db,
    rows.filter(({ row }) => row === null),
  )
  const families = new Set(incoming.families)
  const familyAt = rows.map((row) => {
    const known = row.row ?? gone.get(spot(row.table, row.id))
    return known ? familyOfRow(row.table, known) : null
  })
  const shadows = await shadowsFor(db, rows, familyAt, families)
  const byFamily = groupBy(shadows.values(), (shadow) => shadow.family)
  // A whole table's page is put as it is, and the rows over shadows are rebased: neither is compared.
  const compared =
    incoming.from === 'range' ? [] : rows.filter(({ table, id, row }) => row && !shadows.has(spot(table, id)))
  const views = new Map([...gone, ...(await viewsOf(db, compared))])

  const put = new Map<EditedTable, EditedRow[]>()
  const remove = new Map<EditedTable, Key[]>()
  /** Shadows whose row came with this call. */
  const refreshed = new Set<Shadow>()
  for (const [n, serverRow] of rows.entries()) {
    const { table, id, row } = serverRow
    const at = spot(table, id)
    const shadow = shadows.get(at)
    if (shadow) {
      families.add(shadow.family)
      if (updateShadow(shadow, serverRow, incoming.from)) refreshed.add(shadow)
      continue
    }
    const view = views.get(at)
    if (incoming.from === 'answer' && !view) continue
    if (incoming.from !== 'range' && row && view && (isOlder(serverRow, view) || sameJson(row, view)))
      continue
    if (row) listIn(put, table).push(row)
    else listIn(remove, table).push(id)
    const family = familyAt[n]
    if (family && byFamily.has(family)) families.add(family)
  }
  await Promise.all([
    ...[...put].map(([table, list]) => db.table(table).bulkPut(list)),
    ...[...remove].map(([table, list]) => db.table(table).bulkDelete(list)),
  ])
  if (families.size === 0) return
  const { untold = [], repriced = new Set<string>(), pending = null } = incoming
  await rebase(context, { families, shadows: byFamily, refreshed, untold, repriced, pending })
}

/** Stores the server's row in the shadow. Returns false if it is older than what is there, or the same. */
function updateShadow(shadow: Shadow, serverRow: ServerRow, from: Incoming['from']): boolean {
  const { table, row, orphan } = serverRow
  if (from === 'answer' && shadow.gone) return false
  if (row && shadow.row) {
    if (from !== 'range' && isOlder(serverRow, shadow.row)) return false
    if (sameJson(row, shadow.row)) return false
  }
  if (!row && !shadow.row) {
    // A row that only the device has so far is not gone; it has not arrived. But a tombstone of it, or of its
    // parent, means that a late answer must not restore it: no pull would ever take it away again.
    const isGone = from !== 'answer' && (orphan || (from === 'feed' && table !== 'barcodes'))
    if (!isGone || shadow.gone) return false
  }
  shadow.row = row
  shadow.gone = row === null && from !== 'answer'
  return true
}

/** The tables of rows that are within an order. A piece is within an item. */
const WITHIN_ORDERS = EDITED_TABLES.filter((table) => ENTITIES[ENTITY_OF[table]].within === 'order')

const orphanOf = (table: EditedTable, id: Key): ServerRow => ({ table, id, row: null, orphan: true })

/**
 * Adds the rows that go with the deleted ones: a deleted item's pieces, the rows within a deleted order and their
 * pieces. A row that these very rows have in another order, or of another line, stays (merging).
 */
async function withPieces(db: LarderDatabase, rows: readonly ServerRow[]): Promise<readonly ServerRow[]> {
  const goneItems = rows.filter((row) => row.table === 'items' && row.row === null)
  const goneOrders = rows.filter((row) => row.table === 'orders' && row.row === null)
  if (goneItems.length + goneOrders.length === 0) return rows
  const moved = new Set(
    rows.flatMap(({ table, id, row }) => (table === 'items' && row ? `${FAMILY_OF_LINE}${id}` : [])),
  )
  const more = await Promise.all([
    ...goneItems.map(async ({ id }) => {
      const family = `orderitems:${id}`
      const [pieces, shadows] = await Promise.all([
        db.subitems.where('order_item').equals(id).primaryKeys(),
        db.shadows.where('family').equals(family).toArray(),
      ])
      return [
        ...pieces.map((key) => orphanOf('subitems', key)),
        ...shadows
          .filter(({ table }) => table === 'subitems')
          .map((shadow) => orphanOf('subitems', shadow.id)),
      ]
    }),
    ...goneOrders.map(async ({ id }) => {
      const [within, pieces, shadows] = await Promise.all([
        Promise.all(WITHIN_ORDERS.map((table) => db.table(table).where('order').equals(id).primaryKeys())),
        db.subitems.where('order').equals(id).toArray(),
        db.shadows.where('order').equals(id).toArray(),
      ])
      return [
        ...WITHIN_ORDERS.flatMap((table, n) => within[n]!.map((key) => orphanOf(table, key as Key))),
        ...pieces
          .filter((piece) => !moved.has(familyOfRow('subitems', piece)))
          .map((piece) => orphanOf('subitems', piece.id)),
        ...shadows
          .filter(({ family }) => !moved.has(family))
          .map((shadow) => orphanOf(shadow.table, shadow.id)),
      ]
    }),
  ])
  const all = new Map<string, ServerRow>()
  // The rows themselves come last: a piece of a line that is gone may be another line's.
  for (const row of [...more.flat(), ...rows]) all.set(spot(row.table, row.id), row)
  return [...all.values()]
}

/** Returns the current rows of the tables under the keys of these rows. */
export async function viewsOf(
  db: LarderDatabase,
  rows: readonly ServerRow[],
): Promise<Map<string, EditedRow>> {
  const views = new Map<string, EditedRow>()
  await Promise.all(
    [...groupBy(rows, (row) => row.table)].map(async ([table, list]) => {
      const found = await db.table<EditedRow, Key>(table).bulkGet(list.map((row) => row.id))
      for (const [n, row] of found.entries()) if (row) views.set(spot(table, list[n]!.id), row)
    }),
  )
  return views
}

/**
 * Returns all shadows of the families that the rows belong to, and those of the rows themselves.
 *
 * @param familyAt the family of each row; null where it is not known
 */
export async function shadowsFor(
  db: LarderDatabase,
  rows: readonly ServerRow[],
  familyAt: readonly (string | null)[],
  families: ReadonlySet<string>,
): Promise<Map<string, Shadow>> {
  const shadows = new Map<string, Shadow>()
  const count = await db.shadows.count()
  if (count === 0) return shadows
  const wanted = new Set([...families, ...familyAt.filter((family) => family !== null)])
  const unknown = rows.filter((_, n) => familyAt[n] === null)
  const keep = (list: readonly Shadow[]) => {
    for (const shadow of list) shadows.set(spot(shadow.table, shadow.id), shadow)
    return shadows
  }
  if (count <= wanted.size + unknown.length) return keep(await db.shadows.toArray())
  const lines = await linesWithPieces(db, wanted, unknown)
  if (lines) return keep(lines)
  if (isReadWhole(count, wanted.size + unknown.length)) return keep(await db.shadows.toArray())
  // A row that is deleted here, or not here, is known by its key only.
  const own = await db.shadows.bulkGet(unknown.map((row) => [row.table, row.id] as [EditedTable, Key]))
  for (const shadow of own) if (shadow) wanted.add(shadow.family)
  const lists = await Promise.all(
    [...wanted].map((family) => db.shadows.where('family').equals(family).toArray()),
  )
  return keep(lists.flat())
}

const FAMILY_OF_LINE = 'orderitems:'
/** For fewer families a request that looks for pieces is not worth it. */
const MANY_FAMILIES = 16

/**
 * Returns the shadows of many lines and of their pieces: the pieces' in one request, because they are few where there
 * are any. Null where something else is asked for, or it is not worth it.
 */
async function linesWithPieces(
  db: LarderDatabase,
  wanted: ReadonlySet<string>,
  unknown: readonly ServerRow[],
): Promise<Shadow[] | null> {
  if (wanted.size < MANY_FAMILIES || unknown.length > 0) return null
  if (![...wanted].every((family) => family.startsWith(FAMILY_OF_LINE))) return null
  const pieces = db.shadows
    .where('[table+id]')
    .between(['subitems', Dexie.minKey], ['subitems', Dexie.maxKey])
  const count = await pieces.count()
  if (count > wanted.size * ROWS_A_REQUEST) return null
  const keys = [...wanted].map((family): LineKey => ['items', family.slice(FAMILY_OF_LINE.length)])
  const [lines, theirs] = await Promise.all([
    nearby<Shadow, LineKey, Shadow>(db.shadows, keys, ({ table, id }) => [table, id]),
    count > 0 ? pieces.toArray() : [],
  ])
  return [...lines, ...theirs.filter(({ family }) => wanted.has(family))]
}
type LineKey = [EditedTable, Key]
