/**
 * The lease of the sender: a record in the person's database. It is taken in one transaction together with reading the
 * outbox, under a Web Lock that is released before any request goes out. It runs out by itself, so a frozen tab does
 * not stop the others. A sender holds a lock of its own name, so the lease of a tab that was closed in the middle is
 * known to be free at once. Its fence number grows with each owner, so a sender that comes back late sees that it is no
 * longer the sender. A late answer is settled by mutation ids and does no harm.
 *
 * A full device stores no lease, not even over an old one (decision 0054). Its sender goes on without one: if two of
 * them send the same edit at once, the server knows it by its id.
 */
import type { LarderDatabase } from '#src/db/database.ts'
import { META, readMeta } from '../store/meta.ts'
import { orWithoutRoom, stored } from '../store/storage.ts'

/** Longer than a request may take. */
const LEASE_MS = 45_000
/** A lease is renewed when less than this is left. */
const RENEW_BELOW_MS = 35_000

export interface LeaseRecord {
  owner: string
  fence: number
  /** Ms of the device's clock; 0 when it was given back. */
  until: number
}

/** The lease of a sender of this process. */
export interface OwnLease extends LeaseRecord {
  /** False where the device had no room for it: then no other sender knows of it. */
  isStored: boolean
}

/** Whether a sender holds it. A clock that went back makes a lease look longer than it can be: it has run out then. */
export const isHeld = (lease: LeaseRecord | undefined, now: number): lease is LeaseRecord =>
  lease !== undefined && lease.until > now && lease.until - now <= LEASE_MS

/** The name of the lock that a sender holds as long as it sends. The browser frees it when its page has gone. */
export const senderLock = (owner: string): string => `larder-sender-${owner}`

/**
 * Takes a new lease, or returns the one that blocks it, inside the caller's transaction over `meta`. A lease of `gone`
 * does not block it. The new lease is stored where the device has room for it.
 */
export async function takeLease(
  db: LarderDatabase,
  owner: string,
  now: number,
  { gone, hasRoom }: { gone: string | null; hasRoom: boolean },
): Promise<{ mine: OwnLease } | { theirs: LeaseRecord }> {
  const lease = await readMeta<LeaseRecord>(db, META.lease)
  if (isHeld(lease, now) && lease.owner !== owner && lease.owner !== gone) return { theirs: lease }
  const mine = { owner, fence: (lease?.fence ?? 0) + 1, until: now + LEASE_MS }
  if (hasRoom) await db.meta.put({ key: META.lease, value: mine })
  return { mine: { ...mine, isStored: hasRoom } }
}

/**
 * Extends the lease where needed. Null: another sender has taken over, or the lease ran out and could not be extended.
 * The next sender then reads again what waits.
 */
export async function renewLease(db: LarderDatabase, mine: OwnLease, now: number): Promise<OwnLease | null> {
  const left = mine.until - now
  if (left > RENEW_BELOW_MS && left <= LEASE_MS) return mine
  const asItIs = isHeld(mine, now) ? mine : null
  if (!mine.isStored) return asItIs
  return orWithoutRoom(
    () => putOwn(db, mine, now + LEASE_MS),
    () => Promise.resolve(asItIs),
  )
}

/**
 * Gives the lease back. A device without room cannot: the lock of the sender's name is free then, which says the same.
 */
export async function releaseLease(db: LarderDatabase, mine: OwnLease): Promise<void> {
  if (!mine.isStored) return
  await orWithoutRoom(
    () => putOwn(db, mine, 0),
    () => Promise.resolve(null),
  )
}

/** Stores another end of the lease, unless another sender has taken over. */
function putOwn(db: LarderDatabase, mine: OwnLease, until: number): Promise<OwnLease | null> {
  return stored(db, () =>
    db.transaction('rw', db.meta, async () => {
      const lease = await readMeta<LeaseRecord>(db, META.lease)
      if (lease?.fence !== mine.fence || lease.owner !== mine.owner) return null
      const { owner, fence } = mine
      await db.meta.put({ key: META.lease, value: { owner, fence, until } satisfies LeaseRecord })
      return { ...mine, until }
    }),
  )
}
