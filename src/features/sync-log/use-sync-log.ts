import { useLiveQuery } from 'dexie-react-hooks'
import type { LarderDatabase, OutboxRecord } from '#src/db/database.ts'
import { LEDGER_ENDS, newestEnded } from '#src/sync/ledger.ts'
import { inOrder, type LogEntry } from './log.ts'
import { namesOf, type Names } from './names.ts'

export interface SyncLog {
  /** In `seq` order. */
  outbox: OutboxRecord[]
  /** Newest first. */
  entries: LogEntry[]
  names: Names
  /** Whether the ledger holds more than was read. */
  more: boolean
}

/** Every edit that waits and the newest `most` that are over; undefined until they have been read. */
export function useSyncLog(db: LarderDatabase, most: number): SyncLog | undefined {
  return useLiveQuery(async () => {
    const [outbox, ...over] = await Promise.all([
      db.outbox.orderBy('seq').toArray(),
      ...LEDGER_ENDS.map((end) => newestEnded(db, end, most)),
    ])
    const ledger = over.flat()
    const entries = inOrder(outbox, ledger)
    return {
      outbox,
      entries,
      names: await namesOf(db, entries),
      more: over.some((list) => list.length === most),
    }
  }, [db, most])
}
