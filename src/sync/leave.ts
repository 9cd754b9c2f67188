/** What a sign-out leaves on the device: nothing but the ledger, where nothing is unsent (docs/decisions/0213). */
import type { Environment } from '#src/api/environment.ts'
import { openDatabase, type LarderDatabase } from '#src/db/database.ts'
import { dropLeft, keepLeft, readLeft } from '#src/db/left.ts'
import type { DatabaseOptions } from '#src/db/newer.ts'
import { contextKey, META, readMeta } from './meta.ts'

/** A frozen tab may hold the emptied database open for longer: it goes when that tab does. */
const DELETE_WITHIN_MS = 3_000

interface LeaveOptions {
  env: Pick<Environment, 'now' | 'after' | 'locks'>
  /** Whether the person has signed in here again meanwhile: then everything stays. */
  isBack: () => boolean
  /** Whether the person's small facts (`engine.remember`), by name, hold work that is not sent, such as a filled cart. */
  isWork: (facts: ReadonlyMap<string, unknown>) => boolean
  database?: DatabaseOptions
}

/**
 * Deletes the database of somebody who has signed out. It is emptied first, in the transaction that sees that nothing is
 * unsent: an edit of another tab comes before it, and everything stays, or after it, into an empty database.
 *
 * @returns false where something is unsent: then everything stays as it was
 */
export const leaveDevice = (userId: number, options: LeaveOptions): Promise<boolean> =>
  options.env.locks.request(lockOf(userId), {}, () => leave(userId, options))

/** Resolves when nobody is deleting this person's database: one that is opened meanwhile would go with it. */
export const untilLeft = (userId: number, { locks }: Pick<Environment, 'locks'>): Promise<void> =>
  locks.request(lockOf(userId), {}, () => Promise.resolve())

const lockOf = (userId: number) => `larder-leave-${userId}`

async function leave(userId: number, { env, isBack, isWork, database = {} }: LeaveOptions): Promise<boolean> {
  if (isBack()) return false
  const db = openDatabase(userId, database)
  try {
    const [pages, cursor = null] = await Promise.all([db.ended.toArray(), readMeta<string>(db, META.cursor)])
    // Before the database goes: other tabs know by it that nobody has cleared the storage.
    await keepLeft({ user_id: userId, at: env.now(), cursor, pages }, database)
    const isEmpty = await db.transaction('rw', db.tables, async () => {
      if (await isUnsent(db, isWork)) return false
      // Another tab has settled an edit since the ledger was read.
      if ((await db.ended.count()) !== pages.length) return false
      await Promise.all(db.tables.map((table) => table.clear()))
      return true
    })
    if (!isEmpty) {
      await dropLeft(userId, database)
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
  const meta = await db.meta.toArray()
  // What a restored server lost is about to wait again.
  if (meta.some(({ key }) => key === META.setBack)) return true
  const before = contextKey('')
  const facts = meta.filter(({ key }) => key.startsWith(before))
  return isWork(new Map(facts.map(({ key, value }) => [key.slice(before.length), value])))
}

/** Puts the ledger of somebody who is back into their new database. Edits that lie there already are the same. */
export async function comeBack(
  db: LarderDatabase,
  userId: number,
  database: DatabaseOptions = {},
): Promise<void> {
  const left = await readLeft(userId, database)
  if (!left) return
  await db.transaction('rw', db.meta, db.ended, async () => {
    await db.ended.bulkPut(left.pages)
    if (left.cursor !== null && (await readMeta(db, META.cursor)) === undefined)
      await db.meta.put({ key: META.leftCursor, value: left.cursor })
  })
  await dropLeft(userId, database)
}
