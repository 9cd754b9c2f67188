import pg from 'pg'
import { z } from 'zod'
import { queryOnlyRow } from '../rows.ts'
import { StartError } from '../start-error.ts'

const oldest = 15

const FoundDatabase = z.object({ version: z.number(), encoding: z.string() })

/**
 * Checks that a PostgreSQL answers at this address, takes the password, is new enough, and stores every letter.
 *
 * @param setting that names it
 * @param patienceMs how long it may take to connect, and to answer
 * @param anyEncoding whether it may lack letters: a backup is the way out of such a database
 * @throws StartError with one line that does not show the password.
 */
export async function checkDatabaseUrl(
  url: string,
  { setting = 'DATABASE_URL', patienceMs = 5_000, anyEncoding = false } = {},
): Promise<void> {
  const place = urlInWords(url, setting)
  let client: pg.Client | undefined
  let found: z.infer<typeof FoundDatabase>
  try {
    // the address may name files of certificates, which are read here
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    // a connection that breaks after the answer is no reason to fall
    client.on('error', () => {})
    await client.connect()
    found = await queryOnlyRow(
      client,
      FoundDatabase,
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
    )
  } catch (error) {
    throw new StartError(`${place} cannot be used: ${reason(error)}`)
  } finally {
    await client?.end().catch(() => {})
  }
  const { version, encoding } = found
  if (version < oldest) {
    throw new StartError(`${place} is PostgreSQL ${version}: version ${oldest} or newer is needed`)
  }
  // In another encoding it cannot store every letter, and people would find out one by one.
  if (encoding !== 'UTF8' && !anyEncoding)
    throw new StartError(
      `${place} is encoded in ${encoding}: UTF-8 is needed. "npm run backup" still works, and "npm run restore" puts ` +
        'the file into an empty database in UTF-8. Where it fails, "pg_dump --encoding=UTF8" makes a dump for such a database',
    )
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
