/**
 * Invoices that were opened here, as they were last seen, so that they stay readable without the server
 * (readings, "Offline"). Each person has a separate database. Nothing in it is ever sent, and a logout deletes it
 * whole. It is opened for each use, so that no page blocks it.
 */
import Dexie, { type Table as DexieTable } from 'dexie'
import type { Letterhead } from '#contract/distributor/schema.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { briefly } from './leaving.ts'

export interface SeenInvoice {
  /** The order's number. */
  order: number
  /** When the server sent it, in ms of the device's clock. */
  at: number
  invoice: Invoice
  letterhead: Letterhead
}

/** The number of invoices kept, those that were seen last; 60 lines take some 40 KB. */
const MAX_INVOICES = 50
const KEPT_MS = 30 * 86_400_000

class SeenDatabase extends Dexie {
  declare readonly invoices: DexieTable<SeenInvoice, number>
}

const nameOf = (person: number) => `larder-seen-${person}`

function within<T>(person: number, work: (db: SeenDatabase) => Promise<T>): Promise<T> {
  const db = new SeenDatabase(nameOf(person))
  db.version(1).stores({ invoices: 'order, at' })
  return briefly(db, work)
}

/** Stores what the server has just sent. A device without room stores nothing. */
export const keepSeen = (person: number, seen: SeenInvoice): Promise<void> =>
  within(person, async ({ invoices }) => {
    await invoices.put(seen)
    const old = invoices.orderBy('at').reverse().offset(MAX_INVOICES)
    await invoices.bulkDelete(await old.primaryKeys())
    await invoices
      .where('at')
      .below(seen.at - KEPT_MS)
      .delete()
  }).catch(() => undefined)

/** Returns an invoice as it was last seen here; null if it never was, or too long ago. Never rejects. */
export const findSeen = (person: number, order: number, now: number): Promise<SeenInvoice | null> =>
  within(person, async ({ invoices }) => {
    const seen = await invoices.get(order)
    return seen && seen.at > now - KEPT_MS ? seen : null
  }).catch(() => null)

/** Deletes an invoice that the server no longer has, or no longer shows to this person. */
export const dropSeen = (person: number, order: number): Promise<void> =>
  within(person, ({ invoices }) => invoices.delete(order)).catch(() => undefined)

/** Deletes them all, at a logout and when a right has ended. */
export const forgetSeen = (person: number): Promise<void> => Dexie.delete(nameOf(person))
