/** What has to be so in a database that was put back from an earlier moment, by a backup or by other means. */
import type pg from 'pg'
import { z } from 'zod'
import { instantSql } from '../platform/json.ts'
import { markRestored } from '../platform/restored.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { writeIdentity } from './identity.ts'
import { backupSequences, quoted, setTriggers } from './tables.ts'

/**
 * How many numbers a restore leaves out at least: people and devices know the numbers of orders that were placed between
 * the backup and the restore. No number is given out twice (readings, "Placed beside a restore").
 */
export const LEAST_NUMBER_GAP = 1_000

const MINUTE_MS = 60_000

/**
 * Returns how many numbers a restore leaves out. The gap grows by one for each minute since the backup. If the same
 * backup is restored twice, the second restore thus begins above the numbers of the time between the two, which the
 * backup does not record.
 *
 * @param to the moment that the database is of
 */
const numberGap = (now: Date, to: string): number =>
  LEAST_NUMBER_GAP + Math.max(0, Math.ceil((now.getTime() - Date.parse(to)) / MINUTE_MS))

const PERHAPS = 'The database was restored. This mail may have been sent after the backup.'

/**
 * Settles a restored database, in the caller's transaction and with its triggers off:
 *
 * - A new epoch begins: devices pull everything again and give back what is lost, and sessions go on (`markRestored`).
 * - Numbers continue above a gap (`numberGap`).
 * - A mail that waited may have been sent since: it waits for a person who decides.
 *
 * @param to the moment that the database is of
 */
export async function settleRestored(client: pg.ClientBase, now: Date, to: string): Promise<void> {
  await markRestored(client, now, to)
  await writeIdentity(client)
  for (const { name } of await backupSequences(client))
    await client.query('select setval($1::regclass, nextval($1::regclass) + $2)', [
      `public.${quoted(name)}`,
      numberGap(now, to),
    ])
  await client.query(
    `update mails set state = 'perhaps', server_said = $1, claim = null, settled_at = $2
      where state = 'waiting'`,
    [PERHAPS, now],
  )
}

/** A table, and its columns that hold transaction ids. */
const TableOfTransactions = z.object({ name: z.string(), columns: z.array(z.string()) })
/** When the last edit was made; null where there is none. */
const LastEdit = z.object({ at: z.string().nullable() })

/**
 * Settles a database that was put back by other means than a backup of Larder (`pg_dump`, a copied data folder, recovery to a
 * point in time), in the caller's transaction. Its rows carry transaction ids of another life, so each gets that of this transaction.
 */
export async function adoptRestored(client: pg.ClientBase, now: Date): Promise<void> {
  await setTriggers(client, 'disable')
  const tables = await queryRows(
    client,
    TableOfTransactions,
    `select c.oid::regclass::text as name, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped and a.atttypid = 'xid8'::regtype
      group by c.oid`,
  )
  for (const { name, columns } of tables)
    await client.query(
      `update ${name} set ${columns.map((column) => `${quoted(column)} = pg_current_xact_id()`).join(', ')}`,
    )
  // Nothing names the moment of such a copy but the last edit in it.
  const last = await queryOnlyRow(client, LastEdit, `select ${instantSql('max(at)')} as at from mutations`)
  await settleRestored(client, now, last.at ?? now.toISOString())
  await setTriggers(client, 'enable')
}
