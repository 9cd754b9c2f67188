/** What the server says of the calls that it answers. */
import { expect, it } from 'vitest'
import { PASSWORD } from '../../factories/app.ts'
import { makeItem, makeOrder } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

it('each request is one line without a secret, and only an error is logged as one', async () => {
  const { pool } = flow
  const order = await makeOrder(pool, orderAt(flow.house.location))
  const item = await makeItem(pool, { order_id: order.id })
  const { access, refresh } = await flow.server.signIn(flow.house.as.office)
  const paths: string[] = []
  const call = async (
    ...[method, path, options]: [method: 'GET' | 'POST' | 'PATCH', string, { body?: unknown }?]
  ) => {
    const { status } = await flow.server.call(flow.house.as.office, method, path, options)
    paths.push(`${status} /api/${path}`)
  }
  // Its own sign-in, which the first call makes, is not counted.
  await flow.server.call(flow.house.as.office, 'GET', 'warehouses')
  flow.server.logged.length = 0

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
  await call('POST', 'auth', { body: { username: flow.house.as.office, password: 'wrong' } })
  await call('GET', 'orderitems/?order=999999&no_page=1')
  await call('GET', 'sync/changes')
  await call('POST', 'sync/push', {
    body: { device_id: `device of ${flow.house.as.office}`, mutations: [{}] },
  })

  expect(paths.map((line) => line.slice(0, 3))).toEqual([
    ...Array(20).fill('200'),
    '200',
    '400',
    '401',
    '404',
    '200',
    '200',
  ])
  expect(flow.server.logged.map(({ level, msg, status, url }) => `${level} ${msg} ${status} ${url}`)).toEqual(
    paths.map((line) => `30 request ${line}`),
  )
  const text = JSON.stringify(flow.server.logged)
  for (const secret of [PASSWORD, access, refresh, 'Bearer', 'wrong']) expect(text).not.toContain(secret)
})

it('the code and the state of a sign-in by the identity provider are not logged', async () => {
  flow.server.logged.length = 0
  for (const query of ['code=the-code&state=the-state&iss=here', 'state=the-state&code=the-code'])
    await flow.server.app.inject({ url: `/oidc?${query}` })
  expect(flow.server.logged.flatMap(({ url }) => url ?? [])).toEqual([
    '/oidc?code=…&state=…&iss=here',
    '/oidc?state=…&code=…',
  ])
})
