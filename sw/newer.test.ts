/** Two releases side by side on one device: a page of the older one loses and spoils nothing of the newer one. */
import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MUTATION_SCHEMA_VERSION } from '#contract/sync/mutation.ts'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { DATABASE_VERSION, type OutboxRecord } from '#src/db/database.ts'
import { editInFlight, flushInBackground } from './background-flush.ts'
import type { Engine } from '#src/sync/engine.ts'
import { makeDevice, type Device } from '#src/sync/testing/device.ts'
import { FakeServer } from '#src/sync/testing/fake-server.ts'
import { item, order, uuid } from '#contract/testing/rows.ts'

const edit = (n: number, unit_quantity = 2): NewEdit => ({
  entity: 'orderitems',
  entity_id: uuid(n),
  method: 'PATCH',
  body: { unit_quantity },
  order: 7,
})
let server: FakeServer
let device: Device
let page: Engine

beforeEach(async () => {
  server = new FakeServer()
  server.put('orders', order(7))
  for (const n of [1, 2]) server.put('items', item(n, 7))
  device = await makeDevice(server)
  page = await device.open()
  await page.pullNow()
})
afterEach(() => page.close())

/** The only edit that waits is stored as a page of another release stores it. */
async function storeAs(schema_version: number, more: object = {}): Promise<void> {
  const [record] = await page.db.outbox.toArray()
  await page.db.outbox.put({ ...record, schema_version, ...more })
}

describe('an edit of another release', () => {
  it('stays where it is, whole, where it is newer, and the later edits of its row wait behind it', async () => {
    await page.commit([edit(1)])
    await storeAs(MUTATION_SCHEMA_VERSION + 1, { added: 'by the next release' })
    await page.commit([edit(1, 3)])
    await page.commit([edit(2)])
    const { sent } = await page.saveNow()
    expect(sent).toBe(1)
    expect(await page.db.outbox.toArray()).toMatchObject([
      { entity_id: uuid(1), state: 'pending', added: 'by the next release' },
      { entity_id: uuid(1), state: 'pending' },
    ])
    expect(server.written.size).toBe(1)
  })

  it('is in the newer format when it is sent, where an older page has stored it since this one was opened', async () => {
    await page.commit([edit(1)])
    await storeAs(1)
    const sent: OutboxRecord[] = []
    const { fetch } = device.env
    device.env.fetch = (input, init) => {
      if (input.includes('sync/push'))
        sent.push(...(JSON.parse(init?.body as string) as { mutations: OutboxRecord[] }).mutations)
      return fetch(input, init)
    }
    await page.saveNow()
    expect(sent.map(({ schema_version }) => schema_version)).toEqual([MUTATION_SCHEMA_VERSION])
    expect(await page.db.outbox.count()).toBe(0)
  })
})

/** The device's database as the next release has it: one table more, and an index that this release has is gone. */
async function upgradeToNext(): Promise<Dexie> {
  const next = new Dexie(page.db.name, device.database)
  const own = page.db.tables.map(({ name, schema: { primKey, indexes } }) => [
    name,
    [primKey, ...indexes].map(({ src }) => src).join(', '),
  ])
  next
    .version(DATABASE_VERSION + 1)
    .stores({ ...Object.fromEntries(own), items: 'id', of_the_next: 'id' } as Record<string, string>)
  await next.open()
  return next
}
const nativeVersion = async () => {
  const [found] = (await device.database.indexedDB.databases()).filter(({ name }) => name === page.db.name)
  return found?.version
}

describe('a database of a newer release', () => {
  // Dexie says that it closes the older one, and that its schema lacks something.
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
  afterEach(() => vi.restoreAllMocks())

  it('is not changed by a page of the older one, which refuses aloud, sends nothing and still shows what it knows', async () => {
    await page.commit([edit(1)])
    const next = await upgradeToNext()
    expect(page.status.get().storageTrouble?.message).toMatch(/^Larder was updated: reload/)
    await expect(page.commit([edit(2)])).rejects.toThrow('Larder was updated: reload')
    await expect(page.amend('cart', { make: () => null })).rejects.toThrow('Larder was updated: reload')
    expect(await page.db.items.count()).toBe(2)
    await page.saveNow()
    expect(server.written.size).toBe(0)
    expect(await page.db.outbox.count()).toBe(1)
    expect(await nativeVersion()).toBe((DATABASE_VERSION + 1) * 10)
    next.close()
  })

  it('is left to that release from the start', async () => {
    const next = await upgradeToNext()
    next.close()
    await page.close()
    page = await device.open({ running: true })
    await expect(page.commit([edit(1)])).rejects.toThrow('Larder was updated: reload')
  })
})

describe('the worker', () => {
  it('upgrades no database: neither looking for an edit on its way nor sending', async () => {
    await page.commit([edit(1)])
    await page.close()
    const older = DATABASE_VERSION * 10 - 10
    const { indexedDB } = device.database
    indexedDB.deleteDatabase(page.db.name)
    const old = new Dexie(page.db.name, device.database)
    old.version(DATABASE_VERSION - 1).stores({ outbox: '++seq, state', meta: 'key' })
    await old.open()
    await old.table('outbox').add({ state: 'pending' })
    old.close()
    expect(await editInFlight(device.env, device.database)).toBe(false)
    await flushInBackground(device.env, device.database)
    expect(await nativeVersion()).toBe(older)
    expect(server.written.size).toBe(0)
  })

  it('makes no database for a user who has none there', async () => {
    await page.close()
    await Dexie.delete(page.db.name)
    device.database.indexedDB.deleteDatabase(page.db.name)
    expect(await editInFlight(device.env, device.database)).toBe(false)
    await flushInBackground(device.env, device.database)
    expect(await nativeVersion()).toBeUndefined()
  })
})

it('a page whose worker is newer stores nothing, and still sends what it has stored', async () => {
  await page.commit([edit(1)])
  page.outdate()
  await expect(page.commit([edit(2)])).rejects.toThrow('Larder was updated: reload')
  await page.saveNow()
  expect([...server.written.values()]).toEqual([1])
  expect(page.status.get().storageTrouble?.kind).toBe('outdated')
})
