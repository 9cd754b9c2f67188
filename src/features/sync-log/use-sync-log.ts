import { useLiveQuery } from 'dexie-react-hooks'
import type { LarderDatabase, LedgerEnd, LedgerRecord, OutboxRecord } from '#src/db/database.ts'
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

const ENDS: LedgerEnd[] = ['applied', 'discarded', 'retried']

/** Every edit that waits and the newest `most` that are over; undefined until they have been read. */
export function useSyncLog(db: LarderDatabase, most: number): SyncLog | undefined {
  return useLiveQuery(async () => {
    const [outbox, ...over] = await Promise.all([
      db.outbox.orderBy('seq').toArray(),
      ...ENDS.map((end) => newest(db, end, most)),
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

const newest = (db: LarderDatabase, end: LedgerEnd, most: number): Promise<LedgerRecord[]> =>
  db.ledger.where('[end+ended_at]').between([end, ''], [end, '\uffff']).reverse().limit(most).toArray()
