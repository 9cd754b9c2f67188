import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from '../factories/app.ts'
import { makeItem, makeOrder, makeUser } from '../factories/business.ts'

let server: TestServer
let picker: string
let order: any
let item: any

beforeAll(async () => {
  server = await testServer()
  const { pool } = server.database
  picker = (await makeUser(pool, 'picker')).username
  order = await makeOrder(pool)
  item = await makeItem(pool, { order_id: order.id })
})
afterAll(() => server.close())

describe('smoke', () => {
  it('reads and writes', async () => {
    const list = await server.call(picker, 'GET', 'orders/?no_page=1')
    expect(list.body).toHaveLength(1)
    const items = await server.call(picker, 'GET', `orderitems/?order=${order.id}&no_page=1`)
    expect(items.body[0]).toMatchObject({ id: item.id, order: order.id, picked: false })
    const patched = await server.call(picker, 'PATCH', `orderitems/${item.id}`, { body: { picked: true, unit_quantity: 2 } })
    expect(patched.body).toMatchObject({ picked: true, unit_quantity: 2, final_price: '5.00', version: 2 })
    expect((await server.call(picker, 'GET', `orders/${order.id}`)).body).toMatchObject({ picking_complete: true, status: 'picked' })
    const changes = await server.call(picker, 'GET', 'sync/changes')
    console.log(JSON.stringify(changes.body).slice(0, 600))
    const p = await server.call(picker, 'GET', 'products?no_page=1')
    expect(p.status).toBe(200)
    let c = changes.body, n = 0
    while (c.more && n++ < 20) c = (await server.call(picker, 'GET', `sync/changes?since=${encodeURIComponent(c.cursor)}`)).body
    console.log(n, c)
    const since = (await server.call(picker, 'GET', `sync/changes?since=${encodeURIComponent(c.cursor)}`)).body
    console.log(since)
    const d = await server.app.inject({ url: '/api/docs/json' })
    console.log(d.statusCode, d.body.slice(0, 200))
    console.log((await server.call(null, 'GET', 'demo')).body)
  })
})
