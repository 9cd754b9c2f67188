/**
 * What stays on the device of people whose database was deleted at their sign-out: the edits that the server has
 * acknowledged, which a restored server may need again (docs/decisions/0213). Each sign-out has a row, sealed under the
 * person's own key. It stays until the person signs in here again, or for 14 days.
 */
import Dexie, { type Table as DexieTable } from 'dexie'
import { LEDGER_KEPT_MS } from './database.ts'
import { briefly } from './leaving.ts'
import { dexieOptions, type DatabaseOptions } from './newer.ts'

/** A JSON value, encrypted and authenticated by AES-256 in Galois/Counter Mode (`sync/seal.ts`). */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: Uint8Array<ArrayBuffer>
}

export interface Left {
  user_id: number
  /** Ms of the device's clock. */
  at: number
  /** Null where there was nothing to keep. */
  sealed: Sealed | null
}

class LeftDatabase extends Dexie {
  declare readonly ledgers: DexieTable<Left & { id: number }, number, Left>
}

function within<T>(options: DatabaseOptions, work: (db: LeftDatabase) => Promise<T>): Promise<T> {
  const db = new LeftDatabase('larder-left', dexieOptions(options))
  db.version(1).stores({ ledgers: '++id, user_id, at' })
  return briefly(db, work)
}

/** Stores a row and returns its number. Also deletes rows older than 14 days. */
export const keepLeft = (row: Left, options: DatabaseOptions = {}): Promise<number> =>
  within(options, async ({ ledgers }) => {
    await ledgers
      .where('at')
      .below(row.at - LEDGER_KEPT_MS)
      .delete()
    return ledgers.add(row)
  })

/** Returns this person's rows in the order of their sign-outs; empty if their database was not deleted. */
export const readLeft = (userId: number, options: DatabaseOptions = {}): Promise<(Left & { id: number })[]> =>
  within(options, ({ ledgers }) => ledgers.where({ user_id: userId }).toArray())

export const dropLeft = (ids: number[], options: DatabaseOptions = {}): Promise<void> =>
  within(options, ({ ledgers }) => ledgers.bulkDelete(ids))
