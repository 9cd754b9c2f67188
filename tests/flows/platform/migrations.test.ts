/** A new release migrates the database while processes of the previous one work on it. */
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { CALL_TIMEOUTS, openDatabase } from '#server/platform/database.ts'
import { migrate, migrationsFolder } from '#server/schema/migrate.ts'
import { testDatabase } from '../../setup/database.ts'

/** The number of migrations before 0068, which adds `invoice_credits.discount`. */
const BEFORE_DISCOUNT = 68

it('a migration that waits for a backup holds up no call of the previous release', async () => {
  const { pool, url, drop } = await testDatabase({ bare: true })
  onTestFinished(drop)
  const backup = new pg.Client({ connectionString: url })
  await backup.connect()
  onTestFinished(() => backup.end())
  await backup.query(
    `begin; create schema drizzle;
     create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  const earlier = readMigrationFiles({ migrationsFolder }).slice(0, BEFORE_DISCOUNT)
  for (const { sql, hash, folderMillis } of earlier) {
    for (const statement of sql) await backup.query(statement)
    await backup.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
  await backup.query('commit')
  await backup.query('begin; select from invoice_credits')

  const said: string[] = []
  const migrated = migrate(pool, { log: { warn: (line) => said.push(line) } })
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1)
  const previous = openDatabase(url, { max: 1, timeouts: CALL_TIMEOUTS })
  onTestFinished(previous.close)
  await previous.pool.query('select from invoice_credits')

  await backup.query('commit')
  await migrated
  expect(said).toEqual(['the migration waits for another transaction to end, such as a backup'])
  expect((await pool.query('select discount from invoice_credits')).rows).toEqual([])
})
