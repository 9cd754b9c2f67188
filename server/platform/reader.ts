/**
 * Reading that may be some seconds behind, such as reports and search: from a replica of the database where there is one (docs/operations.md,
 * "A replica to read from").
 */
import type pg from 'pg'
import { CALL_TIMEOUTS, openDatabase } from './database.ts'
import type { Log } from './log.ts'

export interface Reader {
  /** The replica while it follows, else the database itself. */
  pool(): pg.Pool
  close(): Promise<void>
}

/** Without a replica. */
export const readFrom = (pool: pg.Pool): Reader => ({ pool: () => pool, close: async () => {} })

/** What the database had written at one look, the replica must have at the next: it is at most twice as far behind. */
const LOOK_EVERY_MS = 5_000

/** @param max the most connections to the replica */
export function openReader(
  url: string,
  primary: pg.Pool,
  log: Pick<Log, 'info' | 'warn'>,
  max: number,
): Reader {
  const replica = openDatabase(url, { max, timeouts: CALL_TIMEOUTS, log })
  let written: string | null = null
  let follows = false
  /** Whether the last look failed: an outage is one line of the log, however long it lasts. */
  let isAway = false

  async function look(): Promise<void> {
    const was = follows
    const before = written
    try {
      const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      written = rows[0]!.lsn
      follows = before !== null && (await hasReplayed(replica.pool, before))
      isAway = false
    } catch (error) {
      follows = false
      if (!isAway) log.warn(`the replica could not be looked at: ${String(error)}`)
      isAway = true
    }
    if (follows && !was) log.info('reports and search are read from the replica')
    if (was && !follows)
      log.warn('the replica does not follow: reports and search are read from the database itself')
  }
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => (looking = look()), LOOK_EVERY_MS)
  timer.unref()
  return {
    pool: () => (follows ? replica.pool : primary),
    async close() {
      clearInterval(timer)
      await looking
      await replica.close()
    },
  }
}

/** Whether a replica has all that was written up to this place. One that was made a primary is no replica any more. */
async function hasReplayed(replica: pg.Pool, lsn: string): Promise<boolean> {
  const { rows } = await replica.query<{ has: boolean }>(
    `select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has`,
    [lsn],
  )
  return rows[0]!.has
}
