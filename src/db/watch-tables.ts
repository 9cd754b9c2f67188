/** Notifies a screen, a moment later, that this tab, another tab or the sender has changed what it read. */
import type Dexie from 'dexie'
import { onChanged } from './on-changed.ts'

/** The delay of a notification: the repaint of a scan must not wait for what is read again. */
const SETTLE_MS = 250
/**
 * The least time between two notifications: reading again after each scan must not slow a person who scans without a
 * pause.
 */
const GAP_MS = 750

export interface Watch {
  /** Notifies once more, as if these tables had changed: the data that was read has grown old meanwhile. */
  again(tables: Iterable<string>): void
  stop(): void
}

/** Calls `onChange` with the tables that changed since its last call, until the watch is stopped. */
export function watchTables(
  db: Dexie,
  tables: readonly string[],
  onChange: (changed: ReadonlySet<string>) => void,
): Watch {
  let changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let toldAt = -Infinity

  function tell() {
    timer = undefined
    toldAt = performance.now()
    const told = changed
    changed = new Set()
    onChange(told)
  }
  function again(more: Iterable<string>) {
    for (const table of more) changed.add(table)
    if (changed.size > 0) timer ??= setTimeout(tell, Math.max(SETTLE_MS, toldAt + GAP_MS - performance.now()))
  }
  const stopListening = onChanged(db, tables, again)
  return {
    again,
    stop() {
      clearTimeout(timer)
      stopListening()
    },
  }
}
