/** The role that the application works as, where another one owns the tables (docs/operations.md, "Two roles"). */
import type pg from 'pg'

const SCHEMAS = 'public, pgboss'

/** Lets a role read and write rows, and nothing else. To be called by the owner of the tables, each time after tables were made. */
export async function grantRows(client: pg.ClientBase, role: string): Promise<void> {
  const to = client.escapeIdentifier(role)
  await client.query(
    `grant usage on schema ${SCHEMAS} to ${to};
     grant select, insert, update, delete on all tables in schema ${SCHEMAS} to ${to};
     grant usage, select, update on all sequences in schema ${SCHEMAS} to ${to}`,
  )
}
