/** `npm run demo`: deletes everything in the demo's database and makes the demo again. See `USAGE`. */
import type pg from 'pg'
import { readEnv, type Env } from '../env.ts'
import { runCommand } from '../platform/command.ts'
import { isLarders, requireFreeFolder, requireUnserved } from '../command-database.ts'
import { openDatabase, withLock } from '../platform/database.ts'
import { migrate } from '../schema/migrate.ts'
import { silentLog } from '../platform/log.ts'
import { databasePlace, hasCluster, startPostgres } from '../platform/postgres/start.ts'
import { StartError } from '../platform/start-error.ts'
import { DEMO_LOCK, whyNoDemo } from '../prepare-demo.ts'
import { dayIn } from '#contract/day.ts'
import { isDemo } from '../platform/demo-mark.ts'
import { DEMO_SIGN_INS, makeDemo } from './demo.ts'
import { addedToDemo } from './rows.ts'
import { DEMO_PASSWORD } from './users.ts'

const USAGE = `Usage: npm run demo [-- --again]
Deletes everything in the demo's database and makes the demo again, as on today.
  --again  also deletes what people have added to the demo
  --help   prints this
It refuses a database that holds no demo ("npm start" makes one in an empty database), and one with a running server.`

/** Refuses what can be refused without the database. */
async function checkPlace(env: Env): Promise<void> {
  if (!env.DEMO)
    throw new StartError(
      `${whyNoDemo(env)}: this is no place for a demo; DEMO=1 makes it one if that is meant`,
    )
  await requireFreeFolder(env)
  if (!env.DATABASE_URL && !(await hasCluster(env.DATA_DIR)))
    throw new StartError(`there is no database in data folder ${env.DATA_DIR}: "npm start" makes the demo`)
}

/** Refuses a database that is not to be emptied. Changes nothing but the schema of a demo. */
async function checkDatabase(pool: pg.Pool, place: string, again: boolean): Promise<void> {
  await requireUnserved(pool, place)
  if (!(await isLarders(pool)) || !(await isDemo(pool)))
    throw new StartError(`${place} holds no demo, so nothing of it is deleted`)
  await migrate(pool)
  const added = await addedToDemo(pool)
  if (added.length > 0 && !again)
    throw new StartError(
      `people have added to the demo in ${place}: ${added.join(', ')}. "npm run demo -- --again" deletes that too`,
    )
}

async function remake(again: boolean): Promise<void> {
  const env = readEnv()
  await checkPlace(env)
  const postgres = await startPostgres(env, silentLog)
  const { pool, close } = openDatabase(postgres.ownerUrl, { max: 2 })
  const place = databasePlace(env)
  const today = dayIn(env.TIME_ZONE, new Date())
  try {
    await withLock(pool, DEMO_LOCK, async () => {
      await checkDatabase(pool, place, again)
      await makeDemo(pool, { today })
    })
  } finally {
    await close()
    await postgres.stop()
  }
  console.log(
    `Made the demo again in ${place}: Harbor & Vine Provisions as on ${today}. Password of each sign-in: ${DEMO_PASSWORD}`,
  )
  for (const { username, role, name } of DEMO_SIGN_INS)
    console.log(`  ${username.padEnd(9)} ${role}, ${name}`)
}

await runCommand({ usage: USAGE, options: { again: { type: 'boolean', default: false } } }, ({ again }) =>
  remake(again),
)
