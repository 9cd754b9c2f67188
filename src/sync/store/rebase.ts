/** Applies the pending edits of some families on top of the server's rows again. See `apply.ts` for when. */
import { stagedRowsOf } from '#contract/orders/place.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { finalPrice } from '#contract/pricing.ts'
import { keyOf, type Key } from '#contract/sync/entities.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import { perform } from '#contract/sync/perform.ts'
import { sameJson } from '#contract/sync/merge.ts'
import type { EditedRow, EditedTable, OutboxRecord, Shadow } from '#src/db/database.ts'
import type { ApplyContext } from './rows.ts'
import { deleteRuns, isReadWhole } from '#src/db/of-each.ts'
import { MemoryWorld } from './memory-world.ts'
import {
  byEditedTable,
  changeKey,
  EDITED_TABLES,
  familyOfRow,
  groupBy,
  localKey,
  orderOfRow,
  rowOfFamily,
  spot,
  tableOf,
} from './rows.ts'

/** All pending edits of these families, in `seq` order. */
export interface PendingEdits {
  families: ReadonlySet<string>
  edits: readonly OutboxRecord[]
}

export interface RebaseInput {
  families: ReadonlySet<string>
  shadows: ReadonlyMap<string, Shadow[]>
  /** Shadows whose server row has just come. */
  refreshed: ReadonlySet<Shadow>
  /** Applied edits whose row the server did not send: shown as if it had, until it does. */
  untold: readonly OutboxRecord[]
  repriced: ReadonlySet<string>
  /** Known already, unless a family is rebased whose edits are not among them. */
  pending: PendingEdits | null
}

interface Family {
  name: string
  item: string | null
  edits: OutboxRecord[]
  shadows: Shadow[]
}

/** One or two families are asked for at once; for more it is worth a request to find the shorter way. */
const FEW_FAMILIES = 2

async function pendingEdits({ db }: ApplyContext, families: ReadonlySet<string>): Promise<OutboxRecord[]> {
  const records =
    families.size > FEW_FAMILIES && isReadWhole(await db.outbox.count(), families.size)
      ? await db.outbox.where('state').equals('pending').toArray()
      : (
          await Promise.all([...families].map((name) => db.outbox.where('family').equals(name).toArray()))
        ).flat()
  return records.filter(({ state }) => state === 'pending').sort((a, b) => a.seq - b.seq)
}

/**
 * Leaves out the parts of acts of which another part needs a person: half of a swap on the screen would be two lines
 * for one.
 */
async function whole({ db }: ApplyContext, edits: readonly OutboxRecord[]): Promise<readonly OutboxRecord[]> {
  if (!edits.some(({ act }) => act)) return edits
  const stopped = await db.outbox.where('state').anyOf('refused', 'conflict').toArray()
  const acts = new Set(stopped.map(({ act }) => act?.id))
  return edits.filter(({ act }) => !act || !acts.has(act.id))
}

/** Rebases the families. Runs inside the caller's transaction. */
export async function rebase(context: ApplyContext, input: RebaseInput): Promise<void> {
  const { pending } = input
  const isKnown = pending && [...input.families].every((name) => pending.families.has(name))
  const known = isKnown ? pending.edits : await pendingEdits(context, input.families)
  // An edit that its person took back is not shown any more, with any later answer of the server.
  const shown = known.filter(({ withdrawn }) => !withdrawn)
  const edits = groupBy(await whole(context, shown), (record) => record.family)
  const all = [...input.families].map((name): Family => ({
    name,
    item: name.startsWith('orderitems:') ? name.slice('orderitems:'.length) : null,
    edits: edits.get(name) ?? [],
    shadows: input.shadows.get(name) ?? [],
  }))
  const untold = groupBy(input.untold, (record) => record.family)
  const writes = new Writes()
  const families: Family[] = []
  for (const family of all)
    if (isOver(family, input, untold)) showServer(family, writes)
    else families.push(family)
  const world = await loadViews(context, families, input.untold)
  for (const family of families)
    rebaseFamily(context, family, world, input, untold.get(family.name) ?? [], writes)
  await writes.store(context)
}

/**
 * Whether nothing is left to apply to a family's rows: no edit waits, and the server has sent all that it made of them.
 */
const isOver = (
  { name, edits, shadows }: Family,
  { refreshed, repriced }: RebaseInput,
  untold: ReadonlyMap<string, unknown>,
): boolean =>
  edits.length === 0 &&
  !untold.has(name) &&
  !repriced.has(name) &&
  shadows.every((shadow) => shadow.waiting_since === undefined || refreshed.has(shadow))

/** Shows the server's rows again; no other row need be read for that. */
function showServer({ shadows }: Family, writes: Writes): void {
  for (const shadow of shadows) {
    writes.view(shadow.table, shadow.id, shadow.row)
    writes.noShadow(shadow)
  }
}

/** Loads the current rows for all families at once. */
async function loadViews(
  { db }: ApplyContext,
  families: readonly Family[],
  untold: readonly OutboxRecord[],
): Promise<MemoryWorld> {
  const world = new MemoryWorld()
  const edits = [...families.flatMap((family) => family.edits), ...untold]
  const wanted = byEditedTable(() => new Set<Key>())
  const siblingsOf = new Set<number>()
  for (const { name, shadows } of families) {
    const named = rowOfFamily(name)
    if (named) wanted[named.table].add(named.id)
    for (const { table, id, row } of shadows) {
      // A line may have moved to another order since it was edited (merging).
      if (row && 'order' in row) wanted.orders.add(row.order)
      if (table === 'staged') wanted.staged.add(id)
    }
  }
  for (const edit of edits) {
    if (edit.order !== null) wanted.orders.add(edit.order)
    for (const id of stagedRowsOf(edit)) wanted.staged.add(id)
    if (edit.entity === 'orderitems' && edit.call.method === 'POST' && edit.order !== null)
      siblingsOf.add(edit.order)
    for (const product of edit.reads) world.products.set(product.upc, product)
  }
  const keep = (table: EditedTable, rows: readonly (EditedRow | undefined)[]) => {
    for (const row of rows) if (row) world.set(table, keyOf(table, row), row)
  }
  await Promise.all([
    ...EDITED_TABLES.filter((table) => wanted[table].size > 0).map((table) =>
      db
        .table<EditedRow, Key>(table)
        .bulkGet([...wanted[table]])
        .then((rows) => keep(table, rows)),
    ),
    ...[...siblingsOf].map((order) =>
      db.items
        .where('order')
        .equals(order)
        .toArray()
        .then((rows) => keep('items', rows)),
    ),
    ...[...wanted.items].map((item) =>
      db.subitems
        .where('order_item')
        .equals(item)
        .toArray()
        .then((rows) => keep('subitems', rows)),
    ),
  ])
  return world
}

function rebaseFamily(
  { person, now }: ApplyContext,
  { name, item, edits, shadows }: Family,
  world: MemoryWorld,
  { refreshed, repriced }: RebaseInput,
  untold: readonly OutboxRecord[],
  writes: Writes,
): void {
  const server = new Map<string, EditedRow | null>()
  const byWaiting = new Set<string>()
  for (const shadow of shadows) {
    const at = spot(shadow.table, shadow.id)
    server.set(at, shadow.row)
    // Nothing better is known yet than the shown row: the server must have made just that of the edits.
    if (shadow.waiting_since !== undefined && !refreshed.has(shadow)) byWaiting.add(at)
    else world.set(shadow.table, shadow.id, shadow.row)
  }
  const gone = new Set(shadows.filter((shadow) => shadow.gone).map((shadow) => spot(shadow.table, shadow.id)))
  const touched = new Map<string, { table: EditedTable; id: Key; row: EditedRow | null }>()
  const run = (changes: readonly RowChange[]) => {
    for (const change of changes) {
      const id = changeKey(change)
      const at = spot(change.table, id)
      if (!server.has(at)) server.set(at, world.row(change.table, id) ?? null)
      touched.set(at, { table: change.table, id, row: 'row' in change ? change.row : null })
      world.apply(change)
    }
  }
  const lay = (edit: OutboxRecord) => {
    const table = tableOf(edit.entity)
    if (gone.has(spot(table, localKey(table, edit.entity_id)))) return
    const outcome = perform({ ...edit, base: { version: null, values: {} } }, world, person)
    if (outcome.kind === 'applied') run(outcome.changes)
  }
  untold.forEach(lay)
  // The row that the server must have made of these edits, until it sends that row.
  const unseen = new Map([...touched].map(([at, { table, id }]) => [at, world.row(table, id) ?? null]))
  touched.clear()
  edits.forEach(lay)
  const pending = new Set(touched.keys())
  // Weights that have just been acknowledged change the price of an item that the server has not sent yet.
  const line = item === null ? undefined : world.item(item)
  const at = line && spot('items', line.id)
  if (line && at && !pending.has(at) && server.has(at) && (repriced.has(name) || byWaiting.has(at)))
    reprice(line, world, run)

  for (const [at, row] of server) {
    const [table, ...rest] = at.split(':') as [EditedTable, string]
    const id = localKey(table, rest.join(':'))
    const shown = world.row(table, id) ?? null
    const shadow = shadowAt(shadows, table, id)
    writes.view(table, id, shown)
    const keep = edits.length > 0 && (pending.has(at) || shadow !== undefined)
    const waits =
      !keep &&
      !shadow?.gone &&
      (unseen.has(at) || byWaiting.has(at) || touched.has(at)) &&
      !sameJson(shown, row)
    const isUntold = byWaiting.has(at) || unseen.has(at)
    const untoldYet = keep ? isUntold && !pending.has(at) : waits
    const under = keep && pending.has(at) && unseen.has(at) ? unseen.get(at)! : row
    if (keep || waits) writes.shadow(shadowOf(table, id, under, shown, shadow, untoldYet ? now() : undefined))
    else {
      // The server's row is shown again.
      writes.view(table, id, row)
      if (shadow) writes.noShadow(shadow)
    }
  }
}

const shadowAt = (shadows: readonly Shadow[], table: EditedTable, id: Key) =>
  shadows.find((shadow) => shadow.table === table && shadow.id === id)

function reprice(item: OrderItemRow, world: MemoryWorld, run: (changes: RowChange[]) => void): void {
  const row = { ...item, final_price: finalPrice(item, world.subitemsOf(item.id)) }
  if (row.final_price !== item.final_price) run([{ table: 'items', row }])
}

function shadowOf(
  table: EditedTable,
  id: Key,
  row: EditedRow | null,
  shown: EditedRow | null,
  before: Shadow | undefined,
  waitingSince: number | undefined,
): Shadow {
  const known = row ?? shown
  return {
    table,
    id,
    row,
    family: before?.family ?? (known ? familyOfRow(table, known) : spot(table, id)),
    order: before?.order ?? (known ? orderOfRow(table, known) : null),
    gone: before?.gone ?? false,
    ...(waitingSince !== undefined && { waiting_since: before?.waiting_since ?? waitingSince }),
  }
}

/** Collects the writes, so that each table is written once. */
class Writes {
  readonly #views = new Map<EditedTable, Map<Key, EditedRow | null>>()
  readonly #shadows: Shadow[] = []
  readonly #freed: [EditedTable, Key][] = []

  view(table: EditedTable, id: Key, row: EditedRow | null): void {
    const rows = this.#views.get(table) ?? new Map<Key, EditedRow | null>()
    this.#views.set(table, rows.set(id, row))
  }
  shadow(shadow: Shadow): void {
    this.#shadows.push(shadow)
  }
  noShadow({ table, id }: Shadow): void {
    this.#freed.push([table, id])
  }
  async store({ db }: ApplyContext): Promise<void> {
    const requests: PromiseLike<unknown>[] = []
    for (const [table, rows] of this.#views) {
      const put = [...rows.values()].filter((row) => row !== null)
      const gone = [...rows].filter(([, row]) => row === null).map(([id]) => id)
      if (put.length > 0) requests.push(db.table(table).bulkPut(put))
      if (gone.length > 0) requests.push(db.table(table).bulkDelete(gone))
    }
    if (this.#shadows.length > 0) requests.push(db.shadows.bulkPut(this.#shadows))
    if (this.#freed.length > 0) requests.push(deleteRuns(db.shadows, this.#freed))
    await Promise.all(requests)
  }
}
