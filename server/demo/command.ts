/** `npm run demo`: deletes everything in the demo's database and makes the demo anew. See `USAGE`. */
import { sql } from 'drizzle-orm'
import { readEnv, type Env } from '../env.ts'
import { runCommand } from '../platform/command.ts'
import { migrate, openDatabase, withLock, type OpenDatabase } from '../platform/database.ts'
import { silentLog } from '../platform/log.ts'
import { databaseName, hasCluster, startPostgres } from '../platform/postgres/start.ts'
import { lockHolder } from '../platform/postgres/lock.ts'
import { StartError } from '../platform/start-error.ts'
import { STREAMS_CONNECTION } from '../sync/stream.ts'
import { DEMO_LOCK, whyNoDemo } from '../prepare-demo.ts'
import { dayIn } from '#contract/day.ts'
import { DEMO_SIGN_INS, isDemo, makeDemo } from './demo.ts'
import { addedToDemo } from './rows.ts'
import { DEMO_PASSWORD } from './users.ts'

const USAGE = `Usage: npm run demo [-- --again]
Deletes everything in the demo's database and makes the demo anew, as on today.
  --again  also deletes what people have added to the demo
  --help   prints this
It refuses a database that holds no demo ("npm start" makes one in an empty database), and one with a running server.`

type Db = OpenDatabase['db']

/** Refuses what is known without the database. */
async function checkPlace(env: Env): Promise<void> {
  if (!env.DEMO)
    throw new StartError(
      `${whyNoDemo(env)}: this is no place for a demo; DEMO=1 makes it one if that is meant`,
    )
  if (env.DATABASE_URL) return
  const holder = await lockHolder(env.DATA_DIR)
  if (holder)
    throw new StartError(
      `a server is running on data folder ${env.DATA_DIR} (process ${holder.pid}): stop it first`,
    )
  if (!(await hasCluster(env.DATA_DIR)))
    throw new StartError(`there is no database in data folder ${env.DATA_DIR}: "npm start" makes the demo`)
}

/** Refuses a database that is not to be emptied. Changes nothing but the schema of a demo. */
async function checkDatabase(db: Db, place: string, again: boolean): Promise<void> {
  const { rows } = await db.execute<{ known: boolean; served: boolean }>(sql`
    select to_regclass('public.facts') is not null as known,
           exists (select from pg_stat_activity
                    where datname = current_database() and application_name = ${STREAMS_CONNECTION}) as served`)
  if (rows[0]?.served) throw new StartError(`a server is running on ${place}: stop it first`)
  if (!rows[0]?.known || !(await isDemo(db)))
    throw new StartError(`${place} holds no demo, so nothing of it is deleted`)
  await migrate(db)
  const added = await addedToDemo(db)
  if (added.length > 0 && !again)
    throw new StartError(
      `people have added to the demo in ${place}: ${added.join(', ')}. "npm run demo -- --again" deletes that too`,
    )
}

async function remake(again: boolean): Promise<void> {
  const env = readEnv()
  await checkPlace(env)
  const postgres = await startPostgres(env, silentLog)
  const { db, close } = openDatabase(postgres.url, { max: 2 })
  const place = databaseName(env)
  const today = dayIn(env.TIME_ZONE, new Date())
  try {
    await withLock(db, DEMO_LOCK, async () => {
      await checkDatabase(db, place, again)
      await makeDemo(db, { today })
    })
  } finally {
    await close()
    await postgres.stop()
  }
  console.log(
    `Made the demo anew in ${place}: Harbor & Vine Provisions as on ${today}. Password of each sign-in: ${DEMO_PASSWORD}`,
  )
  for (const { username, role, name } of DEMO_SIGN_INS)
    console.log(`  ${username.padEnd(9)} ${role}, ${name}`)
}

await runCommand({ usage: USAGE, options: { again: { type: 'boolean', default: false } } }, ({ again }) =>
  remake(again),
)
