/** The device's real engine and the real server with a slow line between them, by a clock of the test's own. */
import { gunzipSync, gzipSync } from 'node:zlib'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, expect, it } from 'vitest'
import { createClient } from '#src/api/client.ts'
import type { Environment } from '#src/api/environment.ts'
import { createSession } from '#src/api/session.ts'
import { openDeviceDatabase } from '#src/db/device.ts'
import { openEngine } from '#src/sync/engine.ts'
import { TestClock, testEnvironment } from '#src/sync/testing/device.ts'
import { PASSWORD } from '../../factories/app.ts'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const EDITS = 300
/** 2 kB/s each way, and 3 s from a question to its answer. */
const LINE = { bytesPerMs: 2, latencyMs: 3_000 }

const flow = openFlow()
const items: { id: string; order_id: number }[] = []
beforeAll(async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  for (let n = 0; n < EDITS; n++) {
    const product = await makeProduct(flow.pool)
    items.push(await makeItem(flow.pool, { order_id: order.id, product: product.upc }))
  }
})

/** A line that carries one byte after the other, each way for itself, and counts them. */
function slowLine(clock: TestClock) {
  const carried = { up: 0, down: 0, gaveUp: 0 }
  const busyUntil = { up: 0, down: 0 }
  const carry = (way: 'up' | 'down', bytes: number) => {
    carried[way] += bytes
    busyUntil[way] = Math.max(clock.ms, busyUntil[way]) + bytes / LINE.bytesPerMs
    const arrives = busyUntil[way] + LINE.latencyMs / 2
    return new Promise<void>((resolve) => clock.after(arrives - clock.ms, resolve))
  }
  let slow = false
  /** Calls that the server is at work on: no time passes on the line meanwhile. */
  let atWork = 0
  const fetch: Environment['fetch'] = async (input, init) => {
    const aborted = new Promise<never>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => {
        carried.gaveUp++
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
    aborted.catch(() => undefined)
    const headers = { ...(init.headers as Record<string, string>), 'accept-encoding': 'gzip' }
    const body = init.body as string | Uint8Array | undefined
    const answering = (async () => {
      if (slow) await carry('up', (body?.length ?? 0) + HEADER_BYTES)
      atWork++
      const answer = await flow.server.app.inject({
        method: init.method as 'GET',
        url: input,
        headers,
        ...(body !== undefined && { payload: typeof body === 'string' ? body : Buffer.from(body) }),
      })
      atWork--
      if (slow) await carry('down', answer.rawPayload.length + HEADER_BYTES)
      const isGzip = answer.headers['content-encoding'] === 'gzip'
      const text = isGzip ? gunzipSync(answer.rawPayload) : answer.rawPayload
      return new Response(new Uint8Array(text), {
        status: answer.statusCode,
        headers: { 'content-type': String(answer.headers['content-type']) },
      })
    })()
    return Promise.race([answering, aborted])
  }
  return {
    fetch,
    carried,
    isQuiet: () => atWork === 0,
    begin: () => {
      slow = true
    },
  }
}
/** What HTTP itself takes, a token with it. */
const HEADER_BYTES = 500

it('300 edits and a pull come over a line of 2 kB/s and 3 s within 1.3 of what the line needs for the bytes', async () => {
  const clock = new TestClock()
  clock.ms = Date.now()
  const line = slowLine(clock)
  const env: Environment = {
    ...testEnvironment({ fetch: (input) => Promise.reject(new Error(input)) }, clock),
    fetch: line.fetch,
    gzip: (text) => Promise.resolve(new Uint8Array(gzipSync(text))),
  }
  const database = { indexedDB: new IDBFactory(), IDBKeyRange }
  const session = createSession({ env, device: openDeviceDatabase(database), iterations: 10 })
  await session.ready
  const { username } = flow.house.people.picker
  const signedIn = await session.signIn(username, PASSWORD)
  if (signedIn.kind !== 'in') throw new Error(signedIn.kind)
  const client = createClient({ env, session })
  const engine = await openEngine({ user: signedIn.user, env, session, client, database, running: false })
  await engine.pullNow()
  for (const { id, order_id } of items)
    await engine.commit([
      {
        entity: 'orderitems',
        entity_id: id,
        method: 'PATCH',
        body: { picked: true, scanned: true },
        adds: { unit_quantity: 1 },
        raw_scan: '614141191291',
        order: order_id,
      },
    ])
  line.begin()
  const began = clock.ms
  const work = { over: false }
  const saving = (async () => {
    const saved = await engine.saveNow()
    await engine.pullNow()
    work.over = true
    return saved
  })()
  while (!work.over) {
    // Time passes when only time can bring anything.
    for (let quiet = 0; quiet < 3; quiet = line.isQuiet() ? quiet + 1 : 0)
      await new Promise((resolve) => setTimeout(resolve, 4))
    clock.pass(50)
  }
  const saved = await saving
  const ms = clock.ms - began
  const { up, down, gaveUp } = line.carried
  // One round trip is the line's; what is waited for beyond that is ours.
  const needed = LINE.latencyMs + (up + down) / LINE.bytesPerMs
  expect(saved).toMatchObject({ sent: EDITS, waiting: 0 })
  expect(gaveUp).toBe(0)
  expect(ms / needed).toBeLessThan(1.3)
  await engine.close()
})
