/** The database for a command of `package.json`: that of this installation, beside a server that runs or without one. */
import { sql } from 'drizzle-orm'
import { readEnv } from '../env.ts'
import { migrate, openDatabase, type OpenDatabase } from './database.ts'
import { silentLog } from './log.ts'
import { databaseName, hasCluster, reachPostgres } from './postgres/start.ts'
import { StartError } from './start-error.ts'

/**
 * Opens the database that the settings mean, prints which one that is, and closes it when `work` has ended. A command makes
 * no database: the first `npm start` does.
 *
 * @throws StartError where there is no database of Larder yet.
 */
export async function withDatabase(work: (database: OpenDatabase) => Promise<void>): Promise<void> {
  const env = readEnv()
  const place = databaseName(env)
  const none = new StartError(`there is no database of Larder in ${place}: the first "npm start" makes it`)
  if (!env.DATABASE_URL && !(await hasCluster(env.DATA_DIR))) throw none
  const postgres = await reachPostgres(env, silentLog)
  const database = openDatabase(postgres.url, { max: 1 })
  try {
    const { rows } = await database.db.execute<{ known: boolean }>(
      sql`select to_regclass('public.facts') is not null as known`,
    )
    if (!rows[0]?.known) throw none
    console.log(`Database: ${place}`)
    await migrate(database.db)
    await work(database)
  } finally {
    await database.close()
    await postgres.stop()
  }
}
