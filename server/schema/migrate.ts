/** Migrates a database to the schema of this release, and reports how its schema compares with it. */
import path from 'node:path'
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
import { withLock } from '../platform/database.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { StartError } from '../platform/start-error.ts'

export const migrationsFolder = path.join(checkout, 'server/schema/migrations')

/** The advisory lock under which migrations run: any number that Larder uses for nothing else. */
const MIGRATION_LOCK = 7_236_001

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

/**
 * Migrates the database to the schema of this release. Several processes may do so at once: one works, the others wait
 * and find it done. Each migration commits or leaves nothing behind.
 *
 * @param application the role that the application works as, where that is not this one
 * @throws StartError where a later release has migrated the database.
 */
export async function migrate(
  pool: pg.Pool,
  { application }: { application?: string | undefined } = {},
): Promise<void> {
  await withLock(pool, MIGRATION_LOCK, async (client) => {
    if ((await schemaAge(client)) === 'later') throw new StartError(LATER)
    await applyMigrations(drizzle(client), { migrationsFolder })
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
