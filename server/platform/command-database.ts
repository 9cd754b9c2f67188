/** The database for a command of `package.json`: that of this installation, beside a server that runs or without one. */
import { sql } from 'drizzle-orm'
import { readEnv } from '../env.ts'
import { openDatabase, requireSchema, type OpenDatabase } from './database.ts'
import { silentLog } from './log.ts'
import { databaseName, hasCluster, reachPostgres } from './postgres/start.ts'
import { StartError } from './start-error.ts'

/**
 * Finds the database that the settings mean, prints which one that is, and leaves it when `work` has ended. A command makes
 * no database: the first `npm start` does.
 *
 * @throws StartError where there is no database of Larder yet.
 */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const env = readEnv()
  const place = databaseName(env)
  const none = new StartError(`there is no database of Larder in ${place}: the first "npm start" makes it`)
  if (!env.DATABASE_URL && !(await hasCluster(env.DATA_DIR))) throw none
  const postgres = await reachPostgres(env, silentLog)
  try {
    if (!(await isLarders(postgres.url))) throw none
    console.log(`Database: ${place}`)
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function isLarders(url: string): Promise<boolean> {
  const { db, close } = openDatabase(url, { max: 1 })
  const { rows } = await db
    .execute<{ known: boolean }>(sql`select to_regclass('public.facts') is not null as known`)
    .finally(close)
  return rows[0]!.known
}

/** As `withPostgres`, with the database open. Its schema is that of this release: only the start migrates. */
export const withDatabase = (work: (database: OpenDatabase) => Promise<void>): Promise<void> =>
  withPostgres(async (url) => {
    const database = openDatabase(url, { max: 1 })
    try {
      await requireSchema(database.db)
      await work(database)
    } finally {
      await database.close()
    }
  })
