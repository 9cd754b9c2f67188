/** A disk that is almost full, and a server that is about to stop. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import pino from 'pino'
import { diskFull, isDiskFull, openDisk } from '#server/platform/disk.ts'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeHouse, type House } from '../../factories/house.ts'

const GB = 1024 ** 3
let isFull = false
let server: TestServer
let house: House

beforeAll(async () => {
  server = await testServer({
    disk: { room: () => ({ free: 2 * GB, all: 100 * GB }), isFull: () => isFull, close: () => undefined },
  })
  house = await makeHouse(server.database.pool)
})
afterAll(() => server.close())

const ready = async () => {
  const { statusCode, body } = await server.app.inject('/readyz')
  return [statusCode, JSON.parse(body)]
}

it('almost full, the server answers every call that writes with 503 and goes on reading', async () => {
  expect(await ready()).toEqual([200, expect.objectContaining({ status: 'ready', disk_free_mb: 2_048 })])
  const note = () =>
    server.call(house.as.office, 'PATCH', `orders/${house.order.id}`, { body: { note: 'Door' } })
  expect((await note()).status).toBe(200)
  isFull = true
  for (const answer of [
    await note(),
    await server.call(house.as.picker, 'POST', 'sync/push', { body: { device_id: 'x', mutations: [] } }),
  ]) {
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'disk_full', '60'])
    expect(answer.body.message).toMatch(/^The server’s disk is almost full/)
  }
  expect((await server.call(house.as.office, 'GET', `orders/${house.order.id}`)).status).toBe(200)
  expect(await ready()).toEqual([503, { status: 'the disk is almost full', disk_free_mb: 2_048 }])
  isFull = false
  expect((await note()).status).toBe(200)
})

it('PostgreSQL’s error for a full disk is that answer, too', () => {
  expect([isDiskFull({ code: '53100' }), isDiskFull({ code: '53200' })]).toEqual([true, false])
  expect(diskFull().status).toBe(503)
})

it('knows the room of its own folder, and of no database elsewhere', async () => {
  const log = pino({ level: 'silent' })
  const own = { DATABASE_URL: undefined, DATA_DIR: '/', DISK_LEAST_MB: 0 }
  const disk = await openDisk(own, log)
  expect([disk.isFull(), disk.room()!.all > 0]).toEqual([false, true])
  disk.close()
  const lacking = await openDisk({ ...own, DISK_LEAST_MB: 99_999_999 }, log)
  expect(lacking.isFull()).toBe(true)
  lacking.close()
  const elsewhere = await openDisk({ ...own, DATABASE_URL: 'postgres://elsewhere/larder' }, log)
  expect([elsewhere.isFull(), elsewhere.room()]).toEqual([false, null])
})

it('about to stop, it says so to a proxy and goes on answering', async () => {
  server.app.beginDrain()
  expect(await ready()).toEqual([503, { status: 'stopping' }])
  expect((await server.call(house.as.office, 'GET', `orders/${house.order.id}`)).status).toBe(200)
})
