import { sql } from 'drizzle-orm'
import type { Env } from './env.ts'
import { withLock, type OpenDatabase } from './platform/database.ts'
import type { Log } from './platform/log.ts'

/** Any number that nothing else of ours uses: the advisory lock under which demo data is made or moved. */
const demoLock = 7_236_003

/**
 * Fills an empty database with the demo distributor where that is wanted (`env.DEMO`), and moves the days of demo data
 * that is there, so that it always has a today. Of several servers that start at once, one does it.
 *
 * @returns the demo sign-ins in words, null where no demo data is in use.
 */
export async function prepareDemo(db: OpenDatabase['db'], env: Env, log: Log): Promise<string | null> {
  return withLock(db, demoLock, async () => {
    const { rows } = await db.execute<{ empty: boolean; demo: boolean }>(sql`
      select not exists (select from users) and not exists (select from companies) as empty,
        exists (select from facts where key = 'demo') as demo`)
    const { empty, demo } = rows[0] ?? {}
    if (!demo && !(empty && env.DEMO)) return null
    const { DEMO_SIGN_INS, makeDemo, rollDemoForward } = await import('./demo/demo.ts')
    const { DEMO_PASSWORD } = await import('./demo/users.ts')
    if (demo) {
      await rollDemoForward(db, { timeZone: env.TIME_ZONE })
    } else {
      log.info('making the demo distributor')
      await makeDemo(db, { timeZone: env.TIME_ZONE })
    }
    const names = DEMO_SIGN_INS.map(({ username }) => username).join(', ')
    return `Demo sign-ins: ${names}\nThe password of each is ${DEMO_PASSWORD}`
  })
}
