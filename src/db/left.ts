/**
 * What stays on the device of people whose database went at their sign-out: the edits that the server has acknowledged, which
 * a restored server may need again (docs/decisions/0213). One row a person, until they sign in here again or 14 days have passed.
 */
import Dexie, { type Table as DexieTable } from 'dexie'
import type { LedgerPage } from './database.ts'
import { letsGo } from './leaving.ts'
import { dexieOptions, type DatabaseOptions } from './newer.ts'

export interface Left {
  user_id: number
  /** Ms of the device's clock. */
  at: number
  /** Of the database that went. It names the server's timeline, and stands behind no row any more. */
  cursor: string | null
  pages: LedgerPage[]
}

const DATABASE = 'larder-left'
const KEPT_MS = 14 * 86_400_000

class LeftDatabase extends Dexie {
  declare readonly left: DexieTable<Left, number>
}

/** Opened for each use, so that no page holds it up. */
async function within<T>(
  options: DatabaseOptions,
  work: (left: LeftDatabase['left']) => Promise<T>,
): Promise<T> {
  const db = new LeftDatabase(DATABASE, dexieOptions(options))
  letsGo(db)
  db.version(1).stores({ left: 'user_id, at' })
  try {
    return await work(db.left)
  } finally {
    db.close()
  }
}

export const keepLeft = (row: Left, options: DatabaseOptions = {}): Promise<void> =>
  within(options, async (left) => {
    await left.put(row)
  })

/** Undefined for somebody whose database did not go. */
export const readLeft = (userId: number, options: DatabaseOptions = {}): Promise<Left | undefined> =>
  within(options, (left) => left.get(userId))

export const dropLeft = (userId: number, options: DatabaseOptions = {}): Promise<void> =>
  within(options, (left) => left.delete(userId))

/** Deletes what lies there for more than 14 days. */
export const dropOldLeft = (now: number, options: DatabaseOptions = {}): Promise<void> =>
  within(options, async (left) => {
    await left
      .where('at')
      .below(now - KEPT_MS)
      .delete()
  })
