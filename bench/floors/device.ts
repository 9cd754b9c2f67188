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
import { createPuller } from '#src/sync/pull.ts'
import { TABLES } from '#contract/sync/protocol.ts'

/** As the pull's pages: the floor pays for as many transactions. */
const PAGE_ROWS = 2_000

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
  return { env, client: createClient({ env, session }), user: result.user }
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
  // Rows for the raw side, which may come first: whatever a warm browser gains, both gain in turn.
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

const floors = { pullBesideBulkPut, scanFloors }
declare global {
  interface Window {
    larderFloors: typeof floors
  }
}
window.larderFloors = floors
