/** What the screens get: one engine for the person who is at the device. */
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import type { Session } from '#src/api/session.ts'
import type { DatabaseOptions, LarderDatabase, OutboxRecord } from '#src/db/database.ts'
import type { ExportedOutbox, Resolution } from './attention.ts'
import type { Cadence, Nudge } from './loop.ts'
import type { NewEdit } from './edit.ts'
import type { CommitResult } from './outbox.ts'
import type { StatusStore } from './status.ts'

export interface EngineOptions {
  user: User
  env: Environment
  session: Session
  client: Client
  database?: DatabaseOptions
  /** Whether to send and pull by itself; a test that steps through turns it off. */
  running?: boolean
}

/** What an explicit save came to: the server has `sent`, refused `refused`, and `waiting` are stored and wait. */
export interface Saved {
  sent: number
  refused: OutboxRecord[]
  waiting: number
}

export interface Engine {
  readonly user: User
  readonly db: LarderDatabase
  /**
   * Stores edits, all or none, and resolves when the disk has them: beep then, never before. A refusal is a value and
   * nothing is stored. Rejects with `StorageTrouble` when the device cannot store: say so loudly.
   */
  commit(edits: NewEdit[]): Promise<CommitResult>
  /** `get` and `subscribe`, as `useSyncExternalStore` wants them. */
  readonly status: StatusStore
  /** How soon stored edits are sent: 5 s on the scan screen (A191), 15 s on the pick list (A192), else soon. */
  setCadence(cadence: Cadence): void
  /** Something happened that makes trying now worthwhile: `online`, `visible`, `hidden`. */
  nudge(why: Nudge): void
  /** Readings, "Offline": an explicit Save sends at once and tells the server's answer. */
  saveNow(): Promise<Saved>
  pullNow(): Promise<void>
  /** Tries a refused edit again as a new one that names it. */
  retry(mutationId: string): Promise<CommitResult>
  /** Gives a refused or clashing edit up; the ledger keeps it. False when it was not there any more. */
  discard(mutationId: string): Promise<boolean>
  resolveConflict(mutationId: string, choice: Resolution): Promise<CommitResult | boolean>
  exportOutbox(): Promise<ExportedOutbox>
  /** Stops timers, stream and database. Unsent edits stay where they are. */
  close(): Promise<void>
}
