/** The faults of the device's storage, in words that a screen can show. */
import type Dexie from 'dexie'
import { isQuota, storageErrorName } from '#src/db/errors.ts'

/** `outdated`: a newer release has taken over, and this page belongs to the previous one. */
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
          'This device has no room left. Nothing was stored. Waiting edits are still sent, and sending frees room. Then scan again.',
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

/** Does work that writes, or, where the device has no room for it, the work that needs none. */
export async function orWithoutRoom<T>(work: () => Promise<T>, without: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageTrouble && error.kind === 'quota') return without()
    throw error
  }
}

/** Databases that are not opened again: the code that used them has ended. */
const ended = new WeakSet<Dexie>()

/** Closes a database for good: `stored` does not open it again, not even while it runs. */
export function endStorage(db: Dexie): void {
  ended.add(db)
  db.close()
}

/** The bound on reopening: a database that closes four times in a row does not come back by itself. */
const MOST_REOPENINGS = 3

const isClosed = (error: unknown) =>
  /DatabaseClosed|InvalidState|PrematureCommit/.test(storageErrorName(error))

/** Whether an error came from IndexedDB and not from a defect of ours. */
export const isStorageError = (error: unknown) =>
  /Closed|InvalidState|Quota|Abort|Timeout|Unknown|OpenFailed|PrematureCommit|TransactionInactive|Version|Constraint|MissingAPI/.test(
    storageErrorName(error),
  )

/**
 * Runs a transaction and reopens the database, a bounded number of times, if the browser has closed it. `again` is true
 * where an earlier try may have got through. Rejects with StorageTrouble.
 */
export async function stored<T>(db: Dexie, work: (again: boolean) => PromiseLike<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work(tries > 0)
    } catch (error) {
      if (isClosed(error) && tries < MOST_REOPENINGS && !ended.has(db)) {
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
