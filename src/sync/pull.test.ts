import { expect, it } from 'vitest'
import { makeDevice } from './testing/device.ts'
import { FakeServer } from './testing/fake-server.ts'
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
  return { engine, calls: () => calls }
}

it('a full pull comes to its end in pages', async () => {
  const { engine, calls } = await deviceWith((since) => since)
  await engine.pullNow()
  expect(await engine.db.items.count()).toBe(LINES)
  expect(calls()).toBeGreaterThan(LINES / 5)
})

it.each<[string, (since: string, n: number) => string]>([
  ['at the front of the table', (since) => since.replace(/[^|]*$/, '')],
  ['at the front of the first table', (since) => since.replace(/[^|]*\|[^|]*$/, 'orders|')],
  ['at a key that it had before', (since, n) => (n > 6 ? since.replace(/[^|]*$/, item(2, 7).id) : since)],
])('a pull whose pages begin again and again %s ends as a defect, and asks no more', async (_, change) => {
  const { engine, calls } = await deviceWith(change)
  await expect(engine.pullNow()).rejects.toThrow(/does not advance/)
  expect(calls()).toBeLessThan(20)
})
