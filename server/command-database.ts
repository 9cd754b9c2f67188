/** The database for a command of `package.json`: that of this installation, beside a server that runs or without one. */
import type pg from 'pg'
import { z } from 'zod'
import { readEnv, type Env } from './env.ts'
import { isServed } from './platform/running-servers.ts'
import { openDatabase, type OpenDatabase } from './platform/database.ts'
import { requireSchema } from './schema/migrate.ts'
import { silentLog } from './platform/log.ts'
import { lockHolder } from './platform/postgres/lock.ts'
import { databasePlace, hasCluster, reachPostgres } from './platform/postgres/start.ts'
import { queryOnlyRow } from './platform/rows.ts'
import { StartError } from './platform/start-error.ts'

/**
 * Finds the database that the settings mean, prints which one that is, and leaves it when `work` has ended. Commands work as the role
 * that owns its tables. A command makes no database: the first `npm start` does.
 *
 * @throws StartError where there is no database of Larder yet.
 */
export async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const env = readEnv()
  const place = databasePlace(env)
  const none = new StartError(`there is no database of Larder in ${place}: the first "npm start" makes it`)
  if (!env.DATABASE_URL && !(await hasCluster(env.DATA_DIR))) throw none
  const postgres = await reachPostgres(env, silentLog)
  try {
    const { pool, close } = openDatabase(postgres.ownerUrl, { max: 1 })
    if (!(await isLarders(pool).finally(close))) throw none
    console.log(`Database: ${place}`)
    await work(postgres.ownerUrl)
  } finally {
    await postgres.stop()
  }
}

const KnownDatabase = z.object({ known: z.boolean() })

/** Whether a database holds Larder's tables. */
export async function isLarders(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { known } = await queryOnlyRow(
    client,
    KnownDatabase,
    `select to_regclass('public.facts') is not null as known`,
  )
  return known
}

const running = (place: string) => new StartError(`a server is running on ${place}: stop it first`)

/** @throws StartError where a server runs on the data folder of the settings. It needs no database. */
export async function requireFreeFolder(env: Env): Promise<void> {
  const holder = env.DATABASE_URL ? null : await lockHolder(env.DATA_DIR)
  if (holder) throw running(`data folder ${env.DATA_DIR} (process ${holder.pid})`)
}

/** @throws StartError where a server, here or on another machine, uses this database. */
export async function requireUnserved(client: pg.Pool | pg.ClientBase, place: string): Promise<void> {
  if (await isServed(client)) throw running(place)
}

/** As `withPostgres`, with the database open. Its schema is that of this release: only the start migrates. */
export const withDatabase = (work: (database: OpenDatabase) => Promise<void>): Promise<void> =>
  withPostgres(async (url) => {
    const database = openDatabase(url, { max: 1 })
    try {
      await requireSchema(database.pool)
      await work(database)
    } finally {
      await database.close()
    }
  })
