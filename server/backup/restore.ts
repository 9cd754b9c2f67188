/** Puts a backup into an empty database: all of it or nothing. */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { migrationsFolder } from '../schema/migrate.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { StartError } from '../platform/start-error.ts'
import type { Archive } from './archive.ts'
import { withLongClient } from './client.ts'
import { settleRestored } from './settle.ts'
import { backupTables, digestOf, listOf, quoted, setTriggers } from './tables.ts'

/**
 * The migrations that the backup's database had.
 *
 * @throws StartError where this release does not know them all, in their order.
 */
function migrationsOf({ manifest }: Archive): MigrationMeta[] {
  const known = readMigrationFiles({ migrationsFolder })
  const had = known.slice(0, manifest.migrations.length)
  if (manifest.migrations.some((hash, at) => hash !== had[at]?.hash))
    throw new StartError(
      `the backup is of a database of Larder ${manifest.larder} that this release does not know: restore it with that release or a later one`,
    )
  return had
}

/**
 * Reads the whole archive and changes nothing.
 *
 * @throws StartError with the first thing that would keep it from being restored.
 */
export async function checkArchive(archive: Archive): Promise<void> {
  migrationsOf(archive)
  for (const { name } of archive.manifest.tables)
    await pipeline(await archive.table(name), new Writable({ write: (_chunk, _encoding, done) => done() }))
}

/** The name of something that a database holds; null where it is empty. */
const HeldRelation = z.object({ holds: z.string().nullable() })

/** @throws StartError where the database holds anything. */
async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { holds } = await queryOnlyRow(
    client,
    HeldRelation,
    `select min(nspname || '.' || relname) as holds from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm') and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%'
        and not exists (select from pg_depend d where d.objid = pg_class.oid and d.deptype = 'e')`,
  )
  if (holds)
    throw new StartError(`the database is not empty (it has ${holds}): a backup is put into an empty one`)
}

async function makeSchema(client: pg.ClientBase, migrations: readonly MigrationMeta[]): Promise<void> {
  for (const { sql } of migrations) for (const statement of sql) await client.query(statement)
  await client.query(
    `create schema if not exists drizzle;
     create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { hash, folderMillis } of migrations)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
}

/** The statements that take a foreign key away and put it back. */
const ForeignKey = z.object({ drop: z.string(), add: z.string() })

/** Takes the foreign keys away and answers the statements that put them back. They are checked then, all at once. */
async function takeForeignKeys(client: pg.ClientBase): Promise<string[]> {
  const keys = await queryRows(
    client,
    ForeignKey,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { drop } of keys) await client.query(drop)
  return keys.map(({ add }) => add)
}

async function copyRows(
  client: pg.Client,
  archive: Archive,
  onProgress?: (words: string) => void,
): Promise<void> {
  const { tables } = archive.manifest
  // The backup also has the rows that the first migrations put into a table.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const [at, { name, columns, rows, hash }] of tables.entries()) {
    onProgress?.(`${at + 1} of ${tables.length}: ${name}`)
    const into = client.query(copyFrom(`copy ${quoted(name)} (${listOf(columns)}) from stdin`))
    await pipeline(await archive.table(name), into)
    const found = await digestOf(client, { name, columns })
    if (found.rows !== rows || found.hash !== hash)
      throw new Error(`${name} has ${found.rows} rows of digest ${found.hash}, and not ${rows} of ${hash}`)
  }
}

/** @throws StartError where the schema that the migrations made is not the backup's. */
async function requireSameTables(client: pg.ClientBase, { manifest }: Archive): Promise<void> {
  const shape = (tables: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(Object.fromEntries(tables.map(({ name, columns }) => [name, columns])))
  if (shape(await backupTables(client)) !== shape(manifest.tables))
    throw new StartError(
      `the backup's tables are not those of the database that Larder ${manifest.larder} made`,
    )
}

/**
 * Restores an archive that `checkArchive` has passed, in one transaction. The caller migrates the database to the present
 * release afterwards.
 *
 * @param url an empty database
 * @throws StartError where the database is not empty.
 */
export async function restoreArchive(
  url: string,
  archive: Archive,
  { now, onProgress }: { now: Date; onProgress?: (words: string) => void },
): Promise<void> {
  const migrations = migrationsOf(archive)
  await withLongClient(url, async (client) => {
    await client.query('begin')
    await requireEmpty(client)
    await makeSchema(client, migrations)
    await requireSameTables(client, archive)
    const foreignKeys = await takeForeignKeys(client)
    await setTriggers(client, 'disable')
    await copyRows(client, archive, onProgress)
    for (const { name, value } of archive.manifest.sequences)
      await client.query('select setval($1::regclass, greatest($2::bigint, 1), $2::bigint > 0)', [
        `public.${quoted(name)}`,
        value,
      ])
    for (const statement of foreignKeys) await client.query(statement)
    await settleRestored(client, now, archive.manifest.taken_at)
    await setTriggers(client, 'enable')
    await client.query('commit')
  })
}
