/**
 * What has become of edits, read from the device's database by their ids. The report of one run does not know it: another
 * tab or the service worker may have sent them.
 */
import type { LarderDatabase, LedgerEnd, OutboxRecord, OutboxState, ServerAnswer } from '#src/db/database.ts'
import { endedAmong } from './ledger.ts'
import { contextKey, readMeta } from './meta.ts'

export interface Fate {
  is: OutboxState | LedgerEnd
  /** As it waits in the outbox; null where the edit is over. */
  record: OutboxRecord | null
  /** What the server said of it, where it did not apply it. */
  answer: ServerAnswer | null
}

/** The code of the words that a fault of the server leaves with an edit that waits. */
export const SERVER_FAULT = 'server_fault'
/** Returns the server's words where it answered the push of a waiting edit with a fault (5xx); else null. */
export const storedFault = (record: Pick<OutboxRecord, 'state' | 'answer'> | null): string | null =>
  record?.state === 'pending' && record.answer?.code === SERVER_FAULT ? record.answer.message : null

/** By id. */
export type Fates = ReadonlyMap<string, Fate>

/**
 * How a small fact is made of what it is in the moment of a transaction. A throw makes the transaction store nothing.
 */
export interface Amend {
  /** The edits of which it wants to know what has become. */
  asks?(before: unknown): readonly string[]
  /** @param ids of the edits that are stored with it, in their order */
  make(before: unknown, fates: Fates, ids: readonly string[]): unknown
}
/** By the names of `engine.remember`. */
export type Amends = Readonly<Record<string, Amend>>

/**
 * By id. Needs no transaction of its own: an edit goes from the outbox to the ledger and never back. One that is in neither was
 * applied: a device without room drops applied edits and keeps nothing of them (decision 0054), while it always keeps
 * edits that a person gives up.
 */
export async function fatesOf(db: LarderDatabase, ids: readonly string[]): Promise<Fates> {
  const waiting = await db.outbox
    .where('mutation_id')
    .anyOf([...ids])
    .toArray()
  const fates = new Map<string, Fate>(
    waiting.map((record) => [record.mutation_id, { is: record.state, record, answer: record.answer }]),
  )
  const over = new Set(ids.filter((id) => !fates.has(id)))
  if (over.size === 0) return fates
  for (const end of ['discarded', 'retried'] as const)
    for (const { mutation_id, answer } of await endedAmong(db, end, over))
      fates.set(mutation_id, { is: end, record: null, answer })
  for (const id of over) if (!fates.has(id)) fates.set(id, { is: 'applied', record: null, answer: null })
  return fates
}

/** Inside a read-write transaction over outbox, ledger and small facts. */
export async function amendAll(
  db: LarderDatabase,
  amends: Amends,
  ids: readonly string[] = [],
): Promise<void> {
  for (const [name, { asks, make }] of Object.entries(amends)) {
    const key = contextKey(name)
    const before = await readMeta<unknown>(db, key)
    const asked = asks?.(before) ?? []
    const fates = asked.length > 0 ? await fatesOf(db, asked) : new Map<string, Fate>()
    await db.meta.put({ key, value: make(before, fates, ids) })
  }
}
