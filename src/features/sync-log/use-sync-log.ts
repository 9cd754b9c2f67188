import { useLiveQuery } from 'dexie-react-hooks'
import type { LarderDatabase, OutboxRecord } from '#src/db/database.ts'
import { aheadMs } from '#src/sync/clock.ts'
import { LEDGER_ENDS, newestEnded } from '#src/sync/store/ledger.ts'
import { inOrder, madeAt, type LogEntry } from './log.ts'
import { namesOf, type Names } from './names.ts'

export interface SyncLog {
  /** In `seq` order. */
  outbox: OutboxRecord[]
  /** Newest first. */
  entries: LogEntry[]
  names: Names
  /** When an edit was made, by the server's clock as all other times are (ISO). */
  madeAt: (entry: LogEntry) => string
  /** Whether the ledger holds more than was read. */
  more: boolean
}

/** Every edit that waits and the newest `most` that are over; undefined until they have been read. */
export function useSyncLog(db: LarderDatabase, most: number): SyncLog | undefined {
  return useLiveQuery(async () => {
    const [ahead, outbox, ...over] = await Promise.all([
      aheadMs(db),
      db.outbox.orderBy('seq').toArray(),
      ...LEDGER_ENDS.map((end) => newestEnded(db, end, most)),
    ])
    const ledger = over.flat()
    const entries = inOrder(outbox, ledger)
    return {
      outbox,
      entries,
      names: await namesOf(db, entries),
      madeAt: madeAt(ahead, Date.now() - ahead),
      more: over.some((list) => list.length === most),
    }
  }, [db, most])
}
