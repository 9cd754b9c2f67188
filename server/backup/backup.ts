/** Takes a consistent copy of the database while the server goes on working. */
import { instantSql } from '../platform/json.ts'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { queryOnlyRow } from '../platform/rows.ts'
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
    const known = await backupTables(client)
    await client.query('begin isolation level repeatable read read only')
    // A table that a migration rewrites is empty for a snapshot of before, so the tables are kept from it first.
    await client.query(`lock table ${known.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
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
