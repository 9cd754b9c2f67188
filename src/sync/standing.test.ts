/** Data beside the feed's tables is deleted when a right has ended. It stays when only the feed starts again. */
import { expect, it } from 'vitest'
import { META, readMeta } from './store/meta.ts'
import { makeDevice } from './testing/device.ts'
import { FakeServer } from './testing/fake-server.ts'

const ASIDE = ['lists', 'prices', 'usual'] as const

/** Makes a device of company 1 with a list, a price and a usual order, and counts its calls of `forgetAside`. */
async function deviceOfCompany() {
  const server = new FakeServer()
  server.standing = 'company 1'
  const device = await makeDevice(server)
  const forgotten = { times: 0 }
  const forgetAside = async () => void forgotten.times++
  const engine = await device.open({ forgetAside })
  await engine.pullNow()
  await engine.db.table('lists').put({ id: 1, company: 1, list: {}, at: 0 })
  await engine.db.table('prices').put({ location: 1, upc: '1', at: 0 })
  await engine.db.table('usual').put({ company_location: 1 })
  const kept = () => Promise.all(ASIDE.map((table) => engine.db.table(table).count()))
  return { server, device, engine, kept, forgotten }
}

it('data beside the feed goes with the first page after a right has ended, data elsewhere before it', async () => {
  const { server, engine, kept, forgotten } = await deviceOfCompany()
  Object.assign(server, { epoch: 'two', standing: 'company 2' })
  await engine.pullNow()
  expect(await kept()).toEqual([0, 0, 0])
  expect(forgotten.times).toBeGreaterThan(0)
  expect(await readMeta(engine.db, META.standing)).toBe('company 2')
})

it.each(['company 1', undefined])(
  'data beside the feed stays when everything is pulled again with the same rights (%s)',
  async (standing) => {
    const { server, engine, kept, forgotten } = await deviceOfCompany()
    Object.assign(server, { epoch: 'two', standing })
    await engine.pullNow()
    expect([await kept(), forgotten.times]).toEqual([[1, 1, 1], 0])
  },
)

it('data beside the feed is deleted at the next start if the device stopped between the two', async () => {
  const { server, device, engine } = await deviceOfCompany()
  Object.assign(server, { epoch: 'two', standing: 'company 2' })
  await engine.close()
  const killed = await device.open({ forgetAside: () => Promise.reject(new Error('killed')) })
  await expect(killed.pullNow()).rejects.toThrow('killed')
  await killed.close()
  let times = 0
  const next = await device.open({ forgetAside: async () => void times++ })
  await next.pullNow()
  expect(times).toBeGreaterThan(0)
  expect(await Promise.all(ASIDE.map((table) => next.db.table(table).count()))).toEqual([0, 0, 0])
})

it('data beside the feed is deleted in each tab, also in one that did not pull', async () => {
  const { server, device, engine } = await deviceOfCompany()
  let tell: (standing: unknown) => void
  const told = new Promise<unknown>((resolve) => (tell = resolve))
  const other = await device.open({ forgetAside: async () => tell(await readMeta(other.db, META.standing)) })
  Object.assign(server, { epoch: 'two', standing: 'company 2' })
  await engine.pullNow()
  expect(await told).toBe('company 2')
})
