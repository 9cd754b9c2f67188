/**
 * Notices that the database is not the one that this page opened, or is a newer release's, and stops what must not go
 * on.
 */
import type { Environment } from '#src/api/environment.ts'
import { DATABASE_VERSION, type LarderDatabase } from '#src/db/database.ts'
import { storedVersion } from '#src/db/newer.ts'
import type { OwnStatus } from './status.ts'
import { META, readMeta } from './store/meta.ts'
import { isStorageError, stored, StorageTrouble } from './store/storage.ts'

/** How long after a fault of the storage the page checks whether it was cleared. */
const LOOK_AGAIN_MS = 250

export interface WatchOptions {
  db: LarderDatabase
  env: Environment
  status: OwnStatus
  /** The name of the database as it was opened (`META.instance`). */
  instance: string
  isClosed(): boolean
  /** Whether the person has signed out in another tab, so that their database was deleted. */
  hasSignedOut(): Promise<boolean>
  /** Ends sending, pulling and listening. */
  stop(): void
  /** The storage was cleared under this page. */
  onWiped(): void
}

export interface StorageWatch {
  isWiped(): boolean
  /** Whether the database must not be read any more. */
  isOver(): boolean
  /** Handles a database that is not the one that was opened here. */
  lost(): Promise<void>
  /** A newer release has taken the app over. */
  outdate(): void
  /** Another page has upgraded the database: that release sends, pulls and listens from now on. */
  leaveToNewer(): void
  /** @throws StorageTrouble where a newer release has taken over */
  requireCurrent(): void
  /** @throws StorageTrouble where the storage was cleared, or its person has left */
  requireStorage(): Promise<void>
  /** Reports a fault of work that no caller awaits. */
  report(error: unknown): void
}

export function watchStorage(options: WatchOptions): StorageWatch {
  const { db, env, status, instance, isClosed, hasSignedOut, stop, onWiped } = options
  let hasLeft = false
  let isOutdated = false

  const isWiped = () => status.get().storageTrouble?.kind === 'wiped'
  const isOver = () => isClosed() || hasLeft || isWiped()

  /** The screen keeps what was known last. Nothing more is stored in a database that is not this one. */
  function wiped(): void {
    if (isWiped()) return
    status.trouble(new StorageTrouble('wiped'))
    stop()
    onWiped()
  }

  async function lost(): Promise<void> {
    if (isOver()) return
    hasLeft = await hasSignedOut().catch(() => false)
    if (hasLeft) stop()
    else wiped()
  }

  function outdate(): void {
    isOutdated = true
    status.trouble(new StorageTrouble('outdated'))
  }

  function leaveToNewer(): void {
    outdate()
    stop()
  }

  async function requireStorage(): Promise<void> {
    if (isClosed()) return
    if (!isWiped() && (await stored(db, () => readMeta<string>(db, META.instance))) !== instance) await lost()
    if (hasLeft) throw new StorageTrouble('closed')
    if (isWiped()) throw new StorageTrouble('wiped')
  }

  async function reportUnlessWiped(trouble: unknown): Promise<void> {
    await requireStorage().catch(() => undefined)
    if (!isClosed() && !isWiped()) env.report(trouble)
  }

  return {
    isWiped,
    isOver,
    lost,
    outdate,
    leaveToNewer,
    requireCurrent() {
      if (!isOutdated && storedVersion(db) > DATABASE_VERSION) leaveToNewer()
      if (isOutdated) throw new StorageTrouble('outdated')
    },
    requireStorage,
    report(error) {
      // Work that was under way when the person left ends in a closed database: nothing is lost, and no report is
      // needed.
      if (isClosed()) return
      if (!(error instanceof StorageTrouble) && !isStorageError(error)) return env.report(error)
      // A cleared storage is shown by itself, and the page may have stored everything again by the time of the
      // check below.
      if (isWiped()) return
      // It may be the first sign that the storage is being cleared.
      env.after(LOOK_AGAIN_MS, () => void reportUnlessWiped(error))
    },
  }
}
