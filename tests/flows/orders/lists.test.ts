import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { untilSomebodyWaits } from '../../factories/behind-lock.ts'
import { makeItem, makeLocation, makeOrder, makeUser } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
/** Five orders of one location, a day apart, of a customer with a name of its own. */
let five: number[]

beforeAll(async () => {
  const { pool } = flow
  const grill = await makeLocation(pool, {
    name: '100% Harbor_Grill',
    company_id: flow.house.location.company_id,
  })
  five = []
  for (let day = 10; day < 15; day++) {
    const delivery_date = `2031-03-${day}`
    const order = {
      ...orderAt(grill),
      delivery_date,
      customer_id: flow.house.people.buyer.id,
      total: day * 7,
    }
    five.push((await makeOrder(pool, order)).id)
  }
})

const get = (path: string) => flow.server.call(flow.house.as.office, 'GET', path)
const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
const WEEK = 'start_date=2031-03-01&end_date=2031-03-31'

describe('a list of orders', () => {
  it('A268 is an object with results and count by limit and offset, and with no_page=1 the plain full list', async () => {
    const all = await get('orders/?no_page=1')
    expect(ids(all.body)).toHaveLength(7)
    const pages = []
    for (const offset of [0, 3, 6, 9]) pages.push((await get(`orders/?limit=3&offset=${offset}`)).body)
    expect(pages.map((page) => [Object.keys(page), page.count, page.results.length])).toEqual(
      [3, 3, 1, 0].map((n) => [['count', 'results'], 7, n]),
    )
    expect(pages.flatMap((page) => ids(page.results))).toEqual(ids(all.body))
  })

  it('A267 comes paged by default and whole for load-all, each with its query', async () => {
    const paged = await get(`orders/?${WEEK}&limit=2`)
    expect([paged.body.count, ids(paged.body.results)]).toEqual([5, five.slice(3).reverse()])
    expect(ids((await get(`orders/?${WEEK}&no_page=1`)).body)).toEqual([...five].reverse())
    expect((await get('orders/')).body).toMatchObject({ count: 7 })
  })

  it.each(['limit=0', 'limit=1001', 'limit=-1', 'limit=ten', 'offset=-1', 'offset=1e3', 'no_page=maybe'])(
    'A268 refuses %s with 400 and names the parameter',
    async (query) => {
      const { status, body } = await get(`orders/?${query}`)
      expect(status).toBe(400)
      expect(body[query.split('=')[0]!]).toEqual(expect.stringMatching(/must be/))
    },
  )

  it('A268 pages items, pieces, products, users, locations, warehouses and barcodes alike', async () => {
    const order = `order=${flow.house.order.id}`
    for (const [path, some] of [
      [`orderitems?${order}`, true],
      [`ordersubitems?${order}`, false],
      ['products?', true],
      ['users?', true],
      ['companylocations?', true],
      ['warehouses?', true],
      ['barcodealternates?', false],
    ] as const) {
      const whole = (await get(`${path}&no_page=1`)).body
      const { count, results } = (await get(`${path}&limit=1`)).body
      expect([path, Array.isArray(whole), whole.length > 0]).toEqual([path, true, some])
      expect([path, count, results]).toEqual([path, whole.length, whole.slice(0, 1)])
    }
  })

  it('A269 holds only the orders with a delivery date inside the range, both days included', async () => {
    const between = await get('orders?no_page=1&start_date=2031-03-11&end_date=2031-03-13')
    expect(ids(between.body)).toEqual([five[3], five[2], five[1]])
    expect(between.body[0]).toMatchObject({
      id: five[3],
      delivery_date: '2031-03-13',
      customer: flow.house.as.buyer,
    })
    expect(ids((await get('orders?no_page=1&start_date=2031-03-14')).body)).toEqual([five[4]])
    expect((await get('orders?no_page=1&end_date=2001-01-01')).body).toEqual([])
  })

  it.each(['2031-02-30', '13.03.2031', '2031-3-1', ''])('A269 refuses the date "%s"', async (day) => {
    const { status, body } = await get(`orders?no_page=1&start_date=${day}`)
    expect([status, body.start_date]).toEqual([400, 'must be a day as YYYY-MM-DD'])
  })

  it('A016 answers the same with and without a trailing slash, before a query too', async () => {
    for (const path of ['orders', `orders/${five[0]}`, `orderitems/${flow.house.item.id}`, 'warehouses']) {
      const [bare, slash] = [await get(path), await get(`${path}/`)]
      expect([bare.status, bare.body]).toEqual([200, slash.body])
    }
    const [bare, slash] = [await get('orders?no_page=1'), await get('orders/?no_page=1')]
    expect(bare.body).toEqual(slash.body)
  })

  it('finds an order by its number, customer, location, status or day, and takes signs as they are', async () => {
    const find = async (text: string) =>
      ids((await get(`orders?no_page=1&search=${encodeURIComponent(text)}`)).body)
    expect(await find(flow.house.as.buyer)).toHaveLength(5)
    expect(await find('harbor_grill')).toHaveLength(5)
    expect(await find('100%')).toHaveLength(5)
    expect(await find('2031-03-12')).toEqual([five[2]])
    expect(await find('Harbor-Grill')).toEqual([])
    expect(await find('%%')).toEqual([])
    expect(await find(`'; drop table orders; --`)).toEqual([])
  })

  it('finds an order by every word, and by what its customer, its location and its day are now', async () => {
    const location = await makeLocation(flow.pool, { name: 'Pier Nine' })
    const chef = await makeUser(flow.pool, 'buyer', { username: 'old-chef', company_id: location.company_id })
    const at = { company_id: location.company_id, company_location_id: location.id, customer_id: chef.id }
    const { id } = await makeOrder(flow.pool, { ...at, delivery_date: '2031-06-01' })
    const find = async (text: string) =>
      ids((await get(`orders?no_page=1&search=${encodeURIComponent(text)}`)).body)
    for (const text of ['nine old-chef', '06/01/2031', `${id} pier`])
      expect(await find(text), `found by ${text}`).toEqual([id])
    expect(await find('nine nobody')).toEqual([])
    await flow.pool.query(`update users set username = 'new-chef' where id = $1`, [chef.id])
    await flow.pool.query(`update company_locations set name = 'Quay Nine' where id = $1`, [location.id])
    await flow.pool.query(
      `update orders set delivery_date = '2031-06-02', status = 'picking' where id = $1`,
      [id],
    )
    expect(await find('quay new-chef picking 2031-06-02')).toEqual([id])
    await flow.pool.query(`update orders set paid_status = 'e', invoice_total = 1240.1 where id = $1`, [id])
    expect(await find('1,240.10 paid externally')).toEqual([id])
    for (const gone of ['old-chef', 'Pier Nine', '2031-06-01'])
      expect(await find(gone), `still found by ${gone}`).toEqual([])
    await flow.pool.query('delete from orders where id = $1', [id])
    expect(await find('new-chef')).toEqual([])
  })

  it('finds an order by the name that its customer is given while it is placed', async () => {
    const location = await makeLocation(flow.pool)
    const chef = await makeUser(flow.pool, 'buyer', { username: 'before', company_id: location.company_id })
    const client = await flow.pool.connect()
    await client.query('begin')
    await client.query(`update users set username = 'afterwards' where id = $1`, [chef.id])
    const at = { company_id: location.company_id, company_location_id: location.id, customer_id: chef.id }
    const placing = makeOrder(flow.pool, at)
    await untilSomebodyWaits(flow.pool)
    await client.query('commit')
    client.release()
    const { id } = await placing
    expect(ids((await get('orders?no_page=1&search=afterwards')).body)).toEqual([id])
  })

  it('is sorted as asked, with the newest delivery first by default', async () => {
    const ordered = async (ordering: string) => ids((await get(`orders?no_page=1&${WEEK}${ordering}`)).body)
    expect(await ordered('')).toEqual([...five].reverse())
    expect(await ordered('&ordering=delivery_date')).toEqual(five)
    expect(await ordered('&ordering=-total')).toEqual([...five].reverse())
    expect(await ordered('&ordering=id')).toEqual(five)
    for (const column of [
      'company',
      'customer',
      'status',
      'invoice_total',
      'picking_complete',
      'paid_status',
    ])
      expect(await ordered(`&ordering=${column}`), `by ${column}`).toEqual([...five].reverse())
    const bad = await get('orders?ordering=password_hash')
    expect([bad.status, bad.body.ordering]).toEqual([400, expect.stringMatching(/must be one of/)])
  })

  it('holds only paid ones where these are asked for', async () => {
    await flow.pool.query(`update orders set paid_status = 'p' where id = $1`, [five[1]])
    expect(ids((await get(`orders?no_page=1&${WEEK}&filter_paid=true`)).body)).toEqual([five[1]])
  })

  it('A012 gives what the last successful call left, to the next server on the same database too', async () => {
    await flow.server.call(flow.house.as.office, 'PATCH', `orders/${five[0]}`, {
      body: { note: 'Ring the bell' },
    })
    await flow.server.call(flow.house.as.office, 'DELETE', `orders/${five[4]}`)
    const { pool } = flow.server.database
    const next = await buildApp({ pool, env: readEnv({ NODE_ENV: 'test' }) })
    const { access } = await flow.server.signIn(flow.house.as.office)
    const url = `/api/orders/${five[0]}`
    const after = await next.inject({ url, headers: { authorization: `Bearer ${access}` } })
    await next.close()
    expect(after.json()).toMatchObject({ id: five[0], note: 'Ring the bell' })
    expect((await get(`orders/${five[0]}`)).body).toEqual(after.json())
    expect((await get(`orders/${five[4]}`)).status).toBe(404)
  })
})

describe('the lists of items and pieces', () => {
  it('A279 holds the items of each order that the repeated parameter names', async () => {
    const { pool } = flow
    const more = await makeItem(pool, { order_id: five[0] })
    const one = await get(`orderitems?order=${flow.house.order.id}&no_page=1`)
    expect(ids(one.body)).toEqual([flow.house.item.id])
    const both = await get(`orderitems?order=${flow.house.order.id}&order=${five[0]}&no_page=1`)
    expect(ids(both.body)).toEqual([flow.house.item.id, more.id])
  })

  it.each(['', 'order=abc', 'order=0', 'order=99999999999', 'order=1.5'])(
    'refuses "%s" as the order with 400',
    async (query) => {
      for (const list of ['orderitems', 'ordersubitems'])
        expect((await get(`${list}?no_page=1&${query}`)).status).toBe(400)
    },
  )

  it('A270 answers 404 for an unknown order, and 400 for an id that is no number', async () => {
    for (const path of ['orders/2147483647', 'orderitems?no_page=1&order=2147483647']) {
      const { status, body } = await get(path)
      expect([status, body]).toEqual([404, { message: 'There is no such order.' }])
    }
    expect((await get('orders/twelve')).status).toBe(400)
    expect((await get('orders/99999999999999')).status).toBe(400)
  })
})
