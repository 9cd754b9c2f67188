import Dexie from 'dexie'
import { describe, expect, it } from 'vitest'
import type { NewEdit } from '#contract/sync/new-edit.ts'
import { stored, StorageTrouble } from './storage.ts'
import { pulledDevice } from '../testing/device.ts'
import { serverWith } from '../testing/fake-server.ts'
import { item, uuid } from '#contract/testing/rows.ts'

const edit: NewEdit = {
  entity: 'orderitems',
  entity_id: uuid(1),
  method: 'PATCH',
  body: { unit_quantity: 2 },
  order: 7,
}
const open = () => pulledDevice(serverWith(item(1, 7)))

describe('the device’s storage', () => {
  it('that the browser closed is opened again, and the edit is stored once', async () => {
    const { engine } = await open()
    engine.db.close()
    expect(await engine.commit([edit])).toMatchObject({ kind: 'committed' })
    expect(await engine.db.outbox.count()).toBe(1)
  })

  it('that was closed after an edit was stored still returns its row, and stores it once', async () => {
    const { engine } = await open()
    const transaction = engine.db.transaction.bind(engine.db) as (...args: unknown[]) => Promise<unknown>
    const closing = async (...args: unknown[]) => {
      Object.assign(engine.db, { transaction })
      await transaction(...args)
      throw new Dexie.DatabaseClosedError('closed')
    }
    Object.assign(engine.db, { transaction: closing })
    expect(await engine.commit([edit])).toMatchObject({
      kind: 'committed',
      changes: [{ table: 'items', row: { unit_quantity: 2 } }],
    })
    expect(await engine.db.outbox.count()).toBe(1)
  })

  it('that stays closed raises an error after a limited number of tries', async () => {
    const { engine } = await open()
    let tries = 0
    const work = () => Promise.reject(new Dexie.DatabaseClosedError(String(++tries)))
    await expect(stored(engine.db, work)).rejects.toMatchObject({ name: 'StorageTrouble', kind: 'closed' })
    expect(tries).toBe(4)
  })

  it('without room refuses the edit, and the status says so until one is stored again', async () => {
    const { engine } = await open()
    const add = engine.db.outbox.add.bind(engine.db.outbox)
    const full = () => Dexie.Promise.reject(new Dexie.QuotaExceededError('full'))
    Object.assign(engine.db.outbox, { add: full })
    await expect(engine.commit([edit])).rejects.toBeInstanceOf(StorageTrouble)
    expect(engine.status.get().storageTrouble).toMatchObject({ kind: 'quota' })
    expect((await engine.db.items.get(uuid(1)))?.unit_quantity).toBe(0)
    Object.assign(engine.db.outbox, { add })
    await engine.commit([edit])
    expect(engine.status.get().storageTrouble).toBeNull()
  })

  it('that was cleared is noticed by a scan, and waiting edits are stored again and sent once', async () => {
    const { device, engine } = await open()
    await engine.commit([edit])
    await Promise.all(engine.db.tables.map((table) => table.clear()))
    await expect(engine.commit([edit])).rejects.toMatchObject({ kind: 'wiped' })
    await expect(engine.requireStorage()).rejects.toThrow(/was cleared/)
    const transaction = engine.db.transaction.bind(engine.db)
    const full = () => Dexie.Promise.reject(new Dexie.QuotaExceededError('full'))
    Object.assign(engine.db, { transaction: full })
    await expect(engine.commit([edit])).rejects.toMatchObject({ kind: 'quota' })
    Object.assign(engine.db, { transaction })
    expect(engine.status.get().storageTrouble).toMatchObject({ kind: 'wiped' })
    const { records } = await engine.exportOutbox()
    expect(records).toMatchObject([{ call: { body: { unit_quantity: 2 } }, state: 'pending' }])
    await expect.poll(() => engine.status.get().rescue).toMatchObject({ isStored: true, waiting: 1, lost: 0 })
    await engine.close()

    const next = await device.open()
    expect(next.status.get()).toMatchObject({ unsent: 1, storageTrouble: null })
    expect(await next.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
    await next.pullNow()
    expect(await next.db.items.get(uuid(1))).toMatchObject({ unit_quantity: 2 })
  })

  it('that the browser has emptied is reported', async () => {
    const { device, engine } = await open()
    await engine.commit([edit])
    await Promise.all(engine.db.tables.map((table) => table.clear()))
    device.clock.pass(1_000)
    for (let n = 0; n < 50 && !engine.status.get().storageTrouble; n++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(engine.status.get().storageTrouble).toMatchObject({ kind: 'wiped' })
  })
})
