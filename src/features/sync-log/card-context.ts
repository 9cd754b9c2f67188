/** What each card of the sync ledger works with. */
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Go } from '#src/kit/use-go.ts'
import type { Engine } from '#src/sync/engine.ts'
import type { SyncLog } from './use-sync-log.ts'

export interface CardContext extends Pick<SyncLog, 'names' | 'madeAt'> {
  engine: Engine
  client: Client
  person: User | null
  reachable: boolean
  go: Go
}
