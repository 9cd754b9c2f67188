/**
 * Checks once an hour whether the rows here are the server's (docs/decisions/0222). The feed reports what has changed;
 * a row that it has missed would stay wrong for ever. Rows that differ are pulled again.
 */
import Dexie from 'dexie'
import { TableDigest } from '#contract/sync/digest.ts'
import { keyOf, TABLES, type Key, type Table } from '#contract/sync/entities.ts'
import { type Digests, type DigestVerdict } from '#contract/sync/protocol.ts'
import type { Client } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { ApiError, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import type { LarderDatabase } from '#src/db/database.ts'
import { META, readMeta } from '../store/meta.ts'

const EVERY_MS = 3_600_000
/** Rows that are read and hashed in one go: a scan waits no longer than that. */
const PAGE_ROWS = 500
/** A handheld may take this long for its part, and the server for its own. */
const ANSWER_TIMEOUT_MS = 60_000

interface VerifyContext {
  db: LarderDatabase
  env: Pick<Environment, 'now' | 'random' | 'locks'>
  client: Pick<Client, 'api'>
  person: { id: number }
}

/**
 * Checks if an hour has passed. The first check comes within an hour after the database was made, so that devices that
 * are opened together do not check together.
 *
 * @returns whether something differs: then the next pull reads it again
 */
export async function verifyHourly(context: VerifyContext): Promise<boolean> {
  const { db, env, person } = context
  const last = await readMeta<number>(db, META.verifiedAt)
  if (last === undefined) {
    await db.meta.put({ key: META.verifiedAt, value: env.now() - Math.floor(env.random() * EVERY_MS) })
    return false
  }
  // A clock that went back causes one more check.
  if (Math.abs(env.now() - last) < EVERY_MS) return false
  return env.locks.request(`larder-verify-${person.id}`, { ifAvailable: true }, async (held) => {
    if (!held) return false
    // Stored before the check, so that a check that fails is not repeated more often.
    await db.meta.put({ key: META.verifiedAt, value: env.now() })
    return verify(context)
  })
}

/** Checks now. */
export async function verify({ db, client, person }: VerifyContext): Promise<boolean> {
  const cursor = await readMeta<string>(db, META.cursor)
  if (cursor === undefined) return false
  const tables: Digests['tables'] = {}
  for (const table of TABLES) {
    const text = await digestBehind(db, table, cursor)
    // A page has come meanwhile.
    if (text === null) return false
    tables[table] = text
  }
  const body: Digests = { cursor, tables }
  const verdict = await client
    .api<DigestVerdict>('POST', 'sync/digests', { body, timeoutMs: ANSWER_TIMEOUT_MS, as: person.id })
    .catch((error: unknown) => {
      // The next check comes in an hour. A server of the previous release does not know the call.
      if (error instanceof ApiError || error instanceof NetworkError || error instanceof SignInNeeded)
        return null
      throw error
    })
  const again: unknown = verdict?.cursor
  if (typeof again !== 'string') return false
  return db.transaction('rw', db.meta, async () => {
    if ((await readMeta<string>(db, META.cursor)) !== cursor) return false
    await db.meta.put({ key: META.cursor, value: again })
    return true
  })
}

/**
 * Reads the digest of the server's rows in a table: the shadow where there is one, else the row. It reads pages of
 * keys, each in a transaction of its own: an edit that is stored in between changes nothing of the server's rows.
 *
 * @returns null where the cursor is no longer this one
 */
async function digestBehind(db: LarderDatabase, table: Table, cursor: string): Promise<string | null> {
  const digest = new TableDigest()
  const store = db.table<object, Key>(table)
  let after: Key = Dexie.minKey
  for (;;) {
    const page = await db.transaction('r', store, db.shadows, db.meta, async () => {
      if ((await readMeta<string>(db, META.cursor)) !== cursor) return null
      const rows = await store.where(':id').above(after).limit(PAGE_ROWS).toArray()
      const last = rows.length < PAGE_ROWS ? null : keyOf(table, rows.at(-1)!)
      const shadows = await db.shadows
        .where('[table+id]')
        .between([table, after], [table, last ?? Dexie.maxKey], false, true)
        .toArray()
      return { rows, shadows, last }
    })
    if (page === null) return null
    const hidden = new Set(page.shadows.map(({ id }) => id))
    for (const row of page.rows) if (!hidden.has(keyOf(table, row))) digest.add(row)
    for (const { row } of page.shadows) if (row) digest.add(row)
    if (page.last === null) return digest.text()
    after = page.last
  }
}
