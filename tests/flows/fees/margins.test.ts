import { beforeAll, describe, expect, it } from 'vitest'
import {
  makeItem,
  makeLocation,
  makeOrder,
  makeOrderList,
  makeProduct,
  makeUser,
} from '../../factories/business.ts'
import { newId } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'
import { makeDevice } from '../../factories/pulls.ts'

/** The effect of margins on prices, wherever a price is shown or charged (docs/decisions/0100, 0101). */
const flow = openFlow()
/** The oil costs 10.00. The margin for everybody adds 0.50; at `house.location` 10 % are added instead. */
let oil: string
let list: number
/** A location of the same company that has only the margin for everybody. */
let elsewhere: Awaited<ReturnType<typeof makeLocation>>

beforeAll(async () => {
  const { pool } = flow
  const price = { unit_price: '10.00', display_unit_price: '10.00' }
  oil = (await makeProduct(pool, price)).upc
  elsewhere = await makeLocation(pool, { company_id: flow.house.location.company_id })
  list = await makeOrderList(pool, [oil], { company_location_id: flow.house.location.id })
  const here = { company_location: flow.house.location.id }
  await lay({ type: '%', amount: '10', description: 'Split cases', product: oil, ...here })
  // These margins are less specific, and newer: neither applies to the oil at this location.
  await lay({ type: '%', amount: '5.00', description: 'Small orders', ...here })
  await lay({ type: 'f', amount: '0.50', description: 'Cutting', product: oil })
})

async function lay(margin: object) {
  const body = { warehouse: null, product: null, company_location: null, ...margin }
  const { status } = await flow.server.call(flow.house.as.office, 'POST', 'margintemplates/', { body })
  expect(status).toBe(201)
}
const get = async (path: string, by = flow.house.as.office) => (await flow.server.call(by, 'GET', path)).body
const itemsOf = (order: number) => get(`orderitems/?order=${order}&no_page=1`)
const orderHere = () => makeOrder(flow.pool, orderAt(flow.house.location))

describe('a product with margins costs', () => {
  it('in an order list what its location pays, and elsewhere what everybody pays', async () => {
    const other = await makeOrderList(flow.pool, [oil], { company_location_id: elsewhere.id })
    const prices = async (of: number) =>
      (await get(`orderlistprices?no_page=1&order_list=${of}`, flow.house.as.customer)).map(
        (row: { unit_price: string; display_unit_price: string }) => [row.unit_price, row.display_unit_price],
      )
    expect(await prices(list)).toEqual([['11.00', '11.00']])
    expect(await prices(other)).toEqual([['10.50', '10.50']])
    expect(await get(`orderlistprices?order_list=${list}&limit=1&offset=1`)).toEqual({
      count: 1,
      results: [],
    })
  })

  it('in an order list also what another location of its company pays, and no other company’s', async () => {
    const at = (location: number, by = flow.house.as.customer) =>
      flow.server.call(by, 'GET', `orderlistprices?no_page=1&order_list=${list}&company_location=${location}`)
    expect((await at(elsewhere.id)).body).toMatchObject([{ upc: oil, display_unit_price: '10.50' }])
    expect((await at(flow.house.location.id)).body).toMatchObject([{ upc: oil, display_unit_price: '11.00' }])
    for (const by of [flow.house.as.customer, flow.house.as.office]) {
      const { status, body } = await at(flow.house.elsewhere.location.id, by)
      expect([status, typeof body.company_location]).toEqual([400, 'string'])
    }
  })

  it('among the products what the named location pays, which must be one of the caller’s', async () => {
    const at = (location: number, by = flow.house.as.customer) =>
      flow.server.call(by, 'GET', `products?no_page=1&upc=${oil}&company_location=${location}`)
    expect((await at(flow.house.location.id)).body).toMatchObject([{ upc: oil, display_unit_price: '11.00' }])
    expect((await at(elsewhere.id)).body).toMatchObject([{ upc: oil, display_unit_price: '10.50' }])
    expect((await at(flow.house.location.id, flow.house.as.stranger)).status).toBe(404)
    expect(await get(`products?no_page=1&upc=${oil}`)).toMatchObject([{ display_unit_price: '10.00' }])
  })

  it('on each page of the products what it costs in the whole list of them', async () => {
    const { pool } = flow
    const more = await Promise.all(['1.00', '2.00'].map((unit_price) => makeProduct(pool, { unit_price })))
    await makeOrderList(
      pool,
      more.map(({ upc }) => upc),
      { company_location_id: flow.house.location.id },
    )
    const whole = await get('products?no_page=1', flow.house.as.buyer)
    expect(whole.length).toBeGreaterThan(2)
    const pages = await Promise.all(
      whole.map((_: unknown, offset: number) =>
        get(`products?limit=1&offset=${offset}`, flow.house.as.buyer),
      ),
    )
    expect(pages.map(({ count }) => count)).toEqual(whole.map(() => whole.length))
    expect(pages.flatMap(({ results }) => results)).toEqual(whole)
    expect(whole.find(({ upc }: { upc: string }) => upc === oil).unit_price).toBe('11.00')
  })

  it('for a customer what their first location pays, in every call that returns a price', async () => {
    const { pool } = flow
    const there = await makeOrderList(pool, [oil], { company_location_id: elsewhere.id })
    const price = async (path: string, by = flow.house.as.customer) => {
      const { body } = await flow.server.call(by, 'GET', path)
      const [{ unit_price, display_unit_price }] = 'upc' in body ? [body] : (body.results ?? body)
      return [unit_price, display_unit_price]
    }
    const bare = [`products/${oil}`, `products?upc=${oil}`, `products?no_page=1&search=${oil}`]
    for (const path of [...bare, `products?order_list=${list}`])
      expect([path, await price(path)]).toEqual([path, ['11.00', '11.00']])
    // A list has the prices of its own location. The house sees the price of the product itself.
    expect(await price(`products?order_list=${there}`)).toEqual(['10.50', '10.50'])
    for (const path of bare) expect(await price(path, flow.house.as.office)).toEqual(['10.00', '10.00'])

    const company_id = flow.house.location.company_id
    const chef = await makeUser(pool, 'customer', {
      company_id,
      location_ids: [elsewhere.id, flow.house.location.id],
    })
    for (const path of bare) expect(await price(path, chef.username)).toEqual(['10.50', '10.50'])
    await pool.query('update company_locations set active = false where id = $1', [elsewhere.id])
    for (const path of bare) expect(await price(path, chef.username)).toEqual(['11.00', '11.00'])
    await pool.query('update company_locations set active = true where id = $1', [elsewhere.id])
  })

  it('on a customer’s device what their first location pays, also after a margin changes; on the house’s its own price', async () => {
    const [device, office] = [flow.house.as.customer, flow.house.as.office].map((by) =>
      makeDevice(flow.server, by),
    )
    const price = async (on: typeof device) => {
      await on!.pull()
      const row = on!.rows.products.get(oil)
      return [row?.['unit_price'], row?.['display_unit_price']]
    }
    expect([await price(device), await price(office)]).toEqual([
      ['11.00', '11.00'],
      ['10.00', '10.00'],
    ])
    const here = `company_location=${flow.house.location.id}&product=${oil}`
    const [margin] = await get(`margintemplates?no_page=1&${here}`)
    for (const [amount, told] of [
      ['20', '12.00'],
      ['10', '11.00'],
    ]) {
      const path = `margintemplates/${margin.id}`
      await flow.server.call(flow.house.as.office, 'PATCH', path, { body: { amount } })
      expect(await price(device)).toEqual([told, told])
    }
  })

  it('in an order that is placed what its ship-to pays', async () => {
    const { status, body } = await flow.server.call(flow.house.as.customer, 'POST', 'orders/', {
      body: {
        customer: flow.house.people.customer.id,
        company_location: flow.house.location.id,
        submitted_date: '2026-05-05',
        created_date: '2026-05-05',
        total: '1.00',
        order_items: [{ product: oil, original_product: oil, unit_quantity: 3, case_quantity: 0 }],
      },
    })
    expect([status, body.total]).toEqual([201, '33.00'])
    expect(await itemsOf(body.id)).toMatchObject([{ price_per_unit: '11.00', estimated_price: '33.00' }])
  })

  it('the same as an added line and as a substitute', async () => {
    const order = await orderHere()
    const added = await flow.server.call(flow.house.as.office, 'POST', 'orderitems/', {
      body: { order: order.id, product: oil, units_ordered: 2, cases_ordered: 0 },
    })
    expect([added.status, added.body.price_per_unit]).toEqual([201, '11.00'])
    const { upc } = await makeProduct(flow.pool)
    const item = await makeItem(flow.pool, { order_id: order.id, product: upc, units_ordered: 2 })
    const swapped = await flow.server.call(flow.house.as.office, 'PATCH', `orderitems/${item.id}`, {
      body: { product: oil },
      headers: { 'idempotency-key': newId() },
    })
    expect([swapped.status, swapped.body.price_per_unit]).toEqual([200, '11.00'])
  })

  it('C332 the same after a price refresh', async () => {
    const order = await orderHere()
    await makeItem(flow.pool, { order_id: order.id, product: oil, units_ordered: 1 })
    const body = { order_ids: [order.id] }
    expect(
      (await flow.server.call(flow.house.as.office, 'POST', 'orderpricerefresh/', { body })).status,
    ).toBe(200)
    expect(await itemsOf(order.id)).toMatchObject([{ price_per_unit: '11.00', estimated_price: '11.00' }])
  })
})
