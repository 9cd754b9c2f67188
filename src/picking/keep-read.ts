import type { LarderDatabase } from '#src/db/database.ts'
import { watchTables } from '#src/db/watch-tables.ts'

interface KeepReadOptions<T> {
  /** Reads the rows. `changed` are the tables that another tab, the worker or the server has changed. */
  read(changed: ReadonlySet<string>): Promise<T>
  /** Grows with each change that the screen lays on its rows itself. */
  revision(): number
  put(rows: T): void
  /** Called with the error when the database cannot be read, and with null when it has been read again. */
  onTrouble(error: unknown): void
}

/** The time until a first read that failed is repeated: nothing else may change these tables for hours. */
const TRY_AGAIN_MS = 2_000

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
  let hasRows = false
  /** The tables of reads that failed: the next read reads them too. */
  const missed = new Set<string>()
  let retry: ReturnType<typeof setTimeout> | undefined
  const watch = watchTables(db, tables, async (changed) => {
    const wanted = new Set([...missed, ...changed])
    try {
      const before = revision()
      const rows = await read(wanted)
      if (hasEnded) return
      if (missed.size > 0) onTrouble(null)
      missed.clear()
      if (revision() === before) {
        put(rows)
        hasRows = true
      } else watch.again(wanted)
    } catch (error) {
      if (hasEnded) return
      for (const table of wanted) missed.add(table)
      onTrouble(error)
      // A screen that has rows keeps them: the storage may have been cleared, and has none any more.
      if (!hasRows) retry = setTimeout(() => watch.again(wanted), TRY_AGAIN_MS)
    }
  })
  return () => {
    hasEnded = true
    clearTimeout(retry)
    watch.stop()
  }
}
