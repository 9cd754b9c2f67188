/** Reads for a screen, and again a moment after this tab, another tab or the sender has changed what was read. */
import type Dexie from 'dexie'
import { onChanged } from './on-changed.ts'

/** The delay of another read: the repaint of a scan must not wait for what is read again. */
const SETTLE_MS = 250
/**
 * The least time between the beginnings of two reads: reading again after each scan must not slow a person who scans
 * without a pause.
 */
const GAP_MS = 750

export interface Watch {
  /** Reads once more, as if these tables had changed: the data that was read has grown old meanwhile. */
  again(tables: Iterable<string>): void
  stop(): void
}

/**
 * Reads at once, and again after each change, until the watch is stopped. One read follows the other: if two ran at
 * once, the earlier could end last, and its old rows would stay.
 *
 * @param read gets the tables that changed since the beginning of the last read, at first all of them; it never rejects
 */
export function watchTables(
  db: Dexie,
  tables: readonly string[],
  read: (changed: ReadonlySet<string>) => Promise<void>,
): Watch {
  let changed = new Set(tables)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isStopped = false
  let readAt = -Infinity

  async function readChanged() {
    timer = undefined
    readAt = performance.now()
    const since = changed
    changed = new Set()
    isReading = true
    await read(since)
    isReading = false
    readSoon()
  }
  function readSoon() {
    if (isReading || isStopped || changed.size === 0) return
    const gap = readAt + GAP_MS - performance.now()
    timer ??= setTimeout(() => void readChanged(), Math.max(SETTLE_MS, gap))
  }
  function again(more: Iterable<string>) {
    for (const table of more) changed.add(table)
    readSoon()
  }
  const stopListening = onChanged(db, tables, again)
  void readChanged()
  return {
    again,
    stop() {
      isStopped = true
      clearTimeout(timer)
      stopListening()
    },
  }
}
