/** What the server says of the calls that it answers. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, testServer, type TestServer } from '../factories/app.ts'
import { makeItem, makeOrder } from '../factories/business.ts'
import { makeHouse, orderAt, type House } from '../factories/house.ts'

let server: TestServer
let house: House

beforeAll(async () => {
  server = await testServer()
  house = await makeHouse(server.database.pool)
})
afterAll(() => server.close())

it('one line a request, in which no secret is, and nothing is called an error that is none', async () => {
  const { pool } = server.database
  const order = await makeOrder(pool, orderAt(house.location))
  const item = await makeItem(pool, { order_id: order.id })
  const { access, refresh } = await server.signIn(house.as.office)
  const paths: string[] = []
  const call = async (
    ...[method, path, options]: [method: 'GET' | 'POST' | 'PATCH', string, { body?: unknown }?]
  ) => {
    const { status } = await server.call(house.as.office, method, path, options)
    paths.push(`${status} /api/${path}`)
  }
  // Its own sign-in, which the first call makes, is not counted.
  await server.call(house.as.office, 'GET', 'warehouses')
  server.logged.length = 0

  for (const list of [
    'orders',
    'products',
    'users',
    'companylocations',
    'warehouses',
    'barcodealternates',
    'devices',
  ])
    for (const query of ['?no_page=1', '?limit=1']) await call('GET', `${list}/${query}`)
  for (const rows of ['orderitems', 'ordersubitems'])
    for (const query of ['&no_page=1', '']) await call('GET', `${rows}/?order=${order.id}${query}`)
  for (const row of [`orders/${order.id}`, `orderitems/${item.id}`]) await call('GET', row)
  await call('PATCH', `orderitems/${item.id}`, { body: { unit_quantity: 1 } })
  await call('PATCH', `orderitems/${item.id}`, { body: { unit_quantity: 'many' } })
  await call('POST', 'auth', { body: { username: house.as.office, password: 'wrong' } })
  await call('GET', 'orderitems/?order=999999&no_page=1')
  await call('GET', 'sync/changes')
  await call('POST', 'sync/push', { body: { device_id: 'd', mutations: [{}] } })

  expect(paths.map((line) => line.slice(0, 3))).toEqual([
    ...Array(20).fill('200'),
    '200',
    '400',
    '401',
    '404',
    '200',
    '200',
  ])
  expect(server.logged.map(({ level, msg, status, url }) => `${level} ${msg} ${status} ${url}`)).toEqual(
    paths.map((line) => `30 request ${line}`),
  )
  const text = JSON.stringify(server.logged)
  for (const secret of [PASSWORD, access, refresh, 'Bearer', 'wrong']) expect(text).not.toContain(secret)
})
