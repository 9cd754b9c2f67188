import type pg from 'pg'
import { z } from 'zod'
import type { Env } from './env.ts'
import { isLoopback } from './platform/addresses.ts'
import { accountIsOpen } from './platform/auth/open-account.ts'
import { withLock } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import { queryOnlyRow } from './platform/rows.ts'

/** The advisory lock under which demo data is made or moved: any number that Larder uses for nothing else. */
export const DEMO_LOCK = 7_236_003

/**
 * Prepares the data at a start. If this server may be a demo (`env.DEMO`), fills an empty database with the demo
 * distributor, or moves the days of the demo's rows so that there always is a today. Elsewhere changes nothing. One of
 * several servers that start at once does it.
 *
 * @returns lines for the person who started the server: the demo's sign-ins, or how to sign in where no person can.
 */
export async function prepareDemo(pool: pg.Pool, env: Env, log: Log): Promise<string[]> {
  return withLock(pool, DEMO_LOCK, async () => {
    const { empty, demo } = await stateOf(pool)
    if (!env.DEMO || !(demo || empty))
      return [
        ...(demo ? [demoIsClosed(env)] : []),
        ...((await hasAdministrator(pool, env)) ? [] : [FIRST_ADMIN]),
      ]
    const { DEMO_SIGN_INS, makeDemo, rollDemoForward } = await import('./demo/demo.ts')
    const { DEMO_PASSWORD } = await import('./demo/users.ts')
    if (demo) {
      await rollDemoForward(pool, { timeZone: env.TIME_ZONE })
    } else {
      log.info('making the demo distributor')
      await makeDemo(pool, { timeZone: env.TIME_ZONE })
    }
    const names = DEMO_SIGN_INS.map(({ username }) => username).join(', ')
    return [`Demo sign-ins: ${names}`, `The password of each is ${DEMO_PASSWORD}`]
  })
}

const FIRST_ADMIN =
  'Nobody can administer this yet. Make the first administrator: npm run user -- add --username NAME --role 1'

const demoIsClosed = (env: Env) =>
  `This database holds demo data, and this server is no demo (${whyNoDemo(env)}): the demo’s accounts cannot sign in.`

/** Returns the setting for which `env.DEMO` is false, as it is written in a command. */
export function whyNoDemo({ NODE_ENV, HOST }: Pick<Env, 'NODE_ENV' | 'HOST'>): string {
  if (NODE_ENV === 'production') return 'NODE_ENV=production'
  return isLoopback(HOST) ? 'DEMO=0' : `HOST=${HOST}`
}

const DatabaseState = z.object({ empty: z.boolean(), demo: z.boolean() })

/**
 * Reads the state of the database. Making the demo empties every table, so a database in which any person has begun to
 * work does not count as empty.
 */
async function stateOf(pool: pg.Pool): Promise<z.infer<typeof DatabaseState>> {
  const begun = ['users', 'companies', 'products', 'item_codes', 'orders', 'receipts', 'supplier_invoices']
  return queryOnlyRow(
    pool,
    DatabaseState,
    `select exists (select from facts where key = 'demo') as demo,
            not exists (select from settings where value is not null)
            and ${begun.map((table) => `not exists (select from ${table})`).join(' and ')} as empty`,
  )
}

async function hasAdministrator(pool: pg.Pool, env: Env): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from users where role_id = 1 and ${accountIsOpen(env)} limit 1`,
  )
  return rowCount === 1
}
