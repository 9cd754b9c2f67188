/** The worker's turn to send, while a page has begun to. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { databaseName } from '#src/db/database.ts'
import type { Engine } from '#src/sync/engine.ts'
import { META, readMeta } from '#src/sync/store/meta.ts'
import { makeDevice, type Device } from '#src/sync/testing/device.ts'
import { FakeServer } from '#src/sync/testing/fake-server.ts'
import { item, order, user, uuid } from '#contract/testing/rows.ts'
import { flushInBackground } from './background-flush.ts'

const edit: NewEdit = {
  entity: 'orderitems',
  entity_id: uuid(1),
  method: 'PATCH',
  body: { unit_quantity: 2 },
  order: 7,
}
let server: FakeServer
let device: Device
let page: Engine
/** Answers the page's push; until then it is on its way. */
let letPageGo: () => void

beforeEach(async () => {
  server = new FakeServer()
  server.put('orders', order(7))
  server.put('items', item(1, 7))
  device = await makeDevice(server)
  page = await device.open()
  await page.pullNow()
  await page.commit([edit])
  const { fetch } = device.env
  const isAnswered = new Promise<void>((resolve) => {
    letPageGo = resolve
  })
  await new Promise<void>((resolve) => {
    let isFirst = true
    device.env.fetch = async (input, init) => {
      if (input.includes('sync/push') && isFirst) {
        isFirst = false
        resolve()
        await isAnswered
        throw new TypeError('the page was cut off')
      }
      return fetch(input, init)
    }
    void page.saveNow().catch(() => undefined)
  })
})
afterEach(() => page.close())

/** The worker has its turn, and waits for the page. */
async function wake(): Promise<{ flush: Promise<void>; isOver(): boolean }> {
  let over = false
  const env = { ...device.env }
  const isWaiting = new Promise<void>((resolve) => {
    env.locks = {
      ...device.env.locks,
      request(name, options, run) {
        if (options.signal) resolve()
        return device.env.locks.request(name, options, run)
      },
    }
  })
  const flush = flushInBackground(env, device.database).finally(() => {
    over = true
  })
  flush.catch(() => undefined)
  await Promise.race([isWaiting, flush.catch(() => undefined)])
  return { flush, isOver: () => over }
}

describe('Background Sync', () => {
  it('sends the edits of everybody on the device whose storage works', async () => {
    const shared = await makeDevice(server)
    const chef = user({ id: 9, username: 'chef' })
    server.add(chef)
    await shared.session.signIn('chef', 'harborvine')
    const engine = await shared.open({ user: chef })
    await engine.pullNow()
    await engine.commit([{ ...edit, body: { unit_quantity: 3 } }])
    await engine.close()
    const real = shared.database.indexedDB
    const failing = {
      open(name: string, version?: number) {
        if (name === databaseName(6)) throw new DOMException('The disk fails.', 'QuotaExceededError')
        return real.open(name, version)
      },
      deleteDatabase: (name: string) => real.deleteDatabase(name),
      databases: () => real.databases(),
      cmp: (a: unknown, b: unknown) => real.cmp(a, b),
    }
    const before = server.written.size
    const flush = flushInBackground(shared.env, { ...shared.database, indexedDB: failing })
    await expect(flush).rejects.toThrow('The disk fails.')
    expect(server.written.size).toBe(before + 1)
    letPageGo()
  })

  it('waits for a page that sends, and sends what that has left', async () => {
    const worker = await wake()
    expect(worker.isOver()).toBe(false)
    letPageGo()
    await worker.flush
    expect([...server.written.values()]).toEqual([1])
    expect(await page.db.outbox.count()).toBe(0)
  })

  it('sends when the lease of a page that was frozen is over', async () => {
    const worker = await wake()
    device.clock.pass(45_000)
    await worker.flush
    expect([...server.written.values()]).toEqual([1])
    letPageGo()
  })

  it('asks the browser for another turn where the page goes on sending', async () => {
    const worker = await wake()
    const lease = (await readMeta<object>(page.db, META.lease))!
    const renewed = device.clock.ms + 85_000
    await page.db.meta.put({ key: META.lease, value: { ...lease, until: renewed } })
    device.clock.pass(45_000)
    await expect(worker.flush).rejects.toThrow(/still sending/)
    letPageGo()
  })
})
