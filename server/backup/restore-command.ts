/** `npm run restore`: puts a backup into an empty database, or settles one that was put back by other means. See `USAGE`. */
import { readEnv, type Env } from '../env.ts'
import { runCommand, UsageError } from '../platform/command.ts'
import { isLarders, requireFreeFolder, requireUnserved } from '../command-database.ts'
import { openDatabase } from '../platform/database.ts'
import { migrate } from '../schema/migrate.ts'
import { silentLog } from '../platform/log.ts'
import { databasePlace, hasCluster, startPostgres } from '../platform/postgres/start.ts'
import { StartError } from '../platform/start-error.ts'
import { openArchive, rowsOf } from './archive.ts'
import { withLongClient } from './client.ts'
import { checkArchive, restoreArchive } from './restore.ts'
import { adoptRestored } from './settle.ts'

const USAGE = `Usage: npm run restore -- FILE
       npm run restore -- --adopt
Puts a backup into an empty database: an empty DATA_DIR, or the database of DATABASE_URL. The file is checked before anything is
written, and either all of it is restored or nothing. The release may be that of the backup or a later one.
  --adopt  settles a database that was put back by other means: pg_dump, a copied DATA_DIR, recovery to a point in time
  --help   prints this
No server may be running. Devices pull everything again, and everybody stays signed in. Numbers go on above a gap. A mail that
waited when the backup was taken is not sent by itself: it may have been sent since.`

/** Opens the database that the settings mean, which no server may use, and closes it when `work` has ended. */
async function withRestingDatabase(env: Env, work: (url: string) => Promise<void>): Promise<void> {
  await requireFreeFolder(env)
  const postgres = await startPostgres(env, silentLog)
  try {
    await withLongClient(postgres.ownerUrl, (client) => requireUnserved(client, databasePlace(env)))
    await work(postgres.ownerUrl)
  } finally {
    await postgres.stop()
  }
}

async function restore(file: string): Promise<void> {
  const env = readEnv()
  await requireFreeFolder(env)
  const archive = await openArchive(file)
  try {
    await checkArchive(archive)
    await withRestingDatabase(env, async (url) => {
      await restoreArchive(url, archive, { now: new Date() })
      const { pool, close } = openDatabase(url, { max: 2 })
      await migrate(pool).finally(close)
    })
    const { manifest } = archive
    console.log(
      `Restored ${rowsOf(manifest)} rows into ${databasePlace(env)}, as of ${manifest.taken_at}. "npm start" starts the server.`,
    )
  } finally {
    archive.close()
  }
}

async function adopt(): Promise<void> {
  const env = readEnv()
  if (!env.DATABASE_URL && !(await hasCluster(env.DATA_DIR)))
    throw new StartError(`there is no database in data folder ${env.DATA_DIR}`)
  await withRestingDatabase(env, (url) =>
    withLongClient(url, async (client) => {
      if (!(await isLarders(client)))
        throw new StartError(`${databasePlace(env)} holds no database of Larder`)
      await client.query('begin')
      await adoptRestored(client, new Date())
      await client.query('commit')
    }),
  )
  console.log(`Settled ${databasePlace(env)} as a restored database. "npm start" starts the server.`)
}

await runCommand(
  { usage: USAGE, options: { adopt: { type: 'boolean', default: false } }, mostWords: 1 },
  ({ adopt: isAdopted }, [file]) => {
    if (isAdopted === (file !== undefined)) throw new UsageError('Give a FILE or --adopt.')
    return isAdopted ? adopt() : restore(file!)
  },
)
