import { afterEach, describe, expect, it } from 'vitest'
import type { Engine } from './engine.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { makeDevice, type Device } from './testing/device.ts'
import { json, serverWith, type FakeServer } from './testing/fake-server.ts'
import { item, user, uuid } from '#contract/testing/rows.ts'

let engine: Engine
let device: Device
let server: FakeServer
afterEach(() => engine.close())

/** Lets the work that a timer has begun come to its end, however slow the machine. */
async function settle() {
  for (let quiet = 0; quiet < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    const { sending, pulling } = engine.status.get()
    quiet = sending || pulling ? 0 : quiet + 1
  }
}
async function pass(ms: number) {
  device.clock.pass(ms)
  await settle()
}
const edit = (quantity: number): NewEdit => ({
  entity: 'orderitems',
  entity_id: uuid(1),
  method: 'PATCH',
  body: { unit_quantity: quantity },
  order: 7,
})
const placing = (): NewEdit => ({
  entity: 'orders',
  entity_id: uuid(2),
  method: 'POST',
  body: {
    customer: 5,
    submitted_date: '2026-11-21',
    created_date: '2026-11-21',
    total: '1.00',
    order_items: [{ product: '1', unit_quantity: 1, case_quantity: 0 }],
  },
})
const pulls = () => server.calls.filter((call) => call.path.startsWith('sync/changes')).length

async function start(stream = false, who = user()) {
  server = serverWith(item(1, 7))
  device = await makeDevice(server, who)
  engine = await device.open({ running: true, stream })
  await pass(1)
}

describe('the cadence', () => {
  it('A191 sends edits of the scan screen within 5 s, and nothing without edits', async () => {
    await start()
    engine.setCadence('scan')
    await pass(10_000)
    expect(server.pushes()).toHaveLength(0)
    await engine.commit([edit(1)])
    await pass(4_999)
    expect(server.pushes()).toHaveLength(0)
    await pass(1)
    expect(server.pushes()).toHaveLength(1)
  })

  it('A192 sends edits of the pick list within 15 s', async () => {
    await start()
    engine.setCadence('picklist')
    await engine.commit([edit(1)])
    await pass(14_000)
    await engine.commit([edit(2)])
    expect(server.pushes()).toHaveLength(0)
    await pass(1_000)
    expect(server.pushes().flat()).toHaveLength(1)
    expect(server.world.item(uuid(1))?.unit_quantity).toBe(2)
  })

  it('B146 sends a staged order a second after its last change, after any number of changes', async () => {
    await start()
    engine.setCadence('staged')
    await engine.commit([edit(1)])
    await pass(900)
    await engine.commit([edit(2)])
    await pass(999)
    expect(server.pushes()).toHaveLength(0)
    await pass(1)
    expect(server.pushes().flat()).toHaveLength(1)
  })

  it('sends waiting edits of a line at once when a pull has removed it: the line may be merged into another', async () => {
    await start()
    server.put('items', item(2, 7))
    await engine.pullNow()
    engine.setCadence('picklist')
    await engine.commit([edit(1)])
    server.remove('items', uuid(2))
    await engine.pullNow()
    await pass(1)
    expect(server.pushes()).toHaveLength(0)
    server.remove('items', uuid(1))
    await engine.pullNow()
    await pass(1)
    expect(server.pushes()).toHaveLength(1)
  })

  it('sends at once after a restart', async () => {
    await start()
    await engine.close()
    const quiet = await device.open()
    await quiet.commit([edit(1)])
    await quiet.close()
    engine = await device.open({ running: true })
    await pass(1)
    expect(server.pushes()).toHaveLength(1)
  })
})

describe('a server that is away', () => {
  it('is tried again by the loop itself until it is back, and the status says so', async () => {
    await start()
    server.fault = () => new TypeError('no network')
    await engine.commit([edit(1)])
    await pass(1_000)
    expect(engine.status.get()).toMatchObject({ serverReachable: false, unsent: 1 })
    for (let n = 0; n < 20; n++) await pass(30_000)
    server.fault = () => null
    await pass(60_001)
    expect(engine.status.get()).toMatchObject({ serverReachable: true })
    await pass(200)
    expect(engine.status.get()).toMatchObject({ unsent: 0, acknowledged: { today: 1, session: 1 } })
    expect([...server.written.values()]).toEqual([1])
  })

  it('that asks for time with Retry-After gets no call in that time', async () => {
    await start()
    server.fault = ({ path }) =>
      path === 'sync/push' ? json({ message: 'busy' }, 503, { 'retry-after': '40' }) : null
    await engine.commit([edit(1)])
    await pass(1_000)
    expect(server.pushes()).toHaveLength(1)
    server.fault = () => null
    await pass(39_000)
    expect(server.pushes()).toHaveLength(1)
    await pass(5_000)
    expect(server.pushes()).toHaveLength(2)
  })

  it('that accepts no more orders gets one again at the stated time, by itself, and all else meanwhile', async () => {
    await start(false, user({ role_id: 5 }))
    const message = 'No more than 10 orders a minute are taken from you.'
    server.fault = ({ path, body }) => {
      if (path !== 'sync/push') return null
      const { mutations } = body as { mutations: { mutation_id: string; entity: string }[] }
      if (mutations.every(({ entity }) => entity !== 'orders')) return null
      const server_time = new Date(server.now).toISOString()
      const results = mutations.map(({ mutation_id }) => ({
        mutation_id,
        outcome: 'retry',
        status: 429,
        body: { code: 'too_many_orders', message, retry_after: 40 },
        server_time,
      }))
      return json({ results, server_time })
    }
    await engine.commit([placing()])
    await pass(1_000)
    expect(server.pushes()).toHaveLength(1)
    expect(await engine.db.outbox.toArray()).toMatchObject([{ state: 'pending', answer: { message } }])
    expect(engine.status.get()).toMatchObject({ serverReachable: true, unsent: 1, refused: 0 })
    await engine.commit([edit(1)])
    await pass(1_000)
    await pass(1_000)
    expect(engine.status.get()).toMatchObject({ unsent: 1, acknowledged: { today: 1 } })
    server.fault = () => null
    await pass(36_000)
    expect(server.pushes()).toHaveLength(2)
    await pass(5_000)
    expect(server.pushes().map((edits) => edits.map(({ entity }) => entity))).toEqual([
      ['orders'],
      ['orderitems'],
      ['orders'],
    ])
    await pass(1_000)
    expect(engine.status.get()).toMatchObject({ unsent: 0, acknowledged: { today: 2 } })
  })

  it('that asks for an hour gets a call after a minute, and at once when its health is good', async () => {
    await start()
    const busy = () => json({ message: 'maintenance' }, 503, { 'retry-after': '3600' })
    server.fault = busy
    await engine.commit([edit(1)])
    await pass(1_000)
    expect(server.pushes()).toHaveLength(1)
    for (const ms of [15_000, 15_000, 15_000, 14_000]) await pass(ms)
    expect(server.pushes()).toHaveLength(1)
    await pass(3_000)
    expect(server.pushes()).toHaveLength(2)
    const probes = () => server.calls.filter((call) => call.path === '/healthz').length
    expect(probes()).toBeGreaterThanOrEqual(3)
    server.fault = ({ path }) => (path === '/healthz' ? json({ status: 'ok' }) : null)
    await pass(15_000)
    expect(server.pushes()).toHaveLength(3)
    expect(server.written.size).toBe(1)
    const before = probes()
    await pass(120_000)
    expect(probes()).toBe(before)
  })

  it('that asks for an hour though it is healthy gets a call each minute, and not at each health check', async () => {
    await start()
    server.fault = ({ path }) => {
      if (path === '/healthz') return json({ status: 'ok' })
      return path === 'sync/push' ? json({ message: 'enough today' }, 429, { 'retry-after': '3600' }) : null
    }
    await engine.commit([edit(1)])
    await pass(1_000)
    await pass(15_000)
    expect(server.pushes()).toHaveLength(2)
    for (const ms of [15_000, 15_000, 15_000, 14_000]) await pass(ms)
    expect(server.pushes()).toHaveLength(2)
    await pass(3_000)
    expect(server.pushes()).toHaveLength(3)
  })

  it.each([
    ['a gateway that refuses everything', () => json({ error: 'denied' }, 403)],
    ['a gateway with trouble behind it', () => json({ error: 'upstream' }, 502)],
    ['a portal', () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })],
  ])('is distinguished from %s, until it answers itself', async (_, fault) => {
    await start()
    await engine.commit([edit(1)])
    server.fault = fault
    await pass(1_000)
    expect(engine.status.get()).toMatchObject({ unexpected: true, unsent: 1 })
    server.fault = () => null
    for (let n = 0; n < 3; n++) await pass(60_000)
    expect(engine.status.get()).toMatchObject({ unexpected: false, serverReachable: true, unsent: 0 })
  })

  it('is tried at once when the network comes back', async () => {
    await start()
    server.fault = () => new TypeError('no network')
    await engine.commit([edit(1)])
    for (let n = 0; n < 8; n++) await pass(60_000)
    server.fault = () => null
    const before = server.pushes().length
    engine.nudge('online')
    await settle()
    expect(server.pushes()).toHaveLength(before + 1)
    expect(server.written.size).toBe(1)
  })
})

describe('an edit that causes a fault of the server', () => {
  it('is found by halving the batch and waits alone, while the others are sent', async () => {
    await start()
    for (let n = 2; n <= 9; n++) server.put('items', item(n, 7))
    await engine.pullNow()
    for (let n = 1; n <= 9; n++) await engine.commit([{ ...edit(1), entity_id: uuid(n), raw_scan: 'x' }])
    server.fault = ({ path, body }) =>
      path === 'sync/push' && JSON.stringify(body).includes(`"entity_id":"${uuid(5)}"`)
        ? json({ message: 'The server could not do this.' }, 500)
        : null
    await pass(1_000)
    await settle()
    expect(server.written.size).toBe(8)
    const [left] = await engine.db.outbox.toArray()
    expect(left).toMatchObject({
      entity_id: uuid(5),
      state: 'pending',
      last_error: 'The server could not do this.',
    })
    server.fault = () => null
    await pass(60_000)
    expect(server.written.size).toBe(9)
  })

  /** Stores so many edits of as many lines, as a long time without a network leaves them. */
  async function storeMany(count: number) {
    await engine.commit([{ ...edit(1), raw_scan: 'x' }])
    const { seq: _first, ...record } = (await engine.db.outbox.toArray())[0]!
    for (let n = 2; n <= count; n++) server.put('items', item(n, 7))
    await engine.db.outbox.bulkAdd(
      Array.from({ length: count - 1 }, (_, n) => ({
        ...record,
        mutation_id: uuid(100_000 + n),
        entity_id: uuid(n + 2),
        family: `orderitems:${uuid(n + 2)}`,
      })),
    )
  }

  it('is not suspected if another one has the same fault: a database that is away for ten minutes costs few calls', async () => {
    await start()
    await storeMany(1_000)
    server.fault = () => json({ message: 'The server could not do this.' }, 500)
    const before = server.calls.length
    for (let second = 0; second < 600; second += 10) await pass(10_000)
    expect(server.calls.length - before).toBeLessThan(100)
    expect(await engine.db.outbox.filter(({ attempts }) => attempts > 0).count()).toBe(1)
    expect(engine.status.get()).toMatchObject({ serverReachable: false, unexpected: true })
    server.fault = () => null
    await pass(60_000)
    await engine.saveNow()
    expect(server.written.size).toBe(1_000)
  })

  it('waits alone, like a second one, once a third one succeeds, with which the next run begins', async () => {
    await start()
    for (let n = 2; n <= 3; n++) server.put('items', item(n, 7))
    await engine.pullNow()
    const commit = (n: number) => engine.commit([{ ...edit(1), entity_id: uuid(n), raw_scan: 'x' }])
    const attempts = async () =>
      Object.fromEntries((await engine.db.outbox.toArray()).map((one) => [one.entity_id, one.attempts]))
    await commit(1)
    await commit(2)
    const isBad = (body: unknown) => [1, 2].some((n) => JSON.stringify(body).includes(`"${uuid(n)}"`))
    server.fault = ({ path, body }) =>
      path === 'sync/push' && isBad(body) ? json({ message: 'The server could not do this.' }, 500) : null
    await pass(1_000)
    expect(await attempts()).toEqual({ [uuid(1)]: 1, [uuid(2)]: 0 })
    expect(engine.status.get().serverReachable).toBe(false)

    const before = server.pushes().length
    await commit(3)
    for (let n = 0; n < 5 && server.written.size === 0; n++) await pass(1_000)
    const sent = server.pushes().slice(before)
    expect(sent[0]!.map(({ entity_id }) => entity_id)).toEqual([uuid(3)])
    expect(server.written.size).toBe(1)
    expect((await attempts())[uuid(2)]).toBe(1)
    expect(engine.status.get().serverReachable).toBe(true)
    server.fault = () => null
    await pass(60_000)
    expect(server.written.size).toBe(3)
  })

  it('waits for a sign-in if its session began under another device id, and is not tried one by one', async () => {
    await start()
    for (let n = 1; n <= 5; n++) await engine.commit([{ ...edit(n), raw_scan: String(n) }])
    let pushes = 0
    server.fault = ({ path }) => {
      if (path !== 'sync/push') return null
      pushes++
      return Response.json({ message: 'Another device.', code: 'other_device' }, { status: 403 })
    }
    expect(await engine.saveNow()).toMatchObject({ sent: 0, waiting: 5 })
    expect(engine.status.get().signInNeeded).toBe(true)
    expect(pushes).toBe(1)
  })

  it('is isolated after a 413 as well, and one that is too large by itself needs a person', async () => {
    await start()
    await engine.commit([edit(1)])
    server.fault = ({ path }) => (path === 'sync/push' ? new Response('too large', { status: 413 }) : null)
    await pass(1_000)
    expect((await engine.db.outbox.toArray())[0]).toMatchObject({ state: 'refused', answer: { status: 413 } })
  })
})

describe('the change stream', () => {
  it('starts a pull when it reports a newer cursor, and reconnects after a break', async () => {
    let push: ((text: string) => void) | null = null
    let hangUp = () => {}
    server = serverWith(item(1, 7))
    device = await makeDevice(server)
    const { fetch } = device.env
    let opened = 0
    device.env.fetch = async (input, init) => {
      if (!input.endsWith('sync/stream')) return fetch(input, init)
      opened++
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          push = (text) => controller.enqueue(new TextEncoder().encode(text))
          hangUp = () => controller.close()
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
    }
    engine = await device.open({ running: true, stream: true })
    await pass(1)
    const before = pulls()
    server.change('items', uuid(1), { unit_quantity: 4 })
    push!(': here\n\nevent: cur')
    await pass(1)
    expect(pulls()).toBe(before)
    push!('sor\ndata: {}\n\n')
    await settle()
    await pass(1)
    expect(pulls()).toBe(before + 1)
    expect((await engine.db.items.get(uuid(1)))?.unit_quantity).toBe(4)
    hangUp()
    await settle()
    await pass(2_000)
    expect(opened).toBe(2)
    await pass(60_001)
    await pass(4_000)
    expect(opened).toBeGreaterThan(2)
  })
})

/** Starts an engine whose first call of this path is held on its way; `isSent` says when the server has answered it. */
async function startHeld(path: string) {
  server = serverWith(item(1, 7))
  device = await makeDevice(server)
  const { fetch } = device.env
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const call = { isHeld: false, isSent: false, letGo }
  device.env.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (!call.isHeld || call.isSent || !input.includes(path)) return answer
    call.isSent = true
    await isLetGo
    return answer
  }
  engine = await device.open({ running: true, stream: false })
  await pass(1)
  call.isHeld = true
  return call
}

describe('a person who waits', () => {
  it('Save also sends what was stored after an automatic run had begun', async () => {
    const push = await startHeld('sync/push')
    await engine.commit([edit(1)])
    device.clock.pass(1_000)
    await expect.poll(() => push.isSent).toBe(true)
    await engine.commit([edit(2)])
    const saved = engine.saveNow()
    push.letGo()
    expect(await saved).toMatchObject({ waiting: 0 })
    expect(server.world.item(uuid(1))?.unit_quantity).toBe(2)
  })

  it('a requested pull brings what changed after an automatic pull was answered', async () => {
    const pull = await startHeld('sync/changes')
    device.clock.pass(30_000)
    await expect.poll(() => pull.isSent).toBe(true)
    server.change('items', uuid(1), { unit_quantity: 4 })
    const pulled = engine.pullNow()
    pull.letGo()
    await pulled
    expect((await engine.db.items.get(uuid(1)))?.unit_quantity).toBe(4)
  })

  it('a server that answers in another way stays "Server trouble" while an edit is stored within the backoff', async () => {
    await start()
    engine.setCadence('scan')
    server.fault = ({ path }) =>
      path === 'sync/push'
        ? new Response('Bad gateway', { status: 502, headers: { 'retry-after': '60' } })
        : null
    await engine.commit([edit(1)])
    await pass(5_000)
    expect(engine.status.get().unexpected).toBe(true)
    const tried = server.pushes().length
    await engine.commit([edit(2)])
    await pass(5_000)
    expect(server.pushes()).toHaveLength(tried)
    expect(engine.status.get().unexpected).toBe(true)
  })

  it('a page that closes right after a scan requests Background Sync, before the scan is counted', async () => {
    await start()
    let requests = 0
    device.env.requestBackgroundSync = () => void requests++
    await engine.commit([edit(1)])
    engine.nudge('leaving')
    expect(requests).toBe(1)
  })
})
