/** One short text a table, equal on two devices and the server exactly when they hold the same rows of the server. */
import { TableDigest } from '#contract/sync/digest.ts'
import { keyOf, TABLES, type Key, type Table } from '#contract/sync/entities.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { spot } from '../store/rows.ts'

/** Returns the digest of rows of one table, in any order. */
export function digestRows(rows: readonly object[]): string {
  const digest = new TableDigest()
  for (const row of rows) digest.add(row)
  return digest.text()
}

/** The server's rows on this device: the shadow where there is one, else the row. */
export async function digest(db: LarderDatabase): Promise<Record<Table, string>> {
  const [tables, shadows] = await db.transaction('r', [...TABLES, 'shadows'], () =>
    Promise.all([
      Promise.all(TABLES.map((table) => db.table<object, Key>(table).toArray())),
      db.shadows.toArray(),
    ]),
  )
  const hidden = new Set(shadows.map((shadow) => spot(shadow.table, shadow.id)))
  const entries = TABLES.map((table, n) => {
    const own = (tables[n] ?? []).filter((row) => !hidden.has(`${table}:${keyOf(table, row)}`))
    const under = shadows.flatMap((shadow) => (shadow.table === table && shadow.row ? [shadow.row] : []))
    return [table, digestRows([...own, ...under])] as const
  })
  return Object.fromEntries(entries) as Record<Table, string>
}
