/** What each card of the sync ledger works with. */
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Go } from '#src/kit/use-go.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import type { SyncLog } from './use-sync-log.ts'

export interface CardContext extends Pick<SyncLog, 'names' | 'madeAt'> {
  /** The other parts of a record's act, which share its fate. */
  partsBeside: (record: OutboxRecord) => readonly OutboxRecord[]
  engine: Engine
  client: Client
  person: User | null
  reachable: boolean
  go: Go
}
