/** What of the database a backup holds: every row of Larder's tables, in columns that can be written again. */
import type pg from 'pg'
import { z } from 'zod'
import { NameRow, queryOnlyRow, queryRows, ValueRow } from '../platform/rows.ts'

/** A table's name and the columns that a backup holds of it. */
export const BackupTable = z.object({ name: z.string(), columns: z.array(z.string()) })
export type BackupTable = z.infer<typeof BackupTable>

/** Quotes a name of a table, column, constraint or sequence. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const listOf = (columns: readonly string[]): string => columns.map(quoted).join(', ')

/**
 * Larder's tables. Left out are columns that PostgreSQL computes, and transaction ids (`changed_xid`, `scope_xid`), which mean
 * nothing in another cluster: a restored row gets the id of the restore. The tables of the mail queue are left out as well:
 * a restore leaves no mail waiting (`settleRestored`).
 */
export async function backupTables(client: pg.ClientBase): Promise<BackupTable[]> {
  return queryRows(
    client,
    BackupTable,
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
      group by c.relname order by c.relname`,
  )
}

/** The rows of a table, as a count and a sum of hashes that does not depend on their order. */
export const Digest = z.object({ rows: z.number(), hash: z.string() })
export type Digest = z.infer<typeof Digest>

/**
 * A row as the bytes that it has in UTF-8, so that a backup from another encoding has the digest of its restored rows.
 * In such a database the text is not readable. Fails where the encoding has several bytes for a letter.
 */
const ROW_SQL = `case getdatabaseencoding() when 'UTF8' then t::text
                      else convert_from(convert_to(t::text, 'UTF8'), getdatabaseencoding()) end`

export async function digestOf(client: pg.ClientBase, { name, columns }: BackupTable): Promise<Digest> {
  return queryOnlyRow(
    client,
    Digest,
    `select count(*)::int as rows, coalesce(sum(hashtextextended(${ROW_SQL}, 0)), 0)::text as hash
       from (select ${listOf(columns)} from ${quoted(name)}) t`,
  )
}

/** A sequence and the last number that it has given out. */
export interface BackupSequence {
  name: string
  value: string
}

export async function backupSequences(client: pg.ClientBase): Promise<BackupSequence[]> {
  const names = await queryRows(
    client,
    NameRow,
    `select sequencename as name from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  const sequences: BackupSequence[] = []
  for (const { name } of names) {
    // `pg_sequences` does not show the number of a sequence that was set and not used since.
    const { value } = await queryOnlyRow(
      client,
      ValueRow,
      `select (last_value - case when is_called then 0 else 1 end)::text as value from public.${quoted(name)}`,
    )
    sequences.push({ name, value })
  }
  return sequences
}

/** Turns the triggers of Larder's tables off or on: a restored row is as it was, and is no change of anybody. */
export async function setTriggers(client: pg.ClientBase, to: 'disable' | 'enable'): Promise<void> {
  const names = await queryRows(
    client,
    NameRow,
    `select distinct tgrelid::regclass::text as name from pg_trigger join pg_class c on c.oid = tgrelid
      where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of names) await client.query(`alter table ${name} ${to} trigger user`)
}
