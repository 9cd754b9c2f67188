/**
 * `npm run demo`: makes the demo distributor again, beside a server that runs or without one. Everything that is in
 * the database is lost, so a production one is refused unless DEMO=1 says that it is meant.
 */
import { readEnv } from '../env.ts'
import { migrate, openDatabase } from '../platform/database.ts'
import { silentLog } from '../platform/log.ts'
import { reachPostgres } from '../platform/postgres/start.ts'
import { StartError } from '../platform/start-error.ts'
import { dayIn } from '#contract/day.ts'
import { DEMO_SIGN_INS, makeDemo } from './demo.ts'
import { DEMO_PASSWORD } from './users.ts'

async function remake(): Promise<void> {
  const env = readEnv()
  if (env.NODE_ENV === 'production' && !env.DEMO) {
    throw new StartError(
      'NODE_ENV=production: the demo data would replace everything in the database; set DEMO=1 if that is wanted',
    )
  }
  const postgres = await reachPostgres(env, silentLog)
  try {
    const { db, close } = openDatabase(postgres.url, { max: 1 })
    try {
      await migrate(db)
      const today = dayIn(env.TIME_ZONE, new Date())
      await makeDemo(db, { today })
      console.log(`Harbor & Vine Provisions is as on ${today}. Password of each sign-in: ${DEMO_PASSWORD}`)
      for (const { username, role, name } of DEMO_SIGN_INS)
        console.log(`  ${username.padEnd(9)} ${role}, ${name}`)
    } finally {
      await close()
    }
  } finally {
    await postgres.stop()
  }
}

try {
  await remake()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
