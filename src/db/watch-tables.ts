/** Tells a screen, a moment later, that somebody has changed what it read: this tab, another one, or the sender. */
import type Dexie from 'dexie'
import { onChanged } from './on-changed.ts'

/** How long after a change it is told: the repaint of a scan must not wait for what is read again. */
const SETTLE_MS = 250
/** The least time between two tellings: whoever scans without a pause is not slowed by reading again after each. */
const GAP_MS = 750

export interface Watch {
  /** Tells once more, as if these tables had changed: what was read had grown old meanwhile. */
  again(tables: Iterable<string>): void
  stop(): void
}

/** `onChange` is called with the tables that changed since it was called last, until the watch is stopped. */
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
