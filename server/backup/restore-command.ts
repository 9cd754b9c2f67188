/** `npm run restore`: puts a backup into an empty database, or settles one that was put back by other means. See `USAGE`. */
import pg from 'pg'
import { readEnv, type Env } from '../env.ts'
import { runCommand, UsageError } from '../platform/command.ts'
import { migrate, openDatabase } from '../platform/database.ts'
import { silentLog } from '../platform/log.ts'
import { lockHolder } from '../platform/postgres/lock.ts'
import { databaseName, hasCluster, startPostgres } from '../platform/postgres/start.ts'
import { StartError } from '../platform/start-error.ts'
import { STREAMS_CONNECTION } from '../sync/stream.ts'
import { openArchive } from './archive.ts'
import { checkArchive, restoreArchive, setTriggers } from './restore.ts'
import { adoptRestored } from './settle.ts'

const USAGE = `Usage: npm run restore -- FILE
       npm run restore -- --adopt
Puts a backup into an empty database: an empty DATA_DIR, or the database of DATABASE_URL. The file is checked before anything is
written, and either all of it is restored or nothing. The release may be that of the backup or a later one.
  --adopt  settles a database that was put back by other means: pg_dump, a copied DATA_DIR, recovery to a point in time
  --help   prints this
No server may be running. Devices pull everything again, and everybody stays signed in. Numbers go on above a gap. A mail that
waited when the backup was taken is not sent by itself: it may have been sent since.`

async function requireNoServer(env: Env): Promise<void> {
  const holder = env.DATABASE_URL ? null : await lockHolder(env.DATA_DIR)
  if (holder)
    throw new StartError(
      `a server is running on data folder ${env.DATA_DIR} (process ${holder.pid}): stop it first`,
    )
}

/** Opens the database that the settings mean, which no server may use, and closes it when `work` has ended. */
async function withRestingDatabase(env: Env, work: (url: string) => Promise<void>): Promise<void> {
  await requireNoServer(env)
  const postgres = await startPostgres(env, silentLog)
  try {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const { rowCount } = await client
      .query(
        'select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
        [STREAMS_CONNECTION],
      )
      .finally(() => client.end())
    if (rowCount) throw new StartError(`a server is running on ${databaseName(env)}: stop it first`)
    await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

async function restore(file: string): Promise<void> {
  const env = readEnv()
  await requireNoServer(env)
  const archive = await openArchive(file)
  try {
    await checkArchive(archive)
    await withRestingDatabase(env, async (url) => {
      await restoreArchive(url, archive, { now: new Date() })
      const { db, close } = openDatabase(url, { max: 2 })
      await migrate(db).finally(close)
    })
    const { tables, taken_at } = archive.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored ${rows} rows into ${databaseName(env)}, as of ${taken_at}. "npm start" starts the server.`,
    )
  } finally {
    archive.close()
  }
}

async function adopt(): Promise<void> {
  const env = readEnv()
  if (!env.DATABASE_URL && !(await hasCluster(env.DATA_DIR)))
    throw new StartError(`there is no database in data folder ${env.DATA_DIR}`)
  await withRestingDatabase(env, async (url) => {
    const client = new pg.Client({ connectionString: url, application_name: 'larder restore' })
    await client.connect()
    try {
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin')
      const { rows } = await client.query<{ known: boolean }>(
        `select to_regclass('public.facts') is not null as known`,
      )
      if (!rows[0]?.known) throw new StartError(`${databaseName(env)} holds no database of Larder`)
      await setTriggers(client, 'disable')
      await adoptRestored(client, new Date())
      await setTriggers(client, 'enable')
      await client.query('commit')
    } finally {
      await client.end()
    }
  })
  console.log(`Settled ${databaseName(env)} as a restored database. "npm start" starts the server.`)
}

await runCommand(
  { usage: USAGE, options: { adopt: { type: 'boolean', default: false } }, mostWords: 1 },
  ({ adopt: isAdopted }, [file]) => {
    if (isAdopted === (file !== undefined)) throw new UsageError('Give a FILE or --adopt.')
    return isAdopted ? adopt() : restore(file!)
  },
)
