/**
 * Runs in a page: the product's own pull, and the least that could do what it and a scan do. Bundled by the bench and
 * put into the page, where its functions are at `window.larderFloors`.
 */
import Dexie from 'dexie'
import { createClient } from '#src/api/client.ts'
import { browserEnvironment } from '#src/api/environment.ts'
import { personOf } from '#src/api/person.ts'
import { createSession } from '#src/api/session.ts'
import { openDatabase, type LarderDatabase } from '#src/db/database.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { createFlusher } from '#src/sync/send/flush.ts'
import { commit } from '#src/sync/store/outbox.ts'
import { createPuller } from '#src/sync/pull/pull.ts'
import { idMaker } from '#src/sync/store/uuid.ts'
import { TABLES } from '#contract/sync/entities.ts'

/** As the pull's pages: the floor pays for as many transactions. */
const PAGE_ROWS = 2_000
const COMMIT_EDITS = 200

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function fresh(user: number, name: string): Promise<LarderDatabase> {
  await Dexie.delete(name)
  const db = openDatabase(user, { name })
  await db.open()
  return db
}

let signedIn: ReturnType<typeof signIn> | undefined
async function signIn(username: string, password: string) {
  const env = browserEnvironment()
  const session = createSession({ env, device: openDeviceDatabase() })
  await session.ready
  const result = await session.signIn(username, password)
  if (result.kind !== 'in')
    throw new Error(`sign-in: ${result.kind} ${'error' in result ? result.error.message : ''}`)
  return {
    env,
    client: createClient({ env, session }),
    user: result.user,
    deviceId: await session.deviceId(),
  }
}

/** One full pull into an empty database, and the same rows by raw `bulkPut` into another. */
async function pullBesideBulkPut(username: string, password: string, rawFirst: boolean) {
  const { env, client, user } = await (signedIn ??= signIn(username, password))
  const pulled = await fresh(user.id, 'bench-pulled')
  const context = { db: pulled, env, client, person: personOf(user), now: () => env.now() }
  const pull = async () => {
    const { kind } = await createPuller(context).run(true)
    if (kind !== 'current') throw new Error(`the pull ended as ${kind}`)
  }
  // Rows for the raw side, which may come first: both gain in turn from a warm browser.
  if (rawFirst) await pull()
  let pullMs = rawFirst ? 0 : await timed(pull)
  const lists = await Promise.all(TABLES.map((table) => pulled.table(table).toArray()))
  const raw = await fresh(user.id, 'bench-raw')
  const rawMs = await timed(async () => {
    for (const [n, table] of TABLES.entries())
      for (let at = 0; at < lists[n]!.length; at += PAGE_ROWS)
        await raw.table(table).bulkPut(lists[n]!.slice(at, at + PAGE_ROWS))
  })
  if (rawFirst) {
    await Promise.all(TABLES.map((table) => pulled.table(table).clear()))
    await pulled.meta.clear()
    pullMs = await timed(pull)
  }
  pulled.close()
  raw.close()
  return { rows: lists.reduce((sum, list) => sum + list.length, 0), pullMs, rawMs }
}

/** As many scans as a shift makes, stored and not sent; how long sending them takes, and one plain call of such an edit. */
async function drainBesideCalls(username: string, password: string, edits: number, calls: number) {
  const { env, client, user, deviceId } = await (signedIn ??= signIn(username, password))
  const db = await fresh(user.id, 'bench-drain')
  const context = {
    db,
    env,
    client,
    person: personOf(user),
    now: () => env.now(),
    deviceId,
    makeId: idMaker(env),
  }
  await createPuller(context).run(true)
  const items = await db.items.limit(edits).toArray()
  if (items.length < edits) throw new Error(`the device has only ${items.length} items`)
  for (let at = 0; at < edits; at += COMMIT_EDITS) {
    const result = await commit(
      context,
      items.slice(at, at + COMMIT_EDITS).map(({ id, order, product, unit_quantity }) => ({
        entity: 'orderitems',
        entity_id: id,
        method: 'PATCH',
        order,
        body: { unit_quantity: unit_quantity + 1 },
        adds: { unit_quantity: 1 },
        raw_scan: product,
      })),
    )
    if (result.kind !== 'committed') throw new Error(result.message)
  }
  const drainMs = await timed(async () => {
    const { end } = await createFlusher({ ...context, owner: 'bench' }).run(true)
    if (end.kind !== 'drained') throw new Error(`sending ended as ${end.kind}`)
  })
  const left = await db.outbox.count()
  if (left > 0) throw new Error(`${left} edits were not acknowledged`)
  const callMs = await timed(async () => {
    for (const { id } of items.slice(0, calls))
      await client.api('PATCH', `orderitems/${id}`, { body: JSON.stringify({ unit_quantity: 9 }) })
  })
  db.close()
  return { drainMs, callMs: callMs / calls }
}

/** The least that a scan costs on this device: its parts alone, each so many times, in ms. */
async function scanFloors(user: number, times: number) {
  const db = openDatabase(user)
  const items = await db.items.limit(times).toArray()
  const upcs = items.map((item) => item.product)
  const raw = await fresh(user, 'bench-raw')
  await raw.items.bulkPut(items)
  const transactions: number[] = []
  const lookups: number[] = []
  const frames: number[] = []
  for (const [n, item] of items.entries()) {
    lookups.push(await timed(() => db.products.get(upcs[n]!)))
    transactions.push(
      await timed(() =>
        raw.transaction('rw', raw.items, raw.outbox, async () => {
          await raw.items.put(item)
          await raw.outbox.add({ mutation_id: `floor ${n}`, body: { unit_quantity: 1 } } as never)
        }),
      ),
    )
    frames.push(await timed(() => new Promise((resolve) => requestAnimationFrame(resolve))))
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  raw.close()
  db.close()
  await Dexie.delete('bench-raw')
  return { transactions, lookups, frames }
}

const floors = { pullBesideBulkPut, drainBesideCalls, scanFloors }
declare global {
  interface Window {
    larderFloors: typeof floors
  }
}
window.larderFloors = floors
