import pg from 'pg'
import { StartError } from '../start-error.ts'

const oldest = 15

/**
 * Checks that a PostgreSQL answers at this address, takes the password, and is new enough.
 *
 * @param setting that names it
 * @param patienceMs how long it may take to connect, and to answer
 * @throws StartError with one line that does not show the password.
 */
export async function checkDatabaseUrl(
  url: string,
  { setting = 'DATABASE_URL', patienceMs = 5_000 } = {},
): Promise<void> {
  const place = urlInWords(url, setting)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  // a connection that breaks after the answer is no reason to fall
  client.on('error', () => {})
  let version: number
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  } catch (error) {
    throw new StartError(`${place} cannot be used: ${reason(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
  if (version < oldest) {
    throw new StartError(`${place} is PostgreSQL ${version}: version ${oldest} or newer is needed`)
  }
}

/** A setting such as DATABASE_URL for a message: without user and password. */
export function urlInWords(url: string, setting = 'DATABASE_URL'): string {
  const { host, pathname } = new URL(url)
  return `${setting} (${host || 'localhost'}${pathname})`
}

/** A host with several addresses fails with an AggregateError, whose own message is empty. */
function reason(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  return (first instanceof Error ? first.message : String(first)).split('\n')[0] ?? ''
}
