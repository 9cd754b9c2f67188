/** One short text a table, equal on two devices and the server exactly when they hold the same rows of the server. */
import { KEY, TABLES, type Table } from '#contract/sync/protocol.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { spot, type Key } from '../rows.ts'

/** JSON with its keys in order, so that equal values are equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}

/** Rows of one table in any order; `rows <count> <sha-256>`. */
export async function digestRows(table: Table, rows: readonly object[]): Promise<string> {
  const keyed = rows.map((row) => [(row as Record<string, Key>)[KEY[table]]!, canonical(row)] as const)
  keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const bytes = new TextEncoder().encode(keyed.map(([, text]) => text).join('\n'))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `${keyed.length} ${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
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
  const entries = await Promise.all(
    TABLES.map(async (table, n) => {
      const own = (tables[n] ?? []).filter(
        (row) => !hidden.has(`${table}:${(row as Record<string, Key>)[KEY[table]]}`),
      )
      const under = shadows.flatMap((shadow) => (shadow.table === table && shadow.row ? [shadow.row] : []))
      return [table, await digestRows(table, [...own, ...under])] as const
    }),
  )
  return Object.fromEntries(entries) as Record<Table, string>
}
