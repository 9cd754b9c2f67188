import pg from 'pg'
import type { Log } from './log.ts'

const text = (value: string) => value
const instant = (value: string) => (value.endsWith('infinity') ? value : new Date(value).toISOString())
const count = (value: string) => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** PostgreSQL's type numbers, and those of their arrays (pg_type.dat), with the reading of one value. */
const parsers: { type: number; array: number; parse: (value: string) => unknown }[] = [
  // money and weights: exact, so never a float
  { type: pg.types.builtins.NUMERIC, array: 1231, parse: text },
  { type: pg.types.builtins.INT8, array: 1016, parse: count },
  // a calendar day has no time zone, and a Date object always does
  { type: pg.types.builtins.DATE, array: 1182, parse: text },
  { type: pg.types.builtins.TIMESTAMP, array: 1115, parse: text },
  { type: pg.types.builtins.TIMESTAMPTZ, array: 1185, parse: instant },
]

const types = new pg.TypeOverrides()
// text[], which the types of pg do not list
const parseTextArray = pg.types.getTypeParser(1009 as never) as (value: string) => (string | null)[]
for (const { type, array, parse } of parsers) {
  types.setTypeParser(type, parse)
  types.setTypeParser(array, (value: string) =>
    parseTextArray(value).map((element) => (element === null ? null : parse(element))),
  )
}

/** Options of `openDatabase`. */
export interface PoolOptions {
  /** Most connections at once (10). The embedded PostgreSQL gives 100 to all processes together. */
  max?: number
  /** Milliseconds after which the database gives up; without it, it waits for ever, as a command of the operator should. */
  timeouts?: { statement: number; lock: number; idleInTransaction: number }
  /** Receives a warning for each idle connection that is lost. */
  log?: Pick<Log, 'warn'>
}

/** An open database, and how to close it. */
export interface OpenDatabase {
  pool: pg.Pool
  /** Waits for running queries and closes every connection. May be called more than once. */
  close(): Promise<void>
}

/** What one call may take of the database before it is answered 503: a report of a year takes some seconds. */
export const CALL_TIMEOUTS = { statement: 60_000, lock: 10_000, idleInTransaction: 60_000 }
const NO_TIMEOUTS = { statement: 0, lock: 0, idleInTransaction: 0 }

const timeoutsSql = ({ statement, lock, idleInTransaction }: typeof CALL_TIMEOUTS) =>
  `set statement_timeout = ${statement}; set lock_timeout = ${lock};
   set idle_in_transaction_session_timeout = ${idleInTransaction}`

/**
 * Opens a pool of connections; the first is made at the first query.
 *
 * Values come back as: numeric → string; int8 → number when it is safe, else
 * string; date → 'YYYY-MM-DD'; timestamptz → ISO 8601 in UTC with milliseconds; timestamp → PostgreSQL's
 * text. The session's zone is UTC: a day of the distributor needs `at time zone`.
 */
export function openDatabase(url: string, { max = 10, timeouts, log }: PoolOptions = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    application_name: 'larder',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Statements of one connection that do not wait for each other's answers share a round trip (`npm run bench -- edits`).
    pipeline: true,
    onConnect: async (client) => {
      // lost while a transaction had it: that transaction's next query fails, and the process must not
      client.on('error', () => {})
      await client.query(`set time zone 'UTC'${timeouts ? `; ${timeoutsSql(timeouts)}` : ''}`)
    },
  })
  // lost while idle: the pool has dropped it and makes another when one is needed
  pool.on('error', (error) => log?.warn(`a database connection was lost: ${error.message}`))
  let closing: Promise<void> | undefined
  return { pool, close: () => (closing ??= pool.end()) }
}

/**
 * Does some work while no other process that asks for the same lock does its own.
 *
 * @param lock any number; each kind of work has its own
 */
export async function withLock<T>(
  pool: pg.Pool,
  lock: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    // The work of another process, or a migration of a large table, may take minutes.
    await client.query(timeoutsSql(NO_TIMEOUTS))
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work(client)
  } finally {
    // ends the session, with the lock and without timeouts
    client.release(true)
  }
}
