/** What the sync pill shows: "214 scanned, 214 acknowledged". One small thing to subscribe to. */
import type { LarderDatabase } from '#src/db/database.ts'
import { countEnded } from './ledger.ts'
import { META, readMeta } from './meta.ts'
import type { StorageKind, StorageTrouble } from './storage.ts'

export interface SyncStatus {
  /** Whether the browser sees a network at all. */
  online: boolean
  /** Whether the server answered when it was last asked; before that, whether there is a network. */
  serverReachable: boolean
  /** Something answered, and not as the server does: a gateway that refuses everything, a portal, a defect. */
  unexpected: boolean
  sending: boolean
  pulling: boolean
  /** Stored here and not yet acknowledged. */
  unsent: number
  /** Ms; when the oldest of them was made. */
  oldestUnsentAt: number | null
  /** Edits of this device that the server has acknowledged: today, and since the engine was opened. */
  acknowledged: { today: number; session: number }
  refused: number
  conflicts: number
  /** Ms of the device's clock when the device last had everything; null before the first full pull. */
  lastPull: number | null
  lastAcknowledgedAt: number | null
  /** The distributor's day, `YYYY-MM-DD`, as the server last said. */
  today: string | null
  signInNeeded: boolean
  /** The device could not store or has lost something: scanning must stop and say so. */
  storageTrouble: { kind: StorageKind; message: string } | null
}

export interface StatusStore {
  /** The same object until something changes. */
  get(): SyncStatus
  subscribe(listener: () => void): () => void
}

export const FRESH: SyncStatus = {
  online: true,
  serverReachable: true,
  unexpected: false,
  sending: false,
  pulling: false,
  unsent: 0,
  oldestUnsentAt: null,
  acknowledged: { today: 0, session: 0 },
  refused: 0,
  conflicts: 0,
  lastPull: null,
  lastAcknowledgedAt: null,
  today: null,
  signInNeeded: false,
  storageTrouble: null,
}

export interface OwnStatus extends StatusStore {
  set(change: Partial<SyncStatus>): void
  /** Shows what the storage did. That it was cleared stays: all that goes wrong after it follows from it. */
  trouble(trouble: StorageTrouble): void
}

export function createStatus(): OwnStatus {
  let status = FRESH
  const listeners = new Set<() => void>()
  function set(change: Partial<SyncStatus>): void {
    const next = { ...status, ...change }
    if (JSON.stringify(next) === JSON.stringify(status)) return
    status = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => status,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    trouble({ kind, message }) {
      if (status.storageTrouble?.kind !== 'wiped') set({ storageTrouble: { kind, message } })
    },
  }
}

type Counted = 'unsent' | 'oldestUnsentAt' | 'refused' | 'conflicts' | 'lastPull' | 'today'

/**
 * Counts what is in the database; indexes only, nothing is read whole. `instance` is the name of this database: another
 * one, or none, says that it was wiped.
 */
export async function countEdits(
  db: LarderDatabase,
  now: number,
): Promise<Pick<SyncStatus, Counted> & { acknowledgedToday: number; instance: string | undefined }> {
  return db.transaction('r', db.outbox, db.ended, db.meta, async () => {
    const of = (state: string) => db.outbox.where('state').equals(state)
    const [lastPull, serverTime] = await Promise.all([
      readMeta<number>(db, META.lastPull),
      readMeta<string>(db, META.serverTime),
    ])
    const rightNow = now - aheadMs(lastPull, serverTime)
    const midnight = new Date(rightNow)
    midnight.setHours(0, 0, 0, 0)
    const [unsent, oldest, refused, conflicts, acknowledgedToday, today, instance] = await Promise.all([
      of('pending').count(),
      of('pending').first(),
      of('refused').count(),
      of('conflict').count(),
      countEnded(db, 'applied', midnight.toISOString()),
      readMeta<string>(db, META.today),
      readMeta<string>(db, META.instance),
    ])
    return {
      unsent,
      oldestUnsentAt: oldest ? now - ageMs(Date.parse(oldest.created_at), now, rightNow) : null,
      refused,
      conflicts,
      acknowledgedToday,
      lastPull: lastPull ?? null,
      today: today ?? null,
      instance,
    }
  })
}

/** A pull takes its time; a clock that is less off does no harm. */
const CLOCK_OFF_MS = 10 * 60_000

/** Ms by which the device's clock was ahead of the server's when the last pull came; 0 for a clock that is about right. */
function aheadMs(lastPull = Number.NaN, serverTime = ''): number {
  const ahead = lastPull - Date.parse(serverTime)
  return Math.abs(ahead) > CLOCK_OFF_MS ? ahead : 0
}

/** An edit's age. It was made by the clock as it is now, or by a right one; the other would make it years old or not yet made. */
function ageMs(made: number, now: number, rightNow: number): number {
  const possible = [now - made, rightNow - made].filter((age) => age >= 0)
  return possible.length > 0 ? Math.min(...possible) : 0
}
