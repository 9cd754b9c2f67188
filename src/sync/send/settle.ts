/** Processes the server's answers: an edit leaves the outbox only when its own id came back. */
import { z } from 'zod'
import { keyOf } from '#contract/sync/entities.ts'
import { fieldsOfRefusal, TOO_MANY_ORDERS } from '#contract/sync/outcome.ts'
import { isObject } from '#src/api/errors.ts'
import type { PushResult } from '#contract/sync/protocol.ts'
import type { EditedRow, LarderDatabase, LedgerRecord, OutboxRecord, ServerAnswer } from '#src/db/database.ts'
import { deleteRuns, nearby, ofEach } from '#src/db/of-each.ts'
import { APPLY_TABLES, layOn, type ServerRow } from '../store/apply.ts'
import type { ApplyContext } from '../store/rows.ts'
import { waitMs } from '../backoff.ts'
import { keepEnded, ledgerEntry } from '../store/ledger.ts'
import type { PendingEdits } from '../store/rebase.ts'
import { localKey, rowKey, spot, tableOf, withoutStaged } from '../store/rows.ts'
import { orWithoutRoom, stored } from '../store/storage.ts'

const seqOf = ({ seq }: OutboxRecord) => seq

export interface Settled {
  applied: OutboxRecord[]
  /** Refused edits and conflicts, as they are kept now. */
  refused: OutboxRecord[]
  /** Held, or to be tried again later. */
  later: OutboxRecord[]
}

const Words = z.object({
  code: z.string().default(''),
  message: z.string().optional(),
  detail: z.string().optional(),
  /** For a conflict: the fields that clash. */
  fields: z.record(z.string(), z.unknown()).optional().catch(undefined),
  deleted: z.boolean().optional().catch(undefined),
  by: z.object({ who: z.string(), at: z.string() }).optional().catch(undefined),
})

/** The body for an edit that the server does not take yet. */
const AskedTime = z.object({ retry_after: z.number() })

/** Returns the server's words about an edit that it did not apply. */
export function answerOf(result: PushResult): ServerAnswer {
  const { status, outcome, body, server_time } = result
  const words = Words.safeParse(body)
  const { code = '', message, detail, fields, deleted, by } = words.success ? words.data : {}
  return {
    status,
    code: code || outcome,
    message: message ?? detail ?? `The server answered ${status}.`,
    server_time,
    ...(outcome === 'conflict' ? fields && { clash: fields as ServerAnswer['clash'] } : refusedFields(body)),
    ...(deleted && { deleted }),
    ...(by && { by }),
  }
}

/** Returns the fields that a refusal is about, if any. */
function refusedFields(body: unknown): Pick<ServerAnswer, 'fields'> {
  const fields = isObject(body) ? fieldsOfRefusal(body) : {}
  return Object.keys(fields).length > 0 ? { fields } : {}
}

/**
 * Returns the row that an applied edit left, if the answer has it; undefined where it is silent. Its `row` is null for
 * a deleted one: an edit that is sent again is answered with the current row, and another user may have deleted it
 * since.
 */
function toldRow(record: OutboxRecord, { body }: PushResult): ServerRow | undefined {
  const table = tableOf(record.entity)
  const id = localKey(table, record.entity_id)
  if (record.call.method === 'DELETE' || body === null) return { table, id, row: null }
  const row = body as EditedRow | undefined
  if (typeof row !== 'object' || keyOf(table, row) !== id) return undefined
  return { table, id, row }
}

/** The sender's knowledge of the edits that wait, so that the outbox need not be searched for them. */
export interface Waiting {
  /**
   * All other edits of the batch's families that the sender has read, refused ones too: they may be tried again by now.
   */
  known: readonly OutboxRecord[]
  /** All edits up to this one have been read. */
  readTo: number
}

type SettleContext = ApplyContext & { random(): number }

/**
 * Settles a batch in one transaction: records leave or change state, the server's rows are stored, and the edits that
 * are still pending are rebased. It is safe to run twice and by any tab or worker: a record that has gone is passed
 * over, so a late answer does no harm.
 *
 * On a device without room the applied records leave first, which needs none. The rest follows in the room that they
 * freed. If that is still too little, the ledger lacks them, the next pull fetches the rows, and what the server
 * refused is sent and refused again (decision 0054).
 */
export function settle(
  context: SettleContext,
  batch: readonly OutboxRecord[],
  results: readonly PushResult[],
  waiting: Waiting | null = null,
): Promise<Settled> {
  const store = (left: readonly OutboxRecord[]) => () =>
    storeSettled(context, batch, results, waiting, new Set(left.map(seqOf)))
  return orWithoutRoom(store([]), async () => {
    const applied = await removeApplied(context, batch, results)
    return orWithoutRoom(store(applied), () => {
      const left = new Set(applied.map(seqOf))
      const later = batch
        .filter(({ seq }) => !left.has(seq))
        .map((record) => postponed(record, undefined, context.now(), context.random))
      return Promise.resolve({ applied, refused: [], later })
    })
  })
}

/** Takes the applied records that are still here out of the outbox and writes nothing else. */
function removeApplied(
  { db }: ApplyContext,
  batch: readonly OutboxRecord[],
  results: readonly PushResult[],
): Promise<OutboxRecord[]> {
  const done = new Set(results.flatMap((one) => (one.outcome === 'applied' ? one.mutation_id : [])))
  const seqs = batch.filter(({ mutation_id }) => done.has(mutation_id)).map(seqOf)
  return stored(db, () =>
    db.transaction('rw', db.outbox, async () => {
      const here = (await nearby(db.outbox, seqs, seqOf)).filter(
        ({ mutation_id, state }) => done.has(mutation_id) && state === 'pending',
      )
      await deleteRuns(db.outbox, here.map(seqOf))
      return here
    }),
  )
}

/** Stores the answers. `left`: records of the batch that have left the outbox already and are settled all the same. */
function storeSettled(
  context: SettleContext,
  batch: readonly OutboxRecord[],
  results: readonly PushResult[],
  waiting: Waiting | null,
  left: ReadonlySet<number>,
): Promise<Settled> {
  const { db } = context
  const byId = new Map(results.map((result) => [result.mutation_id, result]))
  return stored(db, () =>
    db.transaction('rw', [...APPLY_TABLES, 'ended'], async () => {
      const kept = new Map(
        (await nearby(db.outbox, batch.map(seqOf), seqOf)).map((record) => [record.seq, record]),
      )
      const waits = (sent: OutboxRecord) => {
        const { seq, mutation_id } = sent
        if (left.has(seq)) return sent
        const record = kept.get(seq)
        return record?.mutation_id === mutation_id && record.state === 'pending' ? record : undefined
      }
      // Settle held edits only if their row is stored in this transaction: the row of an edit that is over already is
      // not taken in.
      const others = batch
        .flatMap((record) => (waits(record) && byId.get(record.mutation_id)?.held) || [])
        .filter((id) => !byId.has(id))
      const held = await settleHeld(context, others, results[0]?.server_time ?? '')
      for (const { seq } of held) kept.delete(seq)
      const sorted = sortAnswers(
        context,
        batch.flatMap((sent) => waits(sent) ?? []),
        byId,
      )
      const { settled, withdrawn, rows, repriced } = sorted
      const changed = [...settled.refused, ...settled.later]
      // If a part of an act was refused, nothing of the act is shown.
      const unshown = settled.refused.some(({ act }) => act) ? settled.later.filter(({ act }) => act) : []
      const over = [...settled.applied, ...settled.refused, ...held, ...unshown, ...withdrawn]
      await Promise.all([
        deleteRuns(db.outbox, [...settled.applied, ...withdrawn].map(seqOf)),
        keepEnded(db, sorted.ledger),
        changed.length > 0 && db.outbox.bulkPut(changed),
      ])
      if (over.length > 0)
        await layOn(context, {
          rows: [...rows.values()],
          from: 'answer',
          families: new Set(over.map((record) => record.family)),
          untold: stillUntold(sorted),
          repriced,
          // Edits that ended in another way may be of any family.
          pending:
            waiting && held.length === 0 ? await stillPending(db, batch, settled.later, waiting) : null,
        })
      return settled
    }),
  )
}

/** A batch's records, sorted by the answers to them. */
interface Sorted {
  settled: Settled
  /** Withdrawn by their person, and never applied by the server. */
  withdrawn: OutboxRecord[]
  ledger: LedgerRecord[]
  /** By row, the row of the last answer: it includes the earlier edits of the batch. */
  rows: Map<string, ServerRow>
  /** Applied edits whose answer is silent about their row. */
  untold: OutboxRecord[]
  /** The ids of rows that an answer gave as of now, with all of the batch in them. */
  retold: Set<string>
  /** Families whose pieces have changed the item's price. */
  repriced: Set<string>
}

/** Sorts records by the server's answers. Writes nothing. */
function sortAnswers(
  { now, random }: SettleContext,
  records: readonly OutboxRecord[],
  byId: ReadonlyMap<string, PushResult>,
): Sorted {
  const settled: Settled = { applied: [], refused: [], later: [] }
  const sorted: Sorted = {
    settled,
    withdrawn: [],
    ledger: [],
    rows: new Map(),
    untold: [],
    retold: new Set(),
    repriced: new Set(),
  }
  for (const record of records) {
    const result = byId.get(record.mutation_id)
    if (result?.outcome === 'applied') sortApplied(sorted, record, result)
    else if (result?.outcome === 'refused' && answerOf(result).code === 'withdrawn') {
      sorted.withdrawn.push(record)
      sorted.ledger.push(
        ledgerEntry(record, 'discarded', result.server_time, answerOf(result), result.server_time),
      )
    } else if (result?.outcome === 'refused' || result?.outcome === 'conflict') {
      settled.refused.push({
        ...record,
        state: result.outcome,
        answer: answerOf(result),
        attempts: record.attempts + 1,
      })
    } else settled.later.push(postponed(record, result, now(), random))
  }
  return sorted
}

function sortApplied(sorted: Sorted, record: OutboxRecord, result: PushResult): void {
  const { settled, ledger, rows, retold, repriced } = sorted
  settled.applied.push(record)
  ledger.push(ledgerEntry(record, 'applied', result.server_time, null, result.server_time))
  const row = toldRow(record, result)
  if (row) {
    rows.set(spot(row.table, row.id), row)
    sorted.untold = sorted.untold
      .filter((other) => rowKey(other) !== rowKey(record))
      .flatMap((other) => withoutStaged(other, record.entity_id))
    // The current row, with all of this batch in it.
    if (result.held) retold.add(record.entity_id)
  } else sorted.untold.push(record)
  // The item's own row, in the answer to a later edit, includes the pieces before it.
  if (record.entity === 'ordersubitems') repriced.add(record.family)
  else repriced.delete(record.family)
}

const stillUntold = ({ untold, retold }: Sorted): OutboxRecord[] =>
  [...retold].reduce((left, id) => left.flatMap((other) => withoutStaged(other, id)), untold)

/** Returns the edits of the batch's families that still wait, inside the caller's transaction. */
async function stillPending(
  db: LarderDatabase,
  batch: readonly OutboxRecord[],
  later: readonly OutboxRecord[],
  { known, readTo }: Waiting,
): Promise<PendingEdits> {
  const families = new Set(batch.map(({ family }) => family))
  const [here, since] = await Promise.all([
    // A person may have discarded one meanwhile.
    known.length > 0 ? db.outbox.bulkGet(known.map(({ seq }) => seq)) : [],
    db.outbox.where('seq').above(readTo).toArray(),
  ])
  const edits = [
    ...new Map([...later, ...here, ...since].map((record) => [record?.seq, record])).values(),
  ].filter((record): record is OutboxRecord => record?.state === 'pending' && families.has(record.family))
  return { families, edits: edits.sort((a, b) => a.seq - b.seq) }
}

/**
 * Ends the edits that the server says are in its rows, whatever their state on this device. Runs inside the caller's
 * transaction over outbox and ledger. Returns those that were still here, oldest first.
 */
export async function settleHeld(
  { db }: ApplyContext,
  ids: readonly string[],
  serverTime: string,
  which: (record: OutboxRecord) => boolean = () => true,
): Promise<OutboxRecord[]> {
  if (ids.length === 0) return []
  const held = new Set(ids)
  const here =
    (await db.outbox.count()) <= ids.length
      ? await db.outbox.toArray()
      : await ofEach(db.outbox, 'mutation_id', ids)
  const records = here
    .filter((record) => held.has(record.mutation_id) && which(record))
    .sort((a, b) => a.seq - b.seq)
  await Promise.all([
    deleteRuns(db.outbox, records.map(seqOf)),
    keepEnded(
      db,
      records.map((record) => ledgerEntry(record, 'applied', serverTime, null, serverTime)),
    ),
  ])
  return records
}

function postponed(
  record: OutboxRecord,
  result: PushResult | undefined,
  now: number,
  random: () => number,
): OutboxRecord {
  const attempts = record.attempts + 1
  const answer = result ? answerOf(result) : null
  const asked = AskedTime.safeParse(result?.body)
  return {
    ...record,
    attempts,
    next_attempt_at: now + waitMs(attempts, random, asked.success ? asked.data.retry_after * 1_000 : null),
    last_error: answer?.message ?? 'The server did not say what became of this change.',
    answer: answer?.code === TOO_MANY_ORDERS ? answer : null,
  }
}
