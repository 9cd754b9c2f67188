/**
 * Slows guessing of passwords. A name is limited tightly; an address only after many failures, because a whole
 * warehouse signs in from one address (architecture, "Settled"). The counts are in the database: no state in a process.
 */
import type pg from 'pg'
import { Problem } from '../problem.ts'

const WINDOW_MINUTES = 5
const BY_NAME = 10
const BY_ADDRESS = 200

const keys = (name: string, address: string) => [`name:${name.toLowerCase()}`, `address:${address}`] as const

/** Throws 429 with Retry-After where this name or address has failed too often in the last minutes. */
export async function checkThrottle(pool: pg.Pool, name: string, address: string): Promise<void> {
  const { rows } = await pool.query<{ key: string; failures: number }>(
    `select key, count(*)::int as failures from sign_in_failures
      where key = any($1) and at > now() - make_interval(mins => $2) group by key`,
    [keys(name, address), WINDOW_MINUTES],
  )
  const over = rows.some((row) => row.failures >= (row.key.startsWith('name:') ? BY_NAME : BY_ADDRESS))
  if (over)
    throw new Problem(
      429,
      `Too many attempts. Please wait ${WINDOW_MINUTES} minutes and try again.`,
      {},
      {
        'retry-after': String(WINDOW_MINUTES * 60),
      },
    )
}

export async function noteFailure(pool: pg.Pool, name: string, address: string): Promise<void> {
  await pool.query('insert into sign_in_failures (key) select unnest($1::text[])', [keys(name, address)])
  await pool.query(`delete from sign_in_failures where at < now() - interval '1 day'`)
}

/** A right password clears the name. */
export async function clearFailures(pool: pg.Pool, name: string): Promise<void> {
  await pool.query('delete from sign_in_failures where key = $1', [`name:${name.toLowerCase()}`])
}
