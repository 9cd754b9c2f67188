import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Engine } from './engine.ts'
import { countEdits } from './status.ts'
import { makeDevice, type Device } from './testing/device.ts'
import { FakeServer } from './testing/fake-server.ts'
import { item, order, uuid } from './testing/rows.ts'

const YEARS = 10 * 365 * 86_400_000
let server: FakeServer
let device: Device
let engine: Engine
beforeEach(async () => {
  server = new FakeServer()
  server.put('orders', order(7))
  server.put('items', item(1, 7))
  device = await makeDevice(server)
  engine = await device.open()
  await engine.pullNow()
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
  ['ahead', YEARS],
  ['back', -YEARS],
])('counts what was acknowledged today with the device’s clock ten years %s', async (_, off) => {
  device.clock.ms += off
  await edit(1)
  await engine.saveNow()
  await engine.pullNow()
  expect((await counts()).acknowledgedToday).toBe(1)
})

it.each([
  ['ahead', YEARS],
  ['back', -YEARS],
])(
  'tells the age of an edit when the clock has jumped ten years %s since, and of one made after that',
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
