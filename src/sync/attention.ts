/**
 * The edits that need a person: refused edits and clashes. Nothing is dropped: an edit that is given up stays in the
 * ledger.
 */
import type { NewEdit } from '#contract/sync/new-edit.ts'
import type { User } from '#contract/people/schema.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { can } from '#contract/permissions.ts'
import { refuse } from '#contract/sync/outcome.ts'
import type { LarderDatabase, LedgerEnd, OutboxRecord, OutboxState, ServerAnswer } from '#src/db/database.ts'
import { APPLY_TABLES, layOn } from './store/apply.ts'
import { toWire } from './store/edit.ts'
import { amendAll, type Amends } from './store/fates.ts'
import { keepEnded, ledgerEntry } from './store/ledger.ts'
import { markTaken, META, readMeta } from './store/meta.ts'
import { commit, type CommitContext, type CommitResult } from './store/outbox.ts'
import { localKey, tableOf } from './store/rows.ts'
import { orWithoutRoom, stored } from './store/storage.ts'

/** `mine` writes the person's values over what is there now, `theirs` gives the edit up. */
export type Resolution = 'mine' | 'theirs'

const overAlready = () => refuse(404, 'unknown', 'This change is not waiting any more.')

/**
 * Returns the piece that a refused scan made with its count, while it waits behind it. If the server asks why, it asks
 * about both (docs/decisions/0016): one answer counts for both, and no person is asked twice about one scan. The same
 * holds if the line was marked out of stock meanwhile.
 */
async function pieceOfScan(db: LarderDatabase, record: OutboxRecord): Promise<OutboxRecord | null> {
  const { seq, family, raw_scan, answer } = record
  const isOfBoth = answer?.code === 'needs_reason' || answer?.clash?.['out_of_stock'] !== undefined
  if (!isOfBoth || raw_scan === null || record.entity !== 'orderitems') return null
  // Both were committed in one act, so one follows the other.
  const next = await db.outbox.get(seq + 1)
  const isIts = next?.family === family && next.entity === 'ordersubitems' && next.call.method === 'POST'
  return isIts && next.raw_scan === raw_scan && next.state === 'pending' ? next : null
}

/**
 * Returns the records that share the fate of a record: the other parts of its act, and the piece that a scan made with
 * its count.
 */
async function sharing(db: LarderDatabase, record: OutboxRecord): Promise<OutboxRecord[]> {
  if (!record.act) {
    const piece = await pieceOfScan(db, record)
    return piece ? [piece] : []
  }
  const { id } = record.act
  return db.outbox.filter((one) => one.act?.id === id && one.seq !== record.seq).sortBy('seq')
}

interface EndOptions {
  /** The record that takes its place. */
  successor?: (record: OutboxRecord) => OutboxRecord
  /** Small facts that change in the same transaction. */
  amend?: Amends
  /** Also ends a record that waits, and may have been sent. */
  isWaitingToo?: boolean
}

/**
 * Moves a refused or clashing record, with those that share its fate, to the ledger. A successor may take its place in
 * the order; the rest is sent again behind or before it.
 */
function end(
  context: CommitContext,
  mutationId: string,
  how: LedgerEnd,
  { successor, amend = {}, isWaitingToo = false }: EndOptions = {},
): Promise<OutboxRecord | null> {
  const { db, now } = context
  return stored(db, () =>
    db.transaction('rw', [...APPLY_TABLES, 'ended', 'meta'], async () => {
      const record = await db.outbox.where('mutation_id').equals(mutationId).first()
      // An edit that may be on its way is not taken back; another edit undoes it.
      if (!record || (record.state === 'pending' && !isWaitingToo)) return null
      const others = await sharing(db, record)
      const next = successor?.(record)
      await amendAll(db, amend)
      const over = (one: OutboxRecord) =>
        ledgerEntry(one, how, new Date(now()).toISOString(), one.answer, one.answer?.server_time ?? null)
      // The same edit sent once more is not over.
      const ended = [
        ...(next?.mutation_id === record.mutation_id ? [] : [over(record)]),
        ...(next ? [] : others.map(over)),
      ].sort((a, b) => a.seq - b.seq)
      await Promise.all([
        next
          ? db.outbox.bulkPut([
              next,
              ...others.map((one) => ({ ...one, reason: one.reason ?? next.reason, next_attempt_at: 0 })),
            ])
          : db.outbox.bulkDelete([record, ...others].map(({ seq }) => seq)),
        keepEnded(db, ended),
        // A successor is sent, and the report with it.
        !next &&
          can(context.person, 'orders.pick') &&
          db.meta.put({ key: META.reportDue, value: context.makeId() }),
      ])
      const families = new Set([record, ...others].map(({ family }) => family))
      await layOn(context, { rows: [], from: 'answer', families })
      return next ?? record
    }),
  )
}

function again(
  context: CommitContext,
  record: OutboxRecord,
  base: Mutation['base'],
  reason: string | null = record.reason,
): OutboxRecord {
  return {
    ...record,
    reason,
    mutation_id: context.makeId(),
    retry_of: record.mutation_id,
    base,
    state: 'pending',
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    answer: null,
    created_at: new Date(context.now()).toISOString(),
  }
}

/** Whether the device itself answered, for an edit that no proxy lets through. */
const isUnsent = ({ answer }: OutboxRecord): boolean => answer?.status === 413

/**
 * Returns an edit with its own key, because the server has stored no answer to it. It may have arrived all the same, if
 * a proxy answered in the server's place, and must not be done twice.
 */
const unchanged = (record: OutboxRecord): OutboxRecord => ({
  ...record,
  state: 'pending',
  attempts: 0,
  next_attempt_at: 0,
  last_error: null,
  answer: null,
})

/**
 * Sends the edit again as a new one that names the refused one, in its place, so that later edits of the row follow it.
 * @param reason why it is right all the same, where the server asked for one (`needs_reason`)
 */
export async function retry(
  context: CommitContext,
  mutationId: string,
  reason?: string,
): Promise<CommitResult> {
  const next = await end(context, mutationId, 'retried', {
    successor: (record) =>
      isUnsent(record) ? unchanged(record) : again(context, record, record.base, reason),
  })
  return next ? { kind: 'committed', records: [next], changes: [] } : overAlready()
}

/** @param amend small facts that change with it; they stay as they are if it is not there any more */
export async function discard(
  context: CommitContext,
  mutationId: string,
  amend: Amends = {},
): Promise<boolean> {
  return (await end(context, mutationId, 'discarded', { amend })) !== null
}

/** Gives up an edit that has no answer yet. A late answer to it is ignored. */
export async function withdraw(
  context: CommitContext,
  mutationId: string,
  amend: Amends = {},
): Promise<boolean> {
  return (await end(context, mutationId, 'discarded', { amend, isWaitingToo: true })) !== null
}

/**
 * Asks the server to forget an edit that it may have by now. The edit waits for the answer: it is over then, as applied
 * or as discarded. Until then it is not shown. Returns false if the edit does not wait any more.
 */
export function takeBack(context: CommitContext, mutationId: string): Promise<boolean> {
  const { db } = context
  return stored(db, () =>
    db.transaction('rw', [...APPLY_TABLES], async () => {
      const record = await db.outbox.where('mutation_id').equals(mutationId).first()
      if (record?.state !== 'pending') return false
      await db.outbox.put({ ...record, withdrawn: true, next_attempt_at: 0 })
      await layOn(context, { rows: [], from: 'answer', families: new Set([record.family]) })
      return true
    }),
  )
}

/** The person has seen both values and chosen. */
export async function resolveConflict(
  context: CommitContext,
  mutationId: string,
  choice: Resolution,
): Promise<CommitResult | boolean> {
  if (choice === 'theirs') return discard(context, mutationId)
  const { db } = context
  const record = await db.outbox.where('mutation_id').equals(mutationId).first()
  if (record?.state !== 'conflict') return overAlready()
  if (record.answer?.deleted)
    return refuse(422, 'order_gone', 'It was deleted meanwhile, so this change has nothing left to change.')
  if (record.entity === 'barcodealternates' && record.call.method === 'POST') return relink(context, record)
  const version = await versionNow(db, record)
  const clash = Object.entries(record.answer?.clash ?? {})
  const theirs = clash.map(([field, one]) => [field, one.theirs])
  // A field that it met beside its own fields, such as a mark, is changed with them.
  const met = clash
    .filter(([field]) => !(field in (record.call.body ?? {})))
    .map(([field, one]) => [field, one.mine])
  const base = { version, values: { ...record.base.values, ...(Object.fromEntries(theirs) as object) } }
  const next = await end(context, mutationId, 'retried', {
    successor: (old) => again(context, withValues(old, Object.fromEntries(met)), base),
  })
  return next ? { kind: 'committed', records: [next], changes: [] } : overAlready()
}

/** Returns the same edit with these fields set too. A deletion sets none. */
const withValues = (record: OutboxRecord, values: Record<string, unknown>): OutboxRecord =>
  record.call.body === null
    ? record
    : { ...record, call: { ...record.call, body: { ...record.call.body, ...values } } }

async function versionNow(db: LarderDatabase, { entity, entity_id }: OutboxRecord): Promise<number | null> {
  const table = tableOf(entity)
  const id = localKey(table, entity_id)
  const shadow = await db.shadows.get([table, id])
  const row = shadow ? shadow.row : ((await db.table(table).get(id)) as object | undefined)
  return row && 'version' in row ? (row.version as number) : null
}

/** A barcode names one product: the old link is removed, then the new one is added. */
async function relink(
  context: CommitContext,
  { mutation_id, entity_id, call }: OutboxRecord,
): Promise<CommitResult> {
  const link: NewEdit = { entity: 'barcodealternates', entity_id, method: 'POST', body: call.body }
  const linked = await context.db.barcodes.get(entity_id)
  // The person has seen the other product on the card, which this device may not have stored yet.
  const seen = { product: undefined }
  const unlink: NewEdit = { entity: 'barcodealternates', entity_id, method: 'DELETE', seen }
  const result = await commit(context, linked ? [unlink, link] : [link], { retryOf: mutation_id })
  if (result.kind === 'committed') await end(context, mutation_id, 'retried')
  return result
}

export interface ExportedOutbox {
  format: 'larder-outbox'
  version: 1
  device_id: string
  /** The author of the edits, as the server records them, whichever person imports the file. */
  user: { id: number; username: string }
  exported_at: string
  records: (Mutation & { state: OutboxState; answer: ServerAnswer | null })[]
}

/** Returns everything that is not acknowledged, with its keys, so that importing what has arrived changes nothing. */
export async function exportOutbox(
  { db, deviceId, now }: CommitContext,
  user: User,
): Promise<ExportedOutbox> {
  // A file may be imported anywhere: from here on nothing of it is merged with a newer edit.
  const read = (hasRoom: boolean) => () =>
    stored(db, () =>
      db.transaction('rw', db.outbox, db.meta, async () => {
        const all = await db.outbox.orderBy('seq').toArray()
        const last = all.at(-1)
        const taken = (await readMeta<number>(db, META.taken)) ?? 0
        if (last && last.seq > taken) await markTaken(db, last.seq, hasRoom)
        return all
      }),
    )
  return outboxFile(deviceId, user, now(), await orWithoutRoom(read(true), read(false)))
}

/** Returns the content of a file with these edits. */
export function outboxFile(
  deviceId: string,
  user: User,
  now: number,
  records: readonly OutboxRecord[],
): ExportedOutbox {
  return {
    format: 'larder-outbox',
    version: 1,
    device_id: deviceId,
    user: { id: user.id, username: user.username },
    exported_at: new Date(now).toISOString(),
    records: records.map((record) => ({ ...toWire(record), state: record.state, answer: record.answer })),
  }
}
