/** When a device asks whether its rows are those of the server, and what it sends. */
import { beforeEach, expect, it } from 'vitest'
import type { Digests } from '#contract/sync/protocol.ts'
import type { Engine } from '../engine.ts'
import { META, readMeta } from '../store/meta.ts'
import { makeDevice, type Device } from '../testing/device.ts'
import { digest } from '../testing/digest.ts'
import { FakeServer, json } from '../testing/fake-server.ts'
import { item, order, uuid } from '#contract/testing/rows.ts'
import { verify, verifyHourly } from './verify.ts'

const HOUR_MS = 3_600_000
let server: FakeServer
let device: Device
let engine: Engine
/** What the server finds. */
let cursor: string | null

beforeEach(async () => {
  server = new FakeServer()
  server.put('orders', order(7))
  // More than are read in one go.
  for (let n = 1; n <= 1_100; n++) server.put('items', item(n, 7))
  cursor = null
  server.fault = ({ path }) => (path === 'sync/digests' ? json({ compared: [], differ: [], cursor }) : null)
  device = await makeDevice(server)
  engine = await device.open()
  await engine.pullNow()
})

const context = () => ({ db: engine.db, env: device.env, client: device.client, person: engine.user })
const asked = () =>
  server.calls.filter(({ path }) => path === 'sync/digests').map(({ body }) => body as Digests)

it('the first check is within an hour, and then there is one each hour', async () => {
  await verifyHourly(context())
  expect(asked()).toHaveLength(0)
  device.clock.ms += HOUR_MS
  await verifyHourly(context())
  await verifyHourly(context())
  expect(asked()).toHaveLength(1)
  device.clock.ms += HOUR_MS - 1
  await verifyHourly(context())
  expect(asked()).toHaveLength(1)
  device.clock.ms += 1
  await verifyHourly(context())
  expect(asked()).toHaveLength(2)
})

it('a check sends the digests of the server’s rows, under waiting edits and without rows of its own', async () => {
  const edit = { entity: 'orderitems', method: 'PATCH', order: 7 } as const
  await engine.commit([{ ...edit, entity_id: uuid(3), body: { unit_quantity: 2 } }])
  await engine.commit([{ ...edit, entity_id: uuid(700), body: { picked: true } }])
  await engine.commit([
    { entity: 'orderitems', method: 'DELETE', entity_id: uuid(900), order: 7, body: null },
  ])
  await verify(context())
  const [{ tables }] = asked() as [Digests]
  expect(tables).toEqual(await digest(engine.db))
  expect(tables.items).toMatch(/^1100 /)
})

it('a check goes on from the cursor that the server gives, and not if a page has come meanwhile', async () => {
  const before = await readMeta<string>(engine.db, META.cursor)
  expect(await verify(context())).toBe(false)
  expect(await readMeta(engine.db, META.cursor)).toBe(before)
  cursor = 'from the lines on'
  expect(await verify(context())).toBe(true)
  expect(await readMeta(engine.db, META.cursor)).toBe('from the lines on')
  const { fault } = server
  server.fault = (request) => {
    if (request.path === 'sync/digests') void engine.db.meta.put({ key: META.cursor, value: 'another' })
    return fault(request)
  }
  await verify(context())
  expect(await readMeta(engine.db, META.cursor)).toBe('another')
})

it('a server that does not know the check causes no error', async () => {
  server.fault = () => null
  expect(await verify(context())).toBe(false)
})
