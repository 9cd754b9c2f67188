/** `/metrics`, for who has its token. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../factories/app.ts'
import { makeHouse, type House } from '../../factories/house.ts'

const TOKEN = 'a token of the monitoring'
let server: TestServer
let house: House
beforeAll(async () => {
  server = await testServer({ settings: { METRICS_TOKEN: TOKEN } })
  house = await makeHouse(server.database.pool)
})
afterAll(() => server.close())

const read = async (authorization?: string, of = server) => {
  const { statusCode, body } = await of.app.inject({
    url: '/metrics',
    headers: { ...(authorization !== undefined && { authorization }) },
  })
  return { status: statusCode, body }
}
/** The value of a series. */
const valueOf = (body: string, series: string) =>
  Number(
    body
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  )

it('counts requests by their route, pushed edits by outcome, jobs, connections and what devices hold', async () => {
  await server.call(house.as.office, 'GET', `orders/${house.order.id}`)
  await server.call(house.as.office, 'GET', 'orders/99999999')
  const { id: user } = house.people.picker
  await server.database.pool.query(
    `insert into devices (device_id, user_id, last_seen_at, unsent) values ('freezer 2', $1, now() - interval '1 hour', '{"1":2,"3":4}')`,
    [user],
  )
  await server.call(house.as.picker, 'POST', 'sync/push', {
    body: { device_id: `device of ${house.as.picker}`, mutations: [{ mutation_id: 'none' }] },
  })
  const { status, body } = await read(`Bearer ${TOKEN}`)
  expect(status).toBe(200)
  const route = 'method="GET",route="/api/orders/:id"'
  expect(valueOf(body, `larder_request_seconds_count{${route},status="200"}`)).toBe(1)
  expect(valueOf(body, `larder_request_seconds_count{${route},status="404"}`)).toBe(1)
  expect(valueOf(body, 'larder_pushed_edits_total{outcome="refused"}')).toBe(1)
  const device = `device="freezer 2",username="${house.as.picker}"`
  expect(valueOf(body, `larder_device_unsent_edits{${device}}`)).toBe(6)
  expect(valueOf(body, `larder_device_silent_seconds{${device}}`)).toBeGreaterThanOrEqual(3_600)
  expect(valueOf(body, 'larder_pool_connections{pool="others",state="waiting"}')).toBe(0)
  expect(body).toContain('process_cpu_seconds_total')
})

it('is nowhere without the token, with another one, and on a server that has none', async () => {
  for (const header of [undefined, 'Bearer', `Bearer ${TOKEN} `, `Bearer ${TOKEN.slice(1)}x`])
    expect([header, (await read(header)).status]).toEqual([header, 404])
  const without = await testServer()
  expect((await read(`Bearer ${TOKEN}`, without)).status).toBe(404)
  await without.close()
})

it('without a connection to the database, answers what the process itself counts', async () => {
  const { pool } = server.database
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  try {
    // A call that waits for a connection.
    const waiting = pool.query('select 1')
    const { status, body } = await read(`Bearer ${TOKEN}`)
    expect(status).toBe(200)
    expect(valueOf(body, 'larder_pool_connections{pool="others",state="waiting"}')).toBeGreaterThanOrEqual(1)
    expect(body).toContain('larder_request_seconds_count')
    expect(body).not.toContain('larder_mails{')
    for (const client of held.splice(0)) client.release()
    await waiting
  } finally {
    for (const client of held) client.release()
  }
  await server.database.pool.query(
    `insert into mails (kind, to_address, subject, message_id) values ('test', 'a@example.com', 'A test', 'metrics-1')`,
  )
  const { body } = await read(`Bearer ${TOKEN}`)
  expect(valueOf(body, 'larder_mails{state="waiting"}')).toBe(1)
})
