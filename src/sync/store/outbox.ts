/**
 * Stores an edit in ONE strict transaction: it loads the rows, runs the contract's pure function, puts the rows, keeps
 * the server's row beside them and appends the record. When `commit` resolves, the disk has it; only then may the
 * device beep.
 */
import { readStagedId } from '#contract/ordering/staged.ts'
import type { Key } from '#contract/sync/entities.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { Person } from '#contract/permissions.ts'
import { MOST_PARTS, MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import { refuse, type RowChange, type Conflict, type Outcome, type Refused } from '#contract/sync/outcome.ts'
import { perform } from '#contract/sync/perform.ts'
import type { EditedRow, EditedTable, LarderDatabase, OutboxRecord, Shadow } from '#src/db/database.ts'
import { actOfEdit, countParts, mutationOf } from './edit.ts'
import { amendAll, type Amends } from './fates.ts'
import { load, readsProducts, rowOf, type Loaded } from './load.ts'
import type { MemoryWorld } from './memory-world.ts'
import { joinedWith, keepJoint, META } from './meta.ts'
import {
  changeKey,
  familyOfRow,
  itemFamily,
  localKey,
  namedBy,
  orderOfRow,
  spot,
  stagedFamily,
  stagedLocationOf,
  tableOf,
} from './rows.ts'
import { joined, mayJoin } from './join.ts'
import { stored } from './storage.ts'
import type { MakeId } from './uuid.ts'

interface Committed {
  kind: 'committed'
  records: OutboxRecord[]
  /**
   * Every row as it was stored, with its table: the rows of the edits, and the rows that changed with them, such as the
   * price of an item whose piece was weighed. Empty for an edit that is tried again: the server's answer changes its
   * row.
   */
  changes: RowChange[]
}
export type CommitResult = Committed | Refused | Conflict

export interface CommitContext {
  db: LarderDatabase
  person: Person
  deviceId: string
  now(): number
  makeId: MakeId
}

export interface CommitOptions {
  /** The refused edit that these edits try again. */
  retryOf?: string
  /** Small facts of this person that change with the edits, in the same transaction (`engine.remember`). */
  amend?: Amends
}

const TOO_MANY_PARTS = refuse(
  400,
  'invalid',
  `This changes more than ${MOST_PARTS} lines and pieces at once. Do it in smaller steps.`,
)

/** Stores edits, all or none. A refusal is a value and nothing is stored. Rejects with StorageTrouble. */
export function commit(
  context: CommitContext,
  edits: readonly NewEdit[],
  options: CommitOptions = {},
): Promise<CommitResult> {
  const { db } = context
  if ([...countParts(edits).values()].some((parts) => parts > MOST_PARTS))
    return Promise.resolve(TOO_MANY_PARTS)
  // Made before the transaction, so that a second try after a closed database recognises the first.
  const ids = edits.map(() => context.makeId())
  return stored(db, async (again) => {
    if (again) {
      const before = await storedBefore(db, ids)
      if (before.length > 0)
        return { kind: 'committed', records: before, changes: await changesNow(db, edits) }
    }
    return db.transaction('rw', tablesFor(edits, options), () => storeEdits(context, edits, ids, options))
  })
}

/** Returns the records of edits that an earlier try has stored, or has joined with a waiting one. */
const storedBefore = async (db: LarderDatabase, ids: readonly string[]): Promise<OutboxRecord[]> =>
  db.outbox
    .where('mutation_id')
    .anyOf([...ids, ...(await joinedWith(db, ids))])
    .toArray()

/** Returns what an earlier try has stored of these edits, and of the items whose pieces they are. */
async function changesNow(db: LarderDatabase, edits: readonly NewEdit[]): Promise<RowChange[]> {
  const rows = edits.map(({ entity, entity_id }) => [tableOf(entity), entity_id] as const)
  const items = edits.flatMap(({ order_item }) => (order_item ? [['items', order_item] as const] : []))
  return Promise.all(
    [...rows, ...items].map(async ([table, id]) => {
      const row = await db.table<EditedRow, Key>(table).get(localKey(table, id))
      return (row ? { table, row } : { table, gone: id }) as RowChange
    }),
  )
}

function tablesFor(edits: readonly NewEdit[], { amend }: CommitOptions): string[] {
  const tables = new Set<string>(['orders', 'items', 'subitems', 'shadows', 'outbox', 'meta'])
  for (const { entity } of edits) tables.add(tableOf(entity))
  if (amend) tables.add('ended')
  if (edits.some((edit) => stagedLocationOf(namedBy(edit)) !== null)) tables.add('staged')
  if (edits.some(readsProducts)) tables.add('products')
  return [...tables]
}

async function storeEdits(
  context: CommitContext,
  edits: readonly NewEdit[],
  ids: readonly string[],
  options: CommitOptions,
): Promise<CommitResult> {
  const { db, person } = context
  const [loaded, candidate] = await Promise.all([load(db, edits), joinCandidate(db, edits)])
  const { world } = loaded
  const parts = countParts(edits)
  const before = new Map<string, EditedRow | undefined>()
  const changes = new Map<string, RowChange>()
  const records: Omit<OutboxRecord, 'seq'>[] = []
  for (const [n, edit] of edits.entries()) {
    const record = recordOf(context, edit, ids[n]!, world, options)
    record.act = actOfEdit(edit, parts)
    const outcome: Outcome = perform(record, world, person)
    // A refusal is not thrown: that would be a defect. A transaction that has written nothing yet simply ends.
    if (outcome.kind !== 'applied') return outcome
    for (const change of outcome.changes) {
      const at = spot(change.table, changeKey(change))
      if (!before.has(at)) before.set(at, world.row(change.table, changeKey(change)))
      changes.set(at, change)
      world.apply(change)
    }
    records.push(n < edits.length - 1 ? { ...record, part: 1 } : record)
  }
  const merged = records.length === 1 && candidate ? joined(candidate, records[0]!) : null
  // Runs first: if it throws, nothing is stored.
  if (options.amend) await amendAll(db, options.amend, merged ? [merged.mutation_id] : ids)
  const writes = [...writeRows(db, changes), ...keepShadows(db, loaded, changes, before)]
  if (merged) {
    const joint = { id: ids[0]!, into: merged.mutation_id }
    await Promise.all([...writes, db.outbox.put(merged), keepJoint(db, joint)])
    return { kind: 'committed', records: [merged], changes: [...changes.values()] }
  }
  const seqs =
    records.length === 1
      ? db.outbox.add(records[0]!).then((seq) => [seq])
      : db.outbox.bulkAdd(records, { allKeys: true })
  const [keys] = await Promise.all([seqs, ...writes])
  return {
    kind: 'committed',
    records: records.map((record, n) => ({ ...record, seq: keys[n]! })),
    changes: [...changes.values()],
  }
}

function recordOf(
  author: CommitContext,
  edit: NewEdit,
  mutation_id: string,
  world: MemoryWorld,
  { retryOf }: CommitOptions,
): Omit<OutboxRecord, 'seq'> & { seq: number } {
  const row = rowOf(world, edit)
  const record = {
    ...mutationOf(author, edit, mutation_id, row, orderOf(edit, row, world)),
    retry_of: retryOf ?? null,
    state: 'pending' as const,
    family: familyOf(edit, row),
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    answer: null,
    reads: readsProducts(edit) ? [...world.products.values()] : [],
    product: productOf(edit, row, world),
  }
  // IndexedDB gives the number when the record is added.
  return record as typeof record & { seq: number }
}

function orderOf(edit: NewEdit, row: EditedRow | undefined, world: MemoryWorld): number | null {
  if (row) return orderOfRow(tableOf(edit.entity), row)
  const item = edit.entity === 'ordersubitems' ? world.item(String(edit.body?.['order_item'])) : undefined
  const order = item?.order ?? edit.order ?? edit.body?.['order']
  return typeof order === 'number' ? order : null
}

/** Returns the product that an edit is about: of its row as it is before, or of the row that it makes. */
function productOf(edit: NewEdit, row: EditedRow | undefined, world: MemoryWorld): string | null {
  if (edit.entity === 'sharedcartitems') return readStagedId(edit.entity_id)?.upc ?? null
  const about = { ...edit.body, ...row } as { product?: unknown; order_item?: unknown }
  const product =
    edit.entity === 'ordersubitems' ? world.item(String(about.order_item))?.product : about.product
  return typeof product === 'string' ? product : null
}

function familyOf(edit: NewEdit, row: EditedRow | undefined): string {
  const location = stagedLocationOf(namedBy(edit))
  if (location !== null) return stagedFamily(location)
  if (row) return familyOfRow(tableOf(edit.entity), row)
  if (edit.entity !== 'ordersubitems') return `${edit.entity}:${edit.entity_id}`
  // Without its item a piece is refused, and no record is made of it.
  return itemFamily((edit.order_item ?? edit.body?.['order_item']) as string)
}

function writeRows(db: LarderDatabase, changes: ReadonlyMap<string, RowChange>): PromiseLike<unknown>[] {
  return [...changes.values()].map((change) =>
    'gone' in change
      ? db.table<EditedRow, Key>(change.table).delete(change.gone)
      : db.table<EditedRow, Key>(change.table).put(change.row),
  )
}

/** Puts the server's row aside with the first pending edit of a row; later edits find it there. */
function keepShadows(
  db: LarderDatabase,
  { shadows }: Loaded,
  changes: ReadonlyMap<string, RowChange>,
  before: ReadonlyMap<string, EditedRow | undefined>,
): PromiseLike<unknown>[] {
  const writes: PromiseLike<unknown>[] = []
  for (const [at, change] of changes) {
    const shadow = shadows.get(at)
    if (shadow && shadow.waiting_since === undefined) continue
    const row = before.get(at) ?? null
    writes.push(db.shadows.put(shadow ? withRow(shadow, row) : shadowOf(change, row)))
  }
  return writes
}

/**
 * Returns the shadow of a row that the server has not sent yet: it shows what the server must have made of the edits
 * before.
 */
function withRow({ waiting_since: _over, ...shadow }: Shadow, row: EditedRow | null): Shadow {
  return { ...shadow, row }
}

function shadowOf(change: RowChange, before: EditedRow | null): Shadow {
  const table: EditedTable = change.table
  const row = before ?? ('row' in change ? change.row : null)
  return {
    table,
    id: changeKey(change),
    row: before,
    family: row ? familyOfRow(table, row) : spot(table, changeKey(change)),
    order: row && orderOfRow(table, row),
    gone: false,
  }
}

/**
 * Returns the record that a single edit may be joined with: the last one that was stored, of the same row and never
 * taken for sending.
 */
async function joinCandidate(db: LarderDatabase, edits: readonly NewEdit[]): Promise<OutboxRecord | null> {
  const [edit] = edits
  if (!edit || edits.length > 1 || !mayJoin(edit)) return null
  const [last, taken] = await Promise.all([db.outbox.orderBy('seq').last(), db.meta.get(META.taken)])
  const fits =
    last &&
    last.entity === edit.entity &&
    last.entity_id === edit.entity_id &&
    last.state === 'pending' &&
    last.schema_version === MUTATION_SCHEMA_VERSION &&
    last.attempts === 0 &&
    taken &&
    last.seq > (taken.value as number)
  return fits ? last : null
}
