import { expect, it } from 'vitest'
import { META, readFirstPull } from '../store/meta.ts'
import { makeDevice } from '../testing/device.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { item, order } from '#contract/testing/rows.ts'

const LINES = 30
/** A server with more rows than a page holds, and a device whose calls of the feed are changed on their way. */
async function deviceWith(change: (since: string, n: number) => string) {
  const server = new FakeServer()
  server.put('orders', order(7))
  for (let n = 1; n <= LINES; n++) server.put('items', item(n, 7))
  const device = await makeDevice(server)
  const { fetch } = device.env
  let calls = 0
  device.env.fetch = (input, init) => {
    const url = new URL(input, 'http://larder.test')
    const since = url.searchParams.get('since')
    if (!url.pathname.endsWith('sync/changes')) return fetch(input, init)
    calls += 1
    if (since === null) return fetch(input, init)
    url.searchParams.set('since', change(since, calls))
    return fetch(`${url.pathname}${url.search}`, init)
  }
  const engine = await device.open({ pageRows: 5 })
  return { engine, server, calls: () => calls }
}

it('a full pull ends after all its pages', async () => {
  const { engine, calls } = await deviceWith((since) => since)
  await engine.pullNow()
  expect(await engine.db.items.count()).toBe(LINES)
  expect(calls()).toBeGreaterThan(LINES / 5)
})

/** The call of a full pull in which the first page of items has been read and the last has not. */
const AMONG_ITEMS = 5

it('a full pull also brings what changed after its page was read', async () => {
  const { engine, server } = await deviceWith((since, n) => {
    if (n === AMONG_ITEMS) server.change('items', item(1, 7).id, { unit_quantity: 4 })
    return since
  })
  await engine.pullNow()
  expect(await engine.db.items.get(item(1, 7).id)).toMatchObject({ unit_quantity: 4 })
})

it('a full pull that was cut and goes on also brings what changed before it went on', async () => {
  const { engine, server } = await deviceWith((since) => since)
  let n = 0
  server.fault = ({ path }) => {
    if (!path.startsWith('sync/changes') || ++n !== AMONG_ITEMS) return null
    server.change('items', item(1, 7).id, { unit_quantity: 4 })
    throw new TypeError('Failed to fetch')
  }
  await engine.pullNow()
  expect(engine.status.get().serverReachable).toBe(false)
  await engine.pullNow()
  expect(await engine.db.items.get(item(1, 7).id)).toMatchObject({ unit_quantity: 4 })
})

it.each<[string, (since: string, n: number) => string]>([
  ['at the front of the table', (since) => since.replace(/[^|]*$/, '')],
  ['at the front of the first table', (since) => since.replace(/[^|]*\|[^|]*$/, 'orders|')],
  ['at a key that it had before', (since, n) => (n > 6 ? since.replace(/[^|]*$/, item(2, 7).id) : since)],
])('a pull whose pages repeat %s ends as a defect, and sends no more calls', async (_, change) => {
  const { engine, calls } = await deviceWith(change)
  await expect(engine.pullNow()).rejects.toThrow(/does not advance/)
  expect(calls()).toBeLessThan(20)
})

it('a first pull that begins with the next orders to pick keeps them at once, and shows its progress', async () => {
  const server = new FakeServer()
  for (const id of [7, 8]) {
    server.put('orders', order(id))
    server.put('items', item(id, id))
  }
  const device = await makeDevice(server)
  const { fetch } = device.env
  let letGo: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  device.env.fetch = async (input, init) => {
    const url = new URL(input, 'http://larder.test')
    if (!url.pathname.endsWith('sync/changes')) return fetch(input, init)
    if (url.searchParams.get('since') === null)
      return Response.json({
        cursor: 'begin',
        more: true,
        range: null,
        rows: { orders: [order(8)], items: [item(8, 8)] },
        gone: {},
        held: [],
        expected: 4,
        server_time: new Date(server.now).toISOString(),
        today: '2026-11-21',
      })
    await held
    return fetch(input, init)
  }
  const engine = await device.open()
  const pull = engine.pullNow()
  await expect.poll(() => readFirstPull(engine.db)).toEqual({ rows: 2, expected: 4 })
  expect(await engine.db.items.where('order').equals(8).count()).toBe(1)
  expect(engine.status.get().lastPull).toBeNull()
  letGo!()
  await pull
  expect(await engine.db.items.count()).toBe(2)
  expect(await readFirstPull(engine.db)).toBeUndefined()
})

it('a page that the server read before a push does not take back what the push has stored', async () => {
  const server = new FakeServer()
  server.put('orders', order(7))
  for (let n = 1; n <= LINES; n++) server.put('items', item(n, 7))
  const device = await makeDevice(server)
  const engine = await device.open({ pageRows: 5 })
  await engine.pullNow()
  await engine.db.meta.delete(META.cursor)
  const { id } = item(1, 7)
  const { fetch } = device.env
  const seen: (number | undefined)[] = []
  let isPicked = false
  device.env.fetch = async (input, init) => {
    if (isPicked && input.includes('sync/changes')) seen.push((await engine.db.items.get(id))?.unit_quantity)
    const answer = await fetch(input, init)
    const page = (await answer.clone().json()) as { range?: { table: string } | null }
    if (isPicked || page.range?.table !== 'items') return answer
    isPicked = true
    await engine.commit([
      { entity: 'orderitems', entity_id: id, method: 'PATCH', body: { unit_quantity: 1 }, order: 7 },
    ])
    await engine.saveNow()
    return answer
  }
  await engine.pullNow()
  expect(server.world.item(id)?.unit_quantity).toBe(1)
  expect(seen.length).toBeGreaterThan(2)
  expect(new Set(seen)).toEqual(new Set([1]))
})
