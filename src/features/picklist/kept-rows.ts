/**
 * The device's rows of some orders. They are read whole once, what is stored here is laid on them at once, and what
 * anybody else stores (the other tab, the server) is read a moment later: a press must not wait for thousands of rows.
 */
import type { PickedRows } from '#contract/picking/lines.ts'
import type { OrderItemRow, OrderSubitemRow } from '#contract/orders/schema.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import type { RowChange } from '#contract/sync/outcome.ts'
import { keepRead } from '#src/picking/keep-read.ts'
import { PICKED_TABLES, readPicked } from '#src/picking/read-picked.ts'

export interface KeptRows {
  /** Undefined until they have been read. */
  get(): PickedRows | undefined
  /** Begins to read and to watch with the first listener, and ends with the last. */
  subscribe(listener: () => void): () => void
  /** Shows the changes that a commit has just stored. */
  lay(changes: readonly RowChange[]): void
}

export function keptRows(db: LarderDatabase, ids: readonly number[]): KeptRows {
  let rows: PickedRows | undefined
  let revision = 0
  let stop: (() => void) | undefined
  const listeners = new Set<() => void>()

  function put(next: PickedRows) {
    rows = next
    for (const listener of listeners) listener()
  }
  const read = () =>
    keepRead(db, PICKED_TABLES, {
      read: () => readPicked(db, ids),
      revision: () => revision,
      put,
      onTrouble(error) {
        // A database that the browser closed opens again by itself with the next read.
        if (error !== null) console.warn('The pick list could not be read:', error)
      },
    })

  return {
    get: () => rows,
    subscribe(listener) {
      if (listeners.size === 0) stop = read()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop?.()
      }
    },
    lay(changes) {
      if (!rows) return
      revision++
      put(laid(rows, changes))
    },
  }
}

/** Returns the rows with these changes. A row without a change stays the same object. */
export function laid(rows: PickedRows, changes: readonly RowChange[]): PickedRows {
  const items = new Map<string, OrderItemRow | null>()
  const pieces = new Map<string, OrderSubitemRow | null>()
  for (const change of changes) {
    if (change.table === 'items') {
      if ('gone' in change) items.set(change.gone, null)
      else items.set(change.row.id, change.row)
    } else if (change.table === 'subitems') {
      if ('gone' in change) pieces.set(change.gone, null)
      else pieces.set(change.row.id, change.row)
    }
  }
  return {
    orders: rows.orders,
    items: withLaid(rows.items, items),
    pieces: withLaid(rows.pieces, pieces).filter((piece) => items.get(piece.order_item) !== null),
  }
}

function withLaid<T extends { id: string }>(
  all: readonly T[],
  changes: ReadonlyMap<string, T | null>,
): readonly T[] {
  if (changes.size === 0) return all
  const left = new Map(changes)
  const kept = all.flatMap((row) => {
    const change = left.get(row.id)
    left.delete(row.id)
    return change === undefined ? row : (change ?? [])
  })
  return [...kept, ...[...left.values()].filter((row) => row !== null)]
}
