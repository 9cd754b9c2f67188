/** A device without room: it still sends everything that it holds. */
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { makeDevice } from '#src/sync/testing/device.ts'
import { FakeServer } from '#src/sync/testing/fake-server.ts'
import { item, order, user, uuid } from '#contract/testing/rows.ts'
import { readMeta } from '#src/sync/store/meta.ts'
import { Gate } from './storage.ts'

const set = (n: number, unit_quantity: number): NewEdit => ({
  entity: 'orderitems',
  entity_id: uuid(n),
  method: 'PATCH',
  body: { unit_quantity },
  order: 7,
})

/** Makes a device with two lines that fills up when a test says so. */
async function makeFillable() {
  const server = new FakeServer()
  server.put('orders', order(7))
  for (const n of [1, 2]) server.put('items', item(n, 7))
  const storage = { full: false }
  const gate = new Gate(new IDBFactory(), () => undefined)
  gate.isFull = () => storage.full
  const device = await makeDevice(server, user(), gate.database)
  const engine = await device.open()
  await engine.pullNow()
  return { server, device, storage, engine }
}

describe('a device without room', () => {
  it('sends all its edits, and each once', async () => {
    const { server, engine, storage } = await makeFillable()
    await engine.commit([set(1, 3)])
    await engine.commit([set(2, 4)])
    storage.full = true
    expect(await engine.saveNow()).toMatchObject({ sent: 2, waiting: 0 })
    expect(await engine.db.outbox.count()).toBe(0)
    await engine.saveNow()
    expect([...server.written.values()]).toEqual([1, 1])
    expect(engine.status.get()).toMatchObject({ unsent: 0, acknowledged: { session: 2 } })
  })

  it('stores no new edit and says so, until it has room again', async () => {
    const { engine, storage } = await makeFillable()
    storage.full = true
    await expect(engine.commit([set(1, 3)])).rejects.toMatchObject({ kind: 'quota' })
    expect(engine.status.get().storageTrouble?.message).toMatch(/sending frees room/)
    storage.full = false
    await engine.pullNow()
    expect(engine.status.get().storageTrouble).toBeNull()
  })

  it('goes on sending when its token has expired, and stores no new token for that', async () => {
    const { server, device, engine, storage } = await makeFillable()
    await engine.commit([set(1, 3)])
    storage.full = true
    device.clock.pass(server.expiresIn * 1_000)
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    device.clock.pass(server.expiresIn * 1_000)
    await engine.saveNow()
    expect(device.session.get()).toMatchObject({ phase: 'in', signInNeeded: false })
  })

  it('keeps the edits in the ledger that it could send thanks to the room from sending', async () => {
    const { engine, storage } = await makeFillable()
    await engine.commit([set(1, 3)])
    storage.full = true
    engine.db.outbox.hook('deleting', () => {
      storage.full = false
    })
    await engine.saveNow()
    expect(await engine.db.ended.toArray()).toMatchObject([{ end: 'applied', size: 1 }])
    expect(await engine.db.items.get(uuid(1))).toMatchObject({ unit_quantity: 3 })
  })

  it('merges no edit into one that it has begun to send', async () => {
    const { server, engine, storage } = await makeFillable()
    await engine.commit([set(1, 3)])
    storage.full = true
    server.fault = ({ path }) => (path === 'sync/push' ? 'lose-answer' : null)
    await engine.saveNow()
    server.fault = () => null
    storage.full = false
    await engine.commit([set(1, 5)])
    expect(await engine.db.outbox.count()).toBe(2)
    expect(await engine.saveNow()).toMatchObject({ refused: [], waiting: 0 })
    expect(server.world.item(uuid(1))).toMatchObject({ unit_quantity: 5 })
  })

  it('asks for the password when its session was ended, accepts it, and goes on sending', async () => {
    const { server, device, engine, storage } = await makeFillable()
    await engine.commit([set(1, 3)])
    storage.full = true
    server.revokeAll()
    expect(await engine.saveNow()).toMatchObject({ sent: 0, waiting: 1 })
    expect(device.session.get()).toMatchObject({ phase: 'ended', signInNeeded: true })
    expect(await device.session.signIn(user().username, 'harborvine')).toMatchObject({ kind: 'in' })
    expect(device.session.get()).toMatchObject({ phase: 'in', signInNeeded: false })
    expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    device.clock.pass(server.expiresIn * 1_000)
    expect(await device.session.accessToken()).toMatch(/^access-/)
    storage.full = false
    device.clock.pass(server.expiresIn * 1_000)
    expect(await device.session.accessToken()).toMatch(/^access-/)
    expect(await device.deviceDb.sessions.count()).toBe(1)
  })

  it('keeps the edits that the server refuses, and shows them when there is room for the answer', async () => {
    const { server, engine, storage } = await makeFillable()
    await engine.commit([set(1, 3)])
    server.change('items', uuid(1), { unit_quantity: 9 })
    storage.full = true
    await engine.saveNow()
    expect(await engine.db.outbox.toArray()).toMatchObject([{ state: 'pending' }])
    storage.full = false
    await engine.saveNow()
    expect(await engine.db.outbox.toArray()).toMatchObject([{ state: 'conflict' }])
  })

  it('lets a second tab send while the first has frozen with its answer on the way', async () => {
    const { server, device, engine, storage } = await makeFillable()
    await engine.commit([set(1, 3)])
    storage.full = true
    const { fetch } = device.env
    device.env.fetch = (input, init) =>
      input.includes('sync/push') ? new Promise<Response>(() => undefined) : fetch(input, init)
    engine.saveNow().catch(() => undefined)
    await expect.poll(() => readMeta(engine.db, 'taken')).toBeUndefined()
    device.env.fetch = fetch
    const second = await device.open()
    expect(await second.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    expect([...server.written.values()]).toEqual([1])
  })
})

describe('a full device whose storage the browser has emptied', () => {
  const cart = { products: [{ upc: '0614' }], total: '3.00' }

  /** Makes a device with two edits and one cart in memory, and nothing on the disk. */
  async function makeEmptied() {
    const made = await makeFillable()
    const { engine, device, storage, server } = made
    server.fault = ({ path }) => (path === 'sync/push' ? new Error('no network') : null)
    await engine.commit([set(1, 3)])
    await engine.commit([set(2, 4)])
    await engine.remember('cart of 5', cart)
    device.clock.pass(1_000)
    await expect.poll(() => engine.heldFacts().get('cart of 5')).toEqual(cart)
    storage.full = true
    await Promise.all([...engine.db.tables, ...device.deviceDb.tables].map((table) => table.clear()))
    await expect(engine.commit([set(1, 9)])).rejects.toMatchObject({ name: 'StorageTrouble' })
    await expect.poll(() => engine.status.get().rescue).toMatchObject({ waiting: 2, isFull: true, lost: 0 })
    return made
  }
  /** Starts the next round, as often as it takes until `look` returns the expected value. */
  async function untilRound(
    { device }: Awaited<ReturnType<typeof makeFillable>>,
    look: () => unknown,
    expected: unknown,
  ): Promise<void> {
    const nextRound = () => {
      device.clock.pass(5_000)
      return look()
    }
    await expect.poll(nextRound).toBe(expected)
  }

  it('sends the edits in memory by itself, each once, while there is no room', async () => {
    const made = await makeEmptied()
    const { server, engine, device } = made
    // The token expires, and the session is only in memory, too.
    server.revokeAccess()
    device.clock.pass(server.expiresIn * 1_000)
    server.fault = () => null
    await untilRound(made, () => engine.status.get().rescue?.waiting, 0)
    expect([...server.written.values()]).toEqual([1, 1])
    expect(server.world.item(uuid(2))).toMatchObject({ unit_quantity: 4 })
  })

  it('sends the others when the server fails on one of them', async () => {
    const made = await makeEmptied()
    const { server, engine } = made
    server.fault = ({ path, body }) =>
      path === 'sync/push' && JSON.stringify(body).includes(`"entity_id":"${uuid(1)}"`)
        ? Response.json({ message: 'The server could not do this.' }, { status: 500 })
        : null
    await untilRound(made, () => engine.status.get().rescue?.waiting, 1)
    expect(server.world.item(uuid(2))).toMatchObject({ unit_quantity: 4 })
  })

  it('stores edits and cart again as soon as there is room', async () => {
    const made = await makeEmptied()
    const { engine, device, storage, server } = made
    storage.full = false
    await untilRound(made, () => engine.status.get().rescue?.isStored, true)
    await engine.close()
    server.fault = () => null
    const next = await device.open()
    expect(next.status.get()).toMatchObject({ unsent: 2, storageTrouble: null })
    expect(await next.recall('cart of 5')).toEqual(cart)
    expect(await next.saveNow()).toMatchObject({ sent: 2, waiting: 0 })
    expect([...server.written.values()]).toEqual([1, 1])
  })

  it('keeps the rows that another tab has stored in the same place meanwhile', async () => {
    const made = await makeEmptied()
    const { engine, device, storage, server } = made
    const ids = (await engine.exportOutbox()).records.map(({ mutation_id }) => mutation_id)
    storage.full = false
    const second = await device.open()
    server.fault = () => null
    await second.pullNow()
    const result = await second.commit([set(1, 7)])
    if (result.kind !== 'committed') throw new Error(result.message)
    // A database that the browser has created again counts from one.
    const [record] = result.records
    await second.db.outbox.delete(record!.seq)
    const first = { ...record!, seq: 1 }
    await second.db.outbox.put(first)
    await untilRound(made, () => engine.status.get().rescue?.isStored, true)
    const stored = (await second.db.outbox.toArray()).map(({ mutation_id }) => mutation_id)
    expect(stored.sort()).toEqual([...ids, record!.mutation_id].sort())
    expect(second.status.get().storageTrouble).toBeNull()
  })

  it('shows the edits that the server refuses when there is room for them', async () => {
    const made = await makeEmptied()
    const { engine, device, storage, server } = made
    server.change('items', uuid(1), { unit_quantity: 8 })
    server.fault = () => null
    await untilRound(made, () => engine.status.get().rescue?.waiting, 1)
    storage.full = false
    await untilRound(made, () => engine.status.get().rescue?.isStored, true)
    await engine.close()
    const next = await device.open()
    expect(next.status.get()).toMatchObject({ unsent: 0, conflicts: 1 })
  })
})
