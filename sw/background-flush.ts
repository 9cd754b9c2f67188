/**
 * Sends what waits when every page is closed: the same code as the page's, under the same lease. Databases are opened
 * as they are stored: an upgrade here would happen under the pages of the previous release (docs/decisions/0224).
 */
import { createClient } from '#src/api/client.ts'
import { browserEnvironment, type Environment } from '#src/api/environment.ts'
import { personOf } from '#src/api/person.ts'
import { createSession } from '#src/api/session.ts'
import { DATABASE_VERSION, openUndeclared, type LarderDatabase } from '#src/db/database.ts'
import { openUndeclaredDevice, type DeviceDatabase, type StoredSession } from '#src/db/device.ts'
import { openAsStored, storedVersion, type DatabaseOptions } from '#src/db/newer.ts'
import { createFlusher, type FlushEnd } from '#src/sync/send/flush.ts'
import { isHeld, senderLock, type LeaseRecord } from '#src/sync/send/lease.ts'
import { META, readMeta } from '#src/sync/store/meta.ts'
import { idMaker } from '#src/sync/store/uuid.ts'

/** Waits until the current sender has ended or has gone, at most until the lease is over. */
async function waitForSender(db: LarderDatabase, env: Environment): Promise<void> {
  const lease = await readMeta<LeaseRecord>(db, META.lease)
  if (!isHeld(lease, env.now())) return
  const isOver = new AbortController()
  const cancel = env.after(lease.until - env.now(), () => isOver.abort())
  try {
    await env.locks.request(senderLock(lease.owner), { signal: isOver.signal }, () => Promise.resolve())
  } catch (error) {
    if (!isOver.signal.aborted) throw error
  } finally {
    cancel()
  }
}

async function flushFor(
  env: Environment,
  device: DeviceDatabase,
  { user }: StoredSession,
  database: DatabaseOptions,
): Promise<FlushEnd['kind']> {
  const db = openUndeclared(user.id, database)
  const session = createSession({ env, device, userId: user.id })
  try {
    await session.ready
    // The database is of another release: a page of that one sends, or upgrades it first.
    if (!(await openAsStored(db)) || storedVersion(db) !== DATABASE_VERSION) return 'drained'
    if ((await db.outbox.where('state').equals('pending').count()) === 0) return 'drained'
    const client = createClient({ env, session })
    const deviceId = await session.deviceId()
    const owner = idMaker(env)()
    const now = () => env.now()
    const flusher = createFlusher({ db, env, client, deviceId, owner, now, person: personOf(user) })
    const { end } = await flusher.run(true)
    if (end.kind !== 'busy') return end.kind
    // A page asks for this as it is hidden, and begins to send at the same moment. It may be frozen in the middle.
    await waitForSender(db, env)
    return (await flusher.run(true)).end.kind
  } finally {
    session.close()
    db.close()
  }
}

/**
 * Sends the edits of all people, each under their own session. Rejects when the server was away, or another sender
 * still sends: the browser then asks again.
 */
export async function flushInBackground(
  env: Environment = browserEnvironment(),
  database: DatabaseOptions = {},
): Promise<void> {
  const device = openUndeclaredDevice(database)
  try {
    if (!(await openAsStored(device))) return
    const ends: FlushEnd['kind'][] = []
    const faults: unknown[] = []
    // The storage of one person may fail: the edits of the others are sent all the same.
    for (const session of await device.sessions.toArray())
      await flushFor(env, device, session, database).then(
        (end) => ends.push(end),
        (error: unknown) => faults.push(error),
      )
    if (faults.length > 0) throw faults[0]
    if (ends.includes('away')) throw new Error('The server cannot be reached; the edits wait.')
    if (ends.includes('busy')) throw new Error('A page is still sending; the edits wait.')
  } finally {
    device.close()
  }
}

/** Whether any tab or worker is sending any person's edits now. */
export async function editInFlight(
  env: Environment = browserEnvironment(),
  database: DatabaseOptions = {},
): Promise<boolean> {
  const device = openUndeclaredDevice(database)
  try {
    if (!(await openAsStored(device))) return false
    for (const { user_id } of await device.people.toArray())
      if (await isSending(openUndeclared(user_id, database), env)) return true
    return false
  } finally {
    device.close()
  }
}

async function isSending(db: LarderDatabase, env: Environment): Promise<boolean> {
  try {
    if (!(await openAsStored(db))) return false
    const lease = await readMeta<LeaseRecord>(db, META.lease)
    return isHeld(lease, env.now()) && !(await env.locks.isFree(senderLock(lease.owner)))
  } finally {
    db.close()
  }
}
