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
  /** Looks are numbered, because two may run at once: an answer that is older than the last one does not count. */
  let begun = 0
  let answered = 0

  async function look(): Promise<void> {
    begun += 1
    const number = begun
    const before = written
    let isFollowing = false
    let failure: Error | null = null
    try {
      const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
      written = rows[0]!.lsn
      isFollowing = before !== null && (await hasReplayed(replica.pool, before))
    } catch (error) {
      failure = error as Error
    }
    if (number < answered) return
    answered = number
    if (failure !== null && !isAway) log.warn(`the replica could not be looked at: ${String(failure)}`)
    isAway = failure !== null
    if (isFollowing && !follows) log.info('reports and search are read from the replica')
    if (follows && !isFollowing)
      log.warn('the replica does not follow: reports and search are read from the database itself')
    follows = isFollowing
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

/**
 * Returns whether a replica has all that was written up to this place. One that was made a primary is no replica any
 * more. Throws where no answer comes in time: a line that was cut says nothing, and the connection is then given up.
 */
async function hasReplayed(replica: pg.Pool, lsn: string): Promise<boolean> {
  // The types of pg leave `query_timeout` out.
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: `select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has`,
    values: [lsn],
    query_timeout: LOOK_EVERY_MS,
  }
  const { rows } = await replica.query<{ has: boolean }>(query)
  return rows[0]!.has
}
