/** What is kept about edits on which the server failed. */
import { placesOrder } from '#contract/orders/place.ts'
import type { ApiError } from '#src/api/errors.ts'
import { errorText } from '#src/api/errors.ts'
import type { LarderDatabase, OutboxRecord } from '#src/db/database.ts'
import { backoffMs } from '../backoff.ts'
import { SERVER_FAULT } from '../store/fates.ts'
import { orWithoutRoom, stored } from '../store/storage.ts'
import type { SendContext } from './context.ts'
import { settle } from './settle.ts'

/** A batch that the server does not take as it is. */
export interface Split {
  kind: 'split'
  error: ApiError
  tooLarge: boolean
}

/**
 * Stores what was found about edits, where they still wait: a person may have taken one back meanwhile. Without room on
 * the device only the records of this run have it.
 */
async function keep(
  db: LarderDatabase,
  records: readonly OutboxRecord[],
  found: (record: OutboxRecord) => Partial<OutboxRecord>,
): Promise<OutboxRecord[]> {
  const changed = records.map((record) => ({ ...record, ...found(record) }))
  const store = () =>
    stored(db, () =>
      db.transaction('rw', db.outbox, async () => {
        const kept = await db.outbox.bulkGet(records.map(({ seq }) => seq))
        await db.outbox.bulkPut(
          records.flatMap((record, n) => {
            const now = kept[n]
            return now?.mutation_id === record.mutation_id && now.state === 'pending'
              ? { ...now, ...found(record) }
              : []
          }),
        )
      }),
    )
  if (records.length > 0) await orWithoutRoom(store, () => Promise.resolve())
  return changed
}

/**
 * Stores the words of a server fault (5xx) with orders and staged products: a person waits for their answer, and need
 * not be in the tab that sends (readings, "Placing that is answered with a fault").
 */
export async function noteFault(
  { db }: SendContext,
  batch: OutboxRecord[],
  error: ApiError,
): Promise<OutboxRecord[]> {
  const isAwaited = (record: OutboxRecord) => placesOrder(record) || record.entity === 'sharedcartitems'
  const answer = { status: error.status, code: SERVER_FAULT, message: errorText(error), server_time: '' }
  const noted = await keep(db, batch.filter(isAwaited), () => ({ answer }))
  const bySeq = new Map(noted.map((record) => [record.seq, record]))
  return batch.map((record) => bySeq.get(record.seq) ?? record)
}

/**
 * Makes the edit, or the act, on which the server fails wait by itself. One that is too large by itself needs a person,
 * who sees it with its first part.
 */
export async function waitAlone(
  context: SendContext,
  unit: readonly OutboxRecord[],
  { error, tooLarge }: Split,
): Promise<readonly OutboxRecord[]> {
  const { db, env } = context
  if (tooLarge) {
    const [result, ...others] = unit.map(({ mutation_id }, n) => ({
      mutation_id,
      outcome: n === 0 ? ('refused' as const) : ('held' as const),
      status: 413,
      body: { code: 'invalid', message: 'This change is too large for the server.' },
      server_time: new Date(env.now()).toISOString(),
    }))
    const { refused, later } = await settle({ ...context, random: env.random }, unit, [result!, ...others])
    return refused.length > 0 ? [...refused, ...later] : unit
  }
  const attempts = unit[0]!.attempts + 1
  const next_attempt_at = env.now() + backoffMs(attempts, env.random)
  return keep(db, unit, () => ({ attempts, next_attempt_at, last_error: errorText(error) }))
}
