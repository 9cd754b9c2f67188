/** In which cluster, and in which table of it, the database was written last. */
import type pg from 'pg'

/** The cluster's identifier and the number of the table `facts`: a dump that is read back gets another table, or another cluster. */
const IDENTITY_SQL = `(select system_identifier from pg_control_system()) || '/' || 'public.facts'::regclass::oid`

/** False where the database was written elsewhere. A database of before this release names no place and counts as written here. */
export async function isWrittenHere(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from facts where key = 'written_in' and value <> ${IDENTITY_SQL}`,
  )
  return rowCount === 0
}

export const writeIdentity = (client: pg.Pool | pg.ClientBase) =>
  client.query(
    `insert into facts (key, value) values ('written_in', ${IDENTITY_SQL})
       on conflict (key) do update set value = excluded.value where facts.value <> excluded.value`,
  )
