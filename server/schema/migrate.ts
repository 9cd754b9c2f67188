/** Migrates a database to the schema of this release, and reports how its schema compares with it. */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { z } from 'zod'
import { checkout } from '../env.ts'
import { HOUSEKEEPING_QUEUE } from '../housekeeping/jobs.ts'
import { STRIPE_QUEUE } from '../invoices/payments/jobs.ts'
import { MAIL_QUEUE } from '../mail/jobs.ts'
import { grantRows } from '../platform/application-role.ts'
import { migrateJobs } from '../platform/boss.ts'
import { codeOf, hasCrossed } from '../platform/busy.ts'
import { withLock } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { StartError } from '../platform/start-error.ts'
import { MIGRATION_LOCK } from './migration-lock.ts'

export const migrationsFolder = path.join(checkout, 'server/schema/migrations')

/**
 * How long a migration waits for a table. The calls of other processes to that table wait behind it. It is longer than
 * PostgreSQL's `deadlock_timeout` (1 s), after which autovacuum is cancelled where it has the table.
 */
const TABLE_WAIT_MS = 2_000
/** How long those calls go on before the migration asks for the table again. */
const PAUSE_MS = 3_000

/** Whether any migration was made. */
const AnyMigration = z.object({ made: z.boolean() })
const AppliedMigration = z.object({ hash: z.string() })

/**
 * Returns how a database's schema compares with this release's: `later` where it has a migration that this release does
 * not know, `earlier` where it lacks one.
 */
async function schemaAge(client: pg.ClientBase): Promise<'later' | 'earlier' | 'same'> {
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
  const { made } = await queryOnlyRow(
    client,
    AnyMigration,
    `select to_regclass('drizzle.__drizzle_migrations') is not null as made`,
  )
  if (!made) return 'earlier'
  const applied = await queryRows(client, AppliedMigration, 'select hash from drizzle.__drizzle_migrations')
  if (applied.some(({ hash }) => !known.includes(hash))) return 'later'
  return applied.length < known.length ? 'earlier' : 'same'
}

const LATER =
  'the database is of a later release of Larder: start that release, or restore a backup of before it'

/** Returns whether another transaction held a lock that a migration needs. The migration was rolled back. */
function isHeldUp(error: unknown): boolean {
  const cause = (error as Error).cause ?? error
  return codeOf(cause) === '55P03' || hasCrossed(cause)
}

/**
 * Migrates the tables. A backup keeps its tables until it ends. A migration that waits for one of them would hold up
 * all calls of the previous release to that table for as long. So it gives up soon, and tries again later.
 */
async function migrateTables(client: pg.PoolClient, log: Pick<Log, 'warn'> | undefined): Promise<void> {
  await client.query(`set lock_timeout = ${TABLE_WAIT_MS}`)
  for (let isWarned = false; ; isWarned = true) {
    try {
      await applyMigrations(drizzle(client), { migrationsFolder })
      break
    } catch (error) {
      if (!isHeldUp(error)) throw error
    }
    if (!isWarned) log?.warn('the migration waits for another transaction to end, such as a backup')
    await delay(PAUSE_MS)
  }
  await client.query('set lock_timeout = 0')
}

/**
 * Migrates the database to the schema of this release. Several processes may do so at once: one works, the others wait
 * and find it done. Each migration commits or leaves nothing behind.
 *
 * @param application the role that the application works as, where that is not this one
 * @param log gets a line where the migration has to wait for another transaction
 * @throws StartError where a later release has migrated the database.
 */
export async function migrate(
  pool: pg.Pool,
  { application, log }: { application?: string | undefined; log?: Pick<Log, 'warn'> } = {},
): Promise<void> {
  await withLock(pool, MIGRATION_LOCK, async (client) => {
    if ((await schemaAge(client)) === 'later') throw new StartError(LATER)
    await migrateTables(client, log)
    await migrateJobs(client, [MAIL_QUEUE, STRIPE_QUEUE, HOUSEKEEPING_QUEUE])
    if (application !== undefined) await grantRows(client, application)
  })
}

/**
 * Checks the schema for a program that works beside a server, and leaves migrations to the server's start.
 *
 * @throws StartError where the database has another schema than this release.
 */
export async function requireSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  const age = await schemaAge(client).finally(() => client.release())
  if (age === 'later') throw new StartError(LATER)
  if (age === 'earlier')
    throw new StartError('the database is of an earlier release of Larder: "npm start" brings it to this one')
}
