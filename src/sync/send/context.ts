/** What sending works with. */
import type { Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import type { ApplyContext } from '../store/rows.ts'

export interface SendContext extends ApplyContext {
  env: Environment
  client: Client
  deviceId: string
  /** Names this tab or worker in the lease. */
  owner: string
  pipeline?: number
}
