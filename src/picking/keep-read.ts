import type { LarderDatabase } from '#src/db/database.ts'
import { watchTables } from '#src/db/watch-tables.ts'

interface KeepReadOptions<T> {
  /** Reads the rows. `changed` are the tables that another tab, the worker or the server has changed. */
  read(changed: ReadonlySet<string>): Promise<T>
  /** Grows with each change that the screen lays on its rows itself. */
  revision(): number
  put(rows: T): void
  /** Called with the error when the database cannot be read. */
  onTrouble(error: unknown): void
}

/**
 * Keeps a screen's rows equal to the device's database until the returned function is called. Rows that were read while
 * the screen stored something are older than what it shows: they are read again.
 */
export function keepRead<T>(
  db: LarderDatabase,
  tables: readonly string[],
  { read, revision, put, onTrouble }: KeepReadOptions<T>,
): () => void {
  let hasEnded = false
  const watch = watchTables(db, tables, async (changed) => {
    try {
      const before = revision()
      const rows = await read(changed)
      if (hasEnded) return
      if (revision() === before) put(rows)
      else watch.again(changed)
    } catch (error) {
      if (!hasEnded) onTrouble(error)
    }
  })
  return () => {
    hasEnded = true
    watch.stop()
  }
}
