/** A sign-out leaves nothing on the device but the ledger, if nothing is unsent (docs/decisions/0213). */
import type { Environment } from '#src/api/environment.ts'
import { openDatabase, type LarderDatabase, type LedgerPage } from '#src/db/database.ts'
import { dropLeft, keepLeft, readLeft } from '#src/db/left.ts'
import type { DatabaseOptions } from '#src/db/newer.ts'
import { contextsOf, META, readMeta } from './meta.ts'
import { seal, unseal } from './seal.ts'

/** A frozen tab may hold the emptied database open for longer: it is deleted when that tab ends. */
const DELETE_WITHIN_MS = 3_000

interface LeaveOptions {
  env: Pick<Environment, 'now' | 'after' | 'locks' | 'subtle' | 'randomBytes'>
  /** Whether the person is at the device, such as after another sign-in: then everything stays. */
  isHere: () => Promise<boolean>
  /** Whether the person's small facts (`engine.remember`), by name, hold work that is not sent, such as a filled cart. */
  isWork: (facts: ReadonlyMap<string, unknown>) => boolean
  database?: DatabaseOptions
}

/** The content that a sign-out seals. */
interface Ledger {
  /** Names the server's timeline; no row is stored behind it any more. Null where nothing was ever pulled. */
  cursor: string | null
  pages: LedgerPage[]
}

/**
 * Deletes the database of a person who has signed out. It is emptied first, in the transaction that sees that nothing
 * is unsent: an edit of another tab comes before it, and everything stays, or after it, into an empty database.
 *
 * @returns false where something is unsent, or the ledger cannot be sealed: then everything stays as it was
 */
export const leaveDevice = (userId: number, options: LeaveOptions): Promise<boolean> =>
  options.env.locks.request(lockOf(userId), {}, () => leave(userId, options))

/** Resolves when no tab is deleting this person's database: one that is opened meanwhile would be deleted with it. */
export const untilLeft = (userId: number, { locks }: Pick<Environment, 'locks'>): Promise<void> =>
  locks.request(lockOf(userId), {}, () => Promise.resolve())

const lockOf = (userId: number) => `larder-leave-${userId}`

async function leave(userId: number, { env, isHere, isWork, database = {} }: LeaveOptions): Promise<boolean> {
  if (await isHere()) return false
  const db = openDatabase(userId, database)
  try {
    // A database that stays because of it is found at each start of the app: nothing is sealed for that.
    if (await isUnsent(db, isWork)) return false
    const [pages, now, before, key] = await Promise.all([
      db.ended.toArray(),
      readMeta<string>(db, META.cursor),
      // The server has not answered yet whether it was set back since the sign-out before.
      readMeta<string>(db, META.leftCursor),
      readMeta<string>(db, META.ledgerKey),
    ])
    const ledger: Ledger = { cursor: before ?? now ?? null, pages }
    const sealed = key === undefined ? null : await seal(env, key, ledger)
    if (!sealed && pages.length > 0) return false
    // Stored before the database is deleted: other tabs know by it that the storage was not cleared.
    const left = await keepLeft({ user_id: userId, at: env.now(), sealed }, database)
    const isEmpty = await db.transaction('rw', db.tables, async () => {
      if (await isUnsent(db, isWork)) return false
      // Another tab has settled an edit since the ledger was read.
      if ((await db.ended.count()) !== pages.length) return false
      await Promise.all(db.tables.map((table) => table.clear()))
      return true
    })
    if (!isEmpty) {
      await dropLeft([left], database)
      return false
    }
    await Promise.race([db.delete(), new Promise<void>((resolve) => env.after(DELETE_WITHIN_MS, resolve))])
    return true
  } finally {
    db.close()
  }
}

async function isUnsent(db: LarderDatabase, isWork: LeaveOptions['isWork']): Promise<boolean> {
  if ((await db.outbox.count()) > 0) return true
  const facts = await db.meta.toArray()
  // The edits that a restored server lost are about to wait again.
  if (facts.some(({ key }) => key === META.setBack)) return true
  return isWork(contextsOf(facts))
}

/**
 * Puts the ledgers of a person who is back into their database, once the key that opens them is known. Edits that are
 * there already are the same. A ledger that the key does not open stays until its 14 days are over.
 *
 * @param key undefined where no person has signed in since the database was made, or the server gives none
 */
export async function takeLedger(
  db: LarderDatabase,
  userId: number,
  key: string | undefined,
  env: Pick<Environment, 'subtle'>,
  database: DatabaseOptions = {},
): Promise<void> {
  if (key === undefined || (await readMeta<string>(db, META.ledgerKey)) === key) return
  const left = await readLeft(userId, database)
  const opened: Ledger[] = []
  const done: number[] = []
  for (const { id, sealed } of left) {
    const ledger = sealed && (await unseal(env, key, sealed))
    if (ledger) opened.push(ledger as Ledger)
    if (ledger !== undefined) done.push(id)
  }
  await db.transaction('rw', db.meta, db.ended, async () => {
    for (const { pages, cursor } of opened) {
      await db.ended.bulkPut(pages)
      if (cursor !== null && (await readMeta(db, META.cursor)) === undefined)
        await db.meta.put({ key: META.leftCursor, value: cursor })
    }
    await db.meta.put({ key: META.ledgerKey, value: key })
  })
  await dropLeft(done, database)
}
