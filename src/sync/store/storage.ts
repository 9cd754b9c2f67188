/** What the device's storage can do to us, in words that a screen can show. */
import type Dexie from 'dexie'
import { isQuota, storageErrorName } from '#src/db/errors.ts'

/** `outdated`: a newer release has taken over, and this page is of the one before. */
export type StorageKind = 'quota' | 'closed' | 'wiped' | 'outdated' | 'failed'

/** The device did not store it. Nothing that was asked for has happened; scanning must stop rather than pretend. */
export class StorageTrouble extends Error {
  override readonly name = 'StorageTrouble'
  constructor(
    readonly kind: StorageKind,
    options?: ErrorOptions,
  ) {
    super(
      {
        quota:
          'This device has no room left. Nothing was stored. What waits is sent all the same, and sending frees room: then scan again.',
        closed:
          'The storage of this device was closed. Nothing was stored. Reload the page, then scan again.',
        wiped: 'The storage of this device was cleared. This was not stored. Stop scanning.',
        outdated: 'Larder was updated: reload. Nothing was stored.',
        failed: 'This device could not store the change. Nothing was stored. Try again.',
      }[kind],
      options,
    )
  }
}

/** Does work that writes; where the device has no room for it, what can be done without. */
export async function orWithoutRoom<T>(work: () => Promise<T>, without: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageTrouble && error.kind === 'quota') return without()
    throw error
  }
}

/** Databases that nobody opens again: whoever was using them has ended. */
const ended = new WeakSet<Dexie>()

/** Closes a database for good: `stored` does not open it again, not even where it was under way. */
export function endStorage(db: Dexie): void {
  ended.add(db)
  db.close()
}

/** Bound on reopening: a database that closes four times in a row is not coming back by itself. */
const REOPENINGS = 3

const isClosed = (error: unknown) =>
  /DatabaseClosed|InvalidState|PrematureCommit/.test(storageErrorName(error))

/** Whether an error came from IndexedDB and not from a defect of ours. */
export const isStorageError = (error: unknown) =>
  /Closed|InvalidState|Quota|Abort|Timeout|Unknown|OpenFailed|PrematureCommit|TransactionInactive|Version|Constraint|MissingAPI/.test(
    storageErrorName(error),
  )

/**
 * Runs a transaction and reopens the database, a bounded number of times, when the browser has closed it under us.
 * `again` tells the work that an earlier try may have got through. Rejects with StorageTrouble.
 */
export async function stored<T>(db: Dexie, work: (again: boolean) => PromiseLike<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work(tries > 0)
    } catch (error) {
      if (isClosed(error) && tries < REOPENINGS && !ended.has(db)) {
        db.close({ disableAutoOpen: false })
        continue
      }
      if (!isStorageError(error)) throw error
      throw new StorageTrouble(isQuota(error) ? 'quota' : isClosed(error) ? 'closed' : 'failed', {
        cause: error,
      })
    }
  }
}
