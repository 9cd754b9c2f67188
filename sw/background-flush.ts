/** Sends what waits when every page is closed: the same code as the page's, under the same lease. */
import { createClient } from '#src/api/client.ts'
import { browserEnvironment, type Environment } from '#src/api/environment.ts'
import { personOf } from '#src/api/person.ts'
import { createSession } from '#src/api/session.ts'
import { openDatabase } from '#src/db/database.ts'
import { openDeviceDatabase, type DeviceDatabase, type StoredSession } from '#src/db/device.ts'
import { createFlusher, type FlushEnd } from '#src/sync/flush.ts'
import { isHeld, senderLock, type LeaseRecord } from '#src/sync/lease.ts'
import { META, readMeta } from '#src/sync/meta.ts'
import { migrateOutbox } from '#src/sync/migrate.ts'
import { idMaker } from '#src/sync/uuid.ts'

async function flushFor(
  env: Environment,
  device: DeviceDatabase,
  { user }: StoredSession,
): Promise<FlushEnd['kind']> {
  const db = openDatabase(user.id)
  const session = createSession({ env, device, userId: user.id })
  try {
    await session.ready
    if ((await db.outbox.where('state').equals('pending').count()) === 0) return 'drained'
    await migrateOutbox(db)
    const client = createClient({ env, session })
    const deviceId = await session.deviceId()
    const owner = idMaker(env)()
    const now = () => env.now()
    const { end } = await createFlusher({
      db,
      env,
      client,
      deviceId,
      owner,
      now,
      person: personOf(user),
    }).run(true)
    return end.kind
  } finally {
    session.close()
    db.close()
  }
}

/** Everybody's edits, each under their own session. Rejects when the server was away: the browser then asks again. */
export async function flushInBackground(env: Environment = browserEnvironment()): Promise<void> {
  const device = openDeviceDatabase()
  try {
    const ends: FlushEnd['kind'][] = []
    for (const session of await device.sessions.toArray()) ends.push(await flushFor(env, device, session))
    if (ends.includes('away')) throw new Error('The server cannot be reached; the edits wait.')
  } finally {
    device.close()
  }
}

/** Whether any tab or worker is sending anybody's edits now. */
export async function editInFlight(env: Environment = browserEnvironment()): Promise<boolean> {
  const device = openDeviceDatabase()
  try {
    for (const { user_id } of await device.people.toArray()) {
      const db = openDatabase(user_id)
      const lease = await readMeta<LeaseRecord>(db, META.lease).finally(() => db.close())
      if (isHeld(lease, env.now()) && !(await env.locks.isFree(senderLock(lease.owner)))) return true
    }
    return false
  } finally {
    device.close()
  }
}
