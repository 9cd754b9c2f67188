import { afterEach, beforeEach, expect, it } from 'vitest'
import { aheadMs } from './clock.ts'
import type { Engine } from './engine.ts'
import { META, readMeta } from './store/meta.ts'
import { heldByOrder } from './send/report.ts'
import { countEdits, createStatus } from './status.ts'
import { StorageTrouble } from './store/storage.ts'
import { pulledDevice, type Device } from './testing/device.ts'
import { json, serverWith, type FakeServer } from './testing/fake-server.ts'
import { item, uuid } from '#contract/testing/rows.ts'

const TEN_YEARS_MS = 10 * 365 * 86_400_000
let server: FakeServer
let device: Device
let engine: Engine
beforeEach(async () => {
  server = serverWith(item(1, 7))
  ;({ device, engine } = await pulledDevice(server))
})
afterEach(() => engine.close())

const edit = (quantity: number) =>
  engine.commit([
    {
      entity: 'orderitems',
      entity_id: uuid(1),
      method: 'PATCH',
      body: { unit_quantity: quantity },
      order: 7,
    },
  ])
const counts = () => countEdits(engine.db, device.clock.ms)

it.each([
  ['ahead', TEN_YEARS_MS],
  ['back', -TEN_YEARS_MS],
])('edits acknowledged today count with the device’s clock ten years %s', async (_, off) => {
  device.clock.ms += off
  await edit(1)
  await engine.saveNow()
  await engine.pullNow()
  expect((await counts()).acknowledgedToday).toBe(1)
})

it.each([
  ['ahead', TEN_YEARS_MS],
  ['back', -TEN_YEARS_MS],
])(
  'the age of an edit is right when the clock has jumped ten years %s since, and of one made after that',
  async (_, off) => {
    await edit(1)
    device.clock.ms += off
    server.fault = ({ path }) => (path === 'sync/push' ? new TypeError('no network') : null)
    await engine.pullNow()
    device.clock.ms += 60_000
    const age = async () => device.clock.ms - (await counts()).oldestUnsentAt!
    expect(await age()).toBe(60_000)
    await engine.db.outbox.clear()
    await edit(2)
    device.clock.ms += 5_000
    expect(await age()).toBe(5_000)
  },
)

/** Returns the edits of a scanned weighed label: a count, and a piece with its weight. */
const weighedScan = (n: number) =>
  engine.commit([
    {
      entity: 'orderitems',
      entity_id: uuid(1),
      method: 'PATCH',
      body: { unit_quantity: n },
      adds: { unit_quantity: 1 },
      order: 7,
    },
    {
      entity: 'ordersubitems',
      entity_id: uuid(60 + n),
      method: 'POST',
      body: { order_item: uuid(1), unit_type: 'u', weight_lbs: '2.500' },
      order: 7,
    },
  ])
const shown = async () => {
  const { scanned, waiting, acknowledgedToday } = await counts()
  return { scanned, waiting, acknowledged: acknowledgedToday }
}

it('a weighed piece counts as one scan: while it waits, after a reload and when it has arrived', async () => {
  await weighedScan(1)
  await weighedScan(2)
  await edit(3)
  expect(await shown()).toEqual({ scanned: 3, waiting: 3, acknowledged: 0 })
  expect((await counts()).unsent).toBe(5)
  expect(heldByOrder(await engine.db.outbox.toArray()).unsent).toEqual({ 7: 3 })
  await engine.close()
  engine = await device.open()
  expect(engine.status.get()).toMatchObject({ scanned: 3, waiting: 3, unsent: 5 })
  expect(await engine.saveNow()).toMatchObject({ sent: 3, waiting: 0 })
  expect(await shown()).toEqual({ scanned: 3, waiting: 0, acknowledged: 3 })
})

it('a scan counts as acknowledged when all of it is, and as waiting until then', async () => {
  await weighedScan(1)
  let served = 0
  server.fault = ({ path, body }) => {
    if (path !== 'sync/push') return null
    if ((body as { mutations: unknown[] }).mutations.length > 1) return json({ message: 'too large' }, 413)
    return ++served > 1 ? new TypeError('no network') : null
  }
  expect(await engine.saveNow()).toMatchObject({ sent: 0, waiting: 1 })
  expect((await counts()).unsent).toBe(1)
  expect(await shown()).toEqual({ scanned: 1, waiting: 1, acknowledged: 0 })
  server.fault = () => null
  expect(await engine.saveNow()).toMatchObject({ sent: 1, waiting: 0 })
  expect(await shown()).toEqual({ scanned: 1, waiting: 0, acknowledged: 1 })
})

it('the status never shows that nothing waits while an edit does, also if only the first of two is left', async () => {
  await weighedScan(1)
  const [count, piece] = await engine.db.outbox.toArray()
  await engine.db.outbox.delete(piece!.seq)
  expect(await shown()).toEqual({ scanned: 0, waiting: 1, acknowledged: 0 })
  expect(heldByOrder([count!]).unsent).toEqual({ 7: 1 })
})

it('a scan counts once if both its edits need a person', async () => {
  server.remove('items', uuid(1))
  await weighedScan(1)
  await engine.saveNow()
  expect(await counts()).toMatchObject({ unsent: 0, waiting: 0, refused: 2, scanned: 1 })
})

it('a clock counts as right when a pull breaks off a day after the last whole one', async () => {
  device.clock.ms += 86_400_000
  server.now += 86_400_000
  server.epoch = 'two'
  server.fault = ({ path }) => (path.includes('since=two') ? new TypeError('no network') : null)
  await engine.pullNow()
  expect(await readMeta(engine.db, META.serverTime)).toBe(new Date(server.now).toISOString())
  expect(await aheadMs(engine.db)).toBe(0)
})

it('forty refusals of one invoiced order count as one thing that needs a person', async () => {
  await edit(1)
  const [record] = await engine.db.outbox.toArray()
  const answer = { status: 423, code: 'order_locked', message: 'It is invoiced.', server_time: '' }
  await engine.db.outbox.bulkPut(
    [1, 2, 3].map((n) => ({
      ...record!,
      seq: n,
      mutation_id: uuid(100 + n),
      state: 'refused' as const,
      answer,
    })),
  )
  expect(await counts()).toMatchObject({ refused: 3, needYou: 1 })
})

it.each([
  ['failed', false],
  ['quota', false],
  ['outdated', true],
  ['wiped', true],
] as const)('trouble of the kind "%s" stays after the storage has stored something: %s', (kind, stays) => {
  const status = createStatus()
  status.trouble(new StorageTrouble(kind))
  status.storageWorks()
  expect(status.get().storageTrouble !== null).toBe(stays)
})
