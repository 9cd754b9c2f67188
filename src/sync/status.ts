/** What the sync pill shows: "214 scanned, 214 acknowledged". One small thing to subscribe to. */
import type { OrderingTerms } from '#contract/orders/cutoff.ts'
import { TOO_MANY_ORDERS } from '#contract/sync/outcome.ts'
import type { LarderDatabase, OutboxRecord } from '#src/db/database.ts'
import { aheadMs, madeAtMs } from './clock.ts'
import { decisionsOf } from './decisions.ts'
import { countEnded } from './store/ledger.ts'
import { META, readMeta } from './store/meta.ts'
import type { StorageKind, StorageTrouble } from './store/storage.ts'
import type { Heard } from './today.ts'

export interface SyncStatus {
  /** Whether the browser sees a network at all. */
  online: boolean
  /** Whether the server answered when it was last asked; before that, whether there is a network. */
  serverReachable: boolean
  /** Something answered, and not as the server does: a gateway that refuses everything, a portal, a defect. */
  unexpected: boolean
  sending: boolean
  pulling: boolean
  /** Edits that are stored here and not yet acknowledged: what is done about them goes by this. */
  unsent: number
  /** The same as it is shown: how many things that a person did wait. At least 1 while an edit does. */
  waiting: number
  /** What a person did on this device: acknowledged today, waiting, or refused. A weighed piece is one scan. */
  scanned: number
  /** Ms; when the oldest of them was made. */
  oldestUnsentAt: number | null
  /** What the server has acknowledged of this device: today, counted as `scanned`; edits since the engine was opened. */
  acknowledged: { today: number; session: number }
  refused: number
  conflicts: number
  /** How many decisions these are for a person (`decisionsOf`). */
  needYou: number
  /** Ms of the device's clock when the device last had everything; null before the first full pull. */
  lastPull: number | null
  lastAcknowledgedAt: number | null
  /** What the server last said of the time; null before the first pull. */
  heard: Heard | null
  signInNeeded: boolean
  /** The device could not store or has lost something: scanning must stop and say so. */
  storageTrouble: { kind: StorageKind; message: string } | null
  /** How what only memory holds is being saved; null unless the storage was emptied. */
  rescue: Rescue | null
}

export interface Rescue {
  /** In memory only, counted as `waiting`. */
  waiting: number
  /** What had waited as last known, and is not in the memory of this page either. */
  lost: number
  /** Whether the device has no room to store it again. */
  isFull: boolean
  isStored: boolean
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
  waiting: 0,
  scanned: 0,
  oldestUnsentAt: null,
  acknowledged: { today: 0, session: 0 },
  refused: 0,
  conflicts: 0,
  needYou: 0,
  lastPull: null,
  lastAcknowledgedAt: null,
  heard: null,
  signInNeeded: false,
  storageTrouble: null,
  rescue: null,
}

export interface OwnStatus extends StatusStore {
  set(change: Partial<SyncStatus>): void
  /** Shows what the storage did. That it was cleared stays: all that goes wrong after it follows from it. */
  trouble(trouble: StorageTrouble): void
  /** The storage has stored something. A trouble that only a reload ends stays. */
  storageWorks(): void
}

const isLasting = (kind: StorageTrouble['kind'] | undefined): boolean =>
  kind === 'wiped' || kind === 'outdated'

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
      // A passing trouble does not hide one that only a reload ends.
      const known = status.storageTrouble?.kind
      if (known === 'wiped' || (known === 'outdated' && kind !== 'wiped')) return
      set({ storageTrouble: { kind, message } })
    },
    storageWorks() {
      if (!isLasting(status.storageTrouble?.kind)) set({ storageTrouble: null })
    },
  }
}

/** How many things are said to wait: none only where no edit does, also where the last edit of one has gone first. */
export const waitingOf = (edits: number, acts: number): number => edits && Math.max(1, acts)

/** The server's words where an order waits because more was ordered than a minute or a day may have; else null. */
export const boundWords = ({ state, answer }: OutboxRecord): string | null =>
  state === 'pending' && answer?.code === TOO_MANY_ORDERS ? answer.message : null

type Counted =
  | 'unsent'
  | 'waiting'
  | 'scanned'
  | 'oldestUnsentAt'
  | 'refused'
  | 'conflicts'
  | 'needYou'
  | 'lastPull'
  | 'heard'

/**
 * Counts what is in the database by indexes; only what needs a person is read whole. `instance` is the name of this database: another
 * one, or none, says that it was wiped.
 */
export async function countEdits(
  db: LarderDatabase,
  now: number,
): Promise<Pick<SyncStatus, Counted> & { acknowledgedToday: number; instance: string | undefined }> {
  return db.transaction('r', db.outbox, db.ended, db.meta, async () => {
    const of = (state: string) => db.outbox.where('state').equals(state)
    const ahead = await aheadMs(db)
    const rightNow = now - ahead
    const midnight = new Date(rightNow)
    midnight.setHours(0, 0, 0, 0)
    const [
      unsent,
      parts,
      allParts,
      oldest,
      refused,
      conflicts,
      acknowledgedToday,
      lastPull,
      serverTime,
      exactlyAhead,
      terms,
      instance,
    ] = await Promise.all([
      of('pending').count(),
      db.outbox.where('[state+part]').equals(['pending', 1]).count(),
      db.outbox.orderBy('[state+part]').count(),
      of('pending').first(),
      of('refused').count(),
      of('conflict').count(),
      countEnded(db, 'applied', midnight.toISOString()),
      readMeta<number>(db, META.lastPull),
      readMeta<string>(db, META.serverTime),
      readMeta<number>(db, META.ahead),
      readMeta<OrderingTerms | null>(db, META.terms),
      readMeta<string>(db, META.instance),
    ])
    const attention =
      refused + conflicts > 0 ? await db.outbox.where('state').anyOf('refused', 'conflict').toArray() : []
    return {
      unsent,
      waiting: waitingOf(unsent, unsent - parts),
      scanned: acknowledgedToday + unsent + refused + conflicts - allParts,
      oldestUnsentAt: oldest ? madeAtMs(oldest, ahead, rightNow) + ahead : null,
      refused,
      conflicts,
      needYou: decisionsOf(attention).length,
      acknowledgedToday,
      lastPull: lastPull ?? null,
      heard:
        serverTime === undefined
          ? null
          : { at: Date.parse(serverTime), ahead: exactlyAhead ?? 0, terms: terms ?? null },
      instance,
    }
  })
}
