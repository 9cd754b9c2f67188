/** After a restore of the server, sends it again what it had acknowledged since its backup (docs/decisions/0237). */
import { editedLineOf } from '#contract/orders/merged-edits.ts'
import { countActs, type LarderDatabase, type LedgerRecord, type OutboxRecord } from '#src/db/database.ts'
import { takeApplied } from '../store/ledger.ts'
import { META, readMeta, type GivenBack } from '../store/meta.ts'
import { itemFamily, rowKey, stagedFamily, stagedLocationOf } from '../store/rows.ts'

/** An edit that was under way at the moment of the backup has the time of its answer, which may be a little earlier. */
const MARGIN_MS = 300_000

/** Returns the family of a record that ended before its family was kept. */
function familyOf(record: LedgerRecord): string {
  const location = stagedLocationOf(record)
  if (location !== null) return stagedFamily(location)
  const line = editedLineOf(record)
  return line === null ? rowKey(record) : itemFamily(line)
}

/** Returns the edit as it was before it was sent, with its own key: an edit that the backup holds is not done twice. */
function waitingAgain(ended: LedgerRecord): OutboxRecord {
  const { end: _end, ended_at: _endedAt, server_time: _serverTime, product = null, ...edit } = ended
  return {
    ...edit,
    product,
    family: ended.family ?? familyOf(ended),
    state: 'pending',
    attempts: 0,
    next_attempt_at: 0,
    last_error: null,
    answer: null,
    reads: [],
  }
}

/**
 * Stores the moment to which the server was set back, in the caller's transaction. An earlier moment stays: the pull
 * that gives back what is lost since then was cut off, and the server was set back once more.
 */
export async function noteSetBack(db: LarderDatabase, to: string | undefined): Promise<void> {
  if (to === undefined) return
  const before = await readMeta<string>(db, META.setBack)
  if (before === undefined || to < before) await db.meta.put({ key: META.setBack, value: to })
}

/**
 * Puts what the server has lost back into the outbox, in the order in which it was made, and before later edits. Runs
 * in the transaction that ends a pull: by then the rows are those of the restored server.
 *
 * @returns whether anything waits again
 */
export async function giveBack(db: LarderDatabase): Promise<boolean> {
  const to = await readMeta<string>(db, META.setBack)
  if (to === undefined) return false
  await db.meta.delete(META.setBack)
  const applied = await takeApplied(db, new Date(Date.parse(to) - MARGIN_MS).toISOString())
  const waiting = new Set(await db.outbox.orderBy('mutation_id').keys())
  const lost = applied.filter(({ mutation_id }) => !waiting.has(mutation_id))
  if (lost.length === 0) return false
  const records = lost.map(waitingAgain)
  // Each edit has a unique number in this database. A ledger from an earlier database of the person starts from
  // the beginning.
  const taken = new Set((await db.outbox.bulkGet(records.map(({ seq }) => seq))).map((record) => record?.seq))
  await db.outbox.bulkPut(records.filter(({ seq }) => !taken.has(seq)))
  for (const { seq, ...record } of records) if (taken.has(seq)) await db.outbox.add(record)
  const given: GivenBack = { to, count: countActs(records) }
  await db.meta.put({ key: META.givenBack, value: given })
  return true
}
