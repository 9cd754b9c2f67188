import { sql } from 'drizzle-orm'
import type { Env } from './env.ts'
import { withLock, type OpenDatabase } from './platform/database.ts'
import type { Log } from './platform/log.ts'

/** Any number that nothing else of ours uses: the advisory lock under which demo data is made or moved. */
const demoLock = 7_236_003

/** What is printed at start while the demo data is in use. */
export const demoSignIns =
  'Demo sign-ins: admin, manager, office, foreman, sales, picker, picker2, picker3, buyer, chef\n' +
  'Password of each: harborvine'

/**
 * Fills an empty database with the demo distributor where that is wanted (`env.DEMO`), and moves the days of demo data
 * that is there, so that it always has a today. Of several servers that start at once, one does it.
 *
 * @returns whether demo data is in use.
 */
export async function prepareDemo(db: OpenDatabase['db'], env: Env, log: Log): Promise<boolean> {
  return withLock(db, demoLock, async () => {
    const { rows } = await db.execute<{ empty: boolean; demo: boolean }>(sql`
      select not exists (select from users) and not exists (select from companies) as empty,
        exists (select from facts where key = 'demo') as demo`)
    const { empty = false, demo = false } = rows[0] ?? {}
    if (demo) {
      const { rollDemoForward } = await import('./demo/demo.ts')
      await rollDemoForward(db, { timeZone: env.TIME_ZONE })
    } else if (empty && env.DEMO) {
      log.info('making the demo distributor')
      const { makeDemo } = await import('./demo/demo.ts')
      await makeDemo(db, { timeZone: env.TIME_ZONE })
      return true
    }
    return demo
  })
}
