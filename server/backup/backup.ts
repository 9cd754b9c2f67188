/** Takes a consistent copy of the database while the server goes on working. */
import { instantSql } from '../platform/json.ts'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { queryOnlyRow } from '../platform/rows.ts'
import { MIGRATION_LOCK } from '../schema/migration-lock.ts'
import { writeArchive, type Manifest } from './archive.ts'
import { withLongClient } from './client.ts'
import { backupSequences, backupTables, digestOf, listOf, quoted, type Digest } from './tables.ts'

export interface BackupOptions {
  /** A PostgreSQL address. */
  url: string
  file: string
  /** Larder's version, for the manifest. */
  version: string
  onProgress?: (words: string) => void
}

/** The moment of a backup, and the migrations that the database has. */
const BackupHead = z.object({ taken_at: z.string(), migrations: z.array(z.string()) })

/**
 * Copies every table as of one moment: one repeatable-read transaction, and one COPY for each table. Writers are not held
 * up; only a migration waits until the copy has ended.
 */
export async function takeBackup({ url, file, version, onProgress }: BackupOptions): Promise<Manifest> {
  return withLongClient(url, async (client) => {
    // A migration that is under way ends first. It would lock the same tables in another order.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const known = await backupTables(client)
    await client.query('begin isolation level repeatable read read only')
    // A snapshot that is older than a table's rewrite sees no rows in it, so the locks come before the snapshot.
    await client.query(`lock table ${known.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    const head = await queryOnlyRow(
      client,
      BackupHead,
      `select ${instantSql('now()')} as taken_at,
              array(select hash from drizzle.__drizzle_migrations order by created_at, id) as migrations`,
    )
    const tables = await backupTables(client)
    const digests: Digest[] = []
    for (const table of tables) digests.push(await digestOf(client, table))
    const sequences = await backupSequences(client)
    let made: Manifest | null = null
    await writeArchive(
      file,
      tables.map(({ name, columns }, at) => ({
        name,
        open() {
          onProgress?.(`${at + 1} of ${tables.length}: ${name}`)
          return client.query(copyTo(`copy ${quoted(name)} (${listOf(columns)}) to stdout`))
        },
      })),
      (hashes) =>
        (made = {
          format: 1,
          larder: version,
          ...head,
          tables: tables.map((table, at) => ({ ...table, ...digests[at]!, sha256: hashes.get(table.name)! })),
          sequences,
        }),
    )
    await client.query('commit')
    return made!
  })
}
