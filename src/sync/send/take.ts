/** Reads what waits, under the lease by which one tab or worker of the device sends. */
import { DATABASE_VERSION, type OutboxRecord } from '#src/db/database.ts'
import { storedVersion } from '#src/db/newer.ts'
import { markTaken } from '../store/meta.ts'
import { upgradeTaken } from '../store/migrate.ts'
import { orWithoutRoom, stored } from '../store/storage.ts'
import type { SendContext } from './context.ts'
import { senderLock, takeLease, type LeaseRecord, type OwnLease } from './lease.ts'

/** What waits and the lease to send it under, or the lease that blocks it. */
export type Taken =
  | { records: OutboxRecord[]; lease: OwnLease }
  | { records: []; lease: null; theirs: LeaseRecord }

type TakeContext = Pick<SendContext, 'db' | 'env' | 'owner'>

/**
 * Reads what waits behind `after` and records that it may be sent: from here on it is never merged with a newer edit.
 * The Web Lock keeps two tabs from taking at once. It is not held while a request is on its way.
 */
export const takeWaiting = (context: TakeContext, after: number): Promise<Taken> => {
  const { db, env } = context
  return env.locks.request(`larder-flush-${db.name}`, {}, async () => {
    const taken = await take(context, after, null)
    if (taken.lease || !(await env.locks.isFree(senderLock(taken.theirs.owner)))) return taken
    // The owner of the lease went away without giving it back.
    return take(context, after, taken.theirs.owner)
  })
}

/**
 * Takes the lease and reads. A full device sends too, because that frees room.
 *
 * @param gone the owner of a lease who is not there any more
 */
function take({ db, env, owner }: TakeContext, after: number, gone: string | null): Promise<Taken> {
  const read = (hasRoom: boolean) => (): Promise<Taken> =>
    stored(db, () =>
      db.transaction('rw', db.outbox, db.meta, async () => {
        const lease = await takeLease(db, owner, env.now(), { gone, hasRoom })
        if ('theirs' in lease) return { records: [], lease: null, theirs: lease.theirs }
        // A newer release has opened the database: that release sends what it stores there.
        if (storedVersion(db) > DATABASE_VERSION) return { records: [], lease: lease.mine }
        const waiting = await db.outbox.where('seq').above(after).toArray()
        const records = await upgradeTaken(db, waiting, hasRoom)
        const last = records.at(-1)
        if (last) await markTaken(db, last.seq, hasRoom)
        return { records, lease: lease.mine }
      }),
    )
  return orWithoutRoom(read(true), read(false))
}
