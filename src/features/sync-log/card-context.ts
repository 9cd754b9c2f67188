/** What each card of the sync ledger works with. */
import type { OutboxRecord } from '#src/db/database.ts'
import type { SyncLog } from './use-sync-log.ts'

export interface CardContext extends Pick<SyncLog, 'names' | 'madeAt'> {
  /** The other parts of a record's act, which share its fate. */
  partsBeside: (record: OutboxRecord) => readonly OutboxRecord[]
}
