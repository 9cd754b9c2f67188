/**
 * Keeps the counts of the status true: the edits that wait, that were refused, and that the server acknowledged today.
 */
import type { Environment } from '#src/api/environment.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { countEdits, type OwnStatus } from './status.ts'
import type { StorageWatch } from './storage-watch.ts'
import { stored } from './store/storage.ts'

/** The pill may lag a little, and more while a person scans without a pause: the next scan must not wait for it. */
const RECOUNT_MS = 120
const RECOUNT_GAP_MS = 750

export interface RecountOptions {
  db: LarderDatabase
  env: Environment
  status: OwnStatus
  watch: StorageWatch
  /** The name of the database as it was opened. */
  instance: string
  /** Receives the number of edits on the device. The recount does not wait for it. */
  onCounted(edits: number): Promise<void>
}

export interface Recount {
  now(): Promise<void>
  soon(): void
  stop(): void
}

export function createRecount(options: RecountOptions): Recount {
  const { db, env, status, watch, instance, onCounted } = options
  let countedAt = -Infinity
  let cancel: (() => void) | null = null

  async function now(): Promise<void> {
    if (watch.isOver()) return
    countedAt = env.now()
    const {
      acknowledgedToday,
      instance: found,
      ...counts
    } = await stored(db, () => countEdits(db, env.now()))
    if (found !== instance) return watch.lost()
    const { session } = status.get().acknowledged
    status.set({ ...counts, acknowledged: { today: acknowledgedToday, session } })
    onCounted(counts.unsent + counts.refused + counts.conflicts).catch(watch.report)
  }

  return {
    now,
    soon() {
      // A clock that was set back must not silence the pill.
      const gap = Math.min(RECOUNT_GAP_MS, countedAt + RECOUNT_GAP_MS - env.now())
      cancel ??= env.after(Math.max(RECOUNT_MS, gap), () => {
        cancel = null
        now().catch(watch.report)
      })
    },
    stop: () => cancel?.(),
  }
}
