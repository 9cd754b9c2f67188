/**
 * What became of the edits that are over. Those that ended together are stored as one row, a page: writing 500 rows
 * takes 110 ms of the browser's time (measured), a page of them 5.
 */
import {
  pageOf,
  type LarderDatabase,
  type LedgerEnd,
  type LedgerRecord,
  type OutboxRecord,
  type ServerAnswer,
} from '#src/db/database.ts'
import { toWire } from './edit.ts'

export const LEDGER_ENDS: readonly LedgerEnd[] = ['applied', 'discarded', 'retried']

export function ledgerEntry(
  record: OutboxRecord,
  end: LedgerEnd,
  ended_at: string,
  answer: ServerAnswer | null,
  server_time: string | null,
): LedgerRecord {
  const { product, family, part } = record
  return { ...toWire(record), end, ended_at, server_time, answer, product, family, ...(part && { part }) }
}

/** Keeps edits that ended in the same way, inside the caller's transaction. */
export async function keepEnded(db: LarderDatabase, edits: readonly LedgerRecord[]): Promise<void> {
  const page = pageOf(edits)
  if (page) await db.ended.put(page)
}

/** The newest of the edits that ended in one way, page by page until there are so many. */
export async function newestEnded(db: LarderDatabase, end: LedgerEnd, most: number): Promise<LedgerRecord[]> {
  const found: LedgerRecord[] = []
  await pagesOf(db, end)
    .reverse()
    .until(() => found.length >= most)
    .each(({ edits }) => void found.push(...edits.toReversed()))
  return found.slice(0, most)
}

/** Those of some edits that ended in one way. */
export async function endedAmong(
  db: LarderDatabase,
  end: LedgerEnd,
  ids: ReadonlySet<string>,
): Promise<LedgerRecord[]> {
  const pages = await pagesOf(db, end).toArray()
  return pages.flatMap(({ edits }) => edits).filter(({ mutation_id }) => ids.has(mutation_id))
}

/** How many things that a person did (`countActs`) ended in this way since that time (ISO). Reads keys only. */
export async function countEnded(db: LarderDatabase, end: LedgerEnd, since = ''): Promise<number> {
  const keys = await pagesOf(db, end, since).primaryKeys()
  return keys.reduce((sum, [, , , size]) => sum + size, 0)
}

/** Every edit that is over, in no order. */
export async function allEnded(db: LarderDatabase): Promise<LedgerRecord[]> {
  return (await db.ended.toArray()).flatMap(({ edits }) => edits)
}

/** Returns the edits that the server applied from that time (ISO) on, in no order. */
export async function appliedSince(db: LarderDatabase, since: string): Promise<LedgerRecord[]> {
  return (await pagesOf(db, 'applied', since).toArray()).flatMap(({ edits }) => edits)
}

/** Takes what the server applied from that time (ISO) on out of the ledger, in the order in which it was made. */
export async function takeApplied(db: LarderDatabase, since: string): Promise<LedgerRecord[]> {
  const edits = await appliedSince(db, since)
  await pagesOf(db, 'applied', since).delete()
  return edits.toSorted((a, b) => a.seq - b.seq)
}

/** Forgets what ended before that time (ISO). */
export async function forgetEnded(db: LarderDatabase, before: string): Promise<void> {
  for (const end of LEDGER_ENDS) await pagesOf(db, end, '', before).delete()
}

const pagesOf = (db: LarderDatabase, end: LedgerEnd, from = '', to = '\uffff') =>
  db.ended.where(':id').between([end, from], [end, to])
