import { describe, expect, it } from 'vitest'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

const office = (method: 'GET' | 'POST', path: string, body?: object) =>
  flow.server.call(flow.house.as.office, method, path, body ? { body } : {})
const refresh = (order_ids: unknown[]) => office('POST', 'orderpricerefresh/', { order_ids })
const itemsOf = async (order: number) => (await office('GET', `orderitems/?order=${order}&no_page=1`)).body
const orderOf = async (id: number) => (await office('GET', `orders/${id}`)).body
const setPrice = (upc: string, set: string) =>
  flow.pool.query(`update products set ${set} where upc = $1`, [upc])

/** An order of two units of a product that costs 2.50 a piece, priced as it was placed. */
async function newOrder(over: object = {}, product: Record<string, unknown> = {}) {
  const { upc } = await makeProduct(flow.pool, product)
  const order = await makeOrder(flow.pool, { ...orderAt(flow.house.location), ...over })
  await makeItem(flow.pool, { order_id: order.id, product: upc, units_ordered: 2 })
  await refresh([order.id])
  return { id: order.id, upc }
}

describe('refreshing prices', () => {
  it('C332 gives the lines of the named orders their products’ prices, and the orders their totals', async () => {
    const [one, two, other] = [await newOrder(), await newOrder(), await newOrder()]
    for (const { upc } of [one, two, other])
      await setPrice(upc, `unit_price = 3.10, display_unit_price = 3.10`)
    const { status, body } = await refresh([one.id, two.id, one.id])
    expect([status, body]).toEqual([200, { orders: 2, items: 2, kept: [] }])
    for (const { id } of [one, two]) {
      const [item] = await itemsOf(id)
      expect([item.price_per_unit, item.estimated_price]).toEqual(['3.10', '6.20'])
      expect((await orderOf(id)).total).toBe('6.20')
    }
    expect((await orderOf(other.id)).total).toBe('5.00')
  })

  it('a preview shows the old and new prices and the number of lines, and writes nothing', async () => {
    const [one, two] = [await newOrder(), await newOrder()]
    await makeItem(flow.pool, { order_id: two.id, product: one.upc, units_ordered: 1 })
    await setPrice(one.upc, `unit_price = 3.10, display_unit_price = 3.10`)
    const weighed = { weight_type: 'r/w', display_unit_price_per_lb: '4.00', average_unit_weight: '2.000' }
    const cheese = await newOrder({}, weighed)
    await setPrice(cheese.upc, 'display_unit_price_per_lb = 5.00')
    const { status, body } = await office('POST', 'orderpricerefresh/preview', {
      order_ids: [one.id, two.id, cheese.id],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ orders: 3, items: 3, kept: [] })
    expect(body.changes).toHaveLength(2)
    expect(body.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          product: one.upc,
          unit_type: 'u',
          per_lb: false,
          from: '2.50',
          to: '3.10',
          lines: 2,
        }),
        expect.objectContaining({
          product: cheese.upc,
          unit_type: 'u',
          per_lb: true,
          from: '4.00',
          to: '5.00',
          lines: 1,
        }),
      ]),
    )
    expect((await itemsOf(one.id))[0].price_per_unit).toBe('2.50')
    const locked = await newOrder()
    await flow.pool.query('update orders set invoiced = true where id = $1', [locked.id])
    expect((await office('POST', 'orderpricerefresh/preview', { order_ids: [locked.id] })).status).toBe(423)
  })

  it('charges what was weighed by the new price per lb, and leaves picking and coupons as they are', async () => {
    const weighed = { weight_type: 'r/w', display_unit_price_per_lb: '4.00', average_unit_weight: '2.000' }
    const { id, upc } = await newOrder({}, weighed)
    const [before] = await itemsOf(id)
    await office('POST', 'ordersubitems/', { order_item: before.id, unit_type: 'u', weight_lbs: '2.510' })
    await flow.server.call(flow.house.as.office, 'PATCH', `orderitems/${before.id}`, {
      body: { unit_quantity: 1, coupon_amount: '1.00', picked: true },
    })
    expect((await itemsOf(id))[0].final_price).toBe('9.04')
    await setPrice(upc, 'display_unit_price_per_lb = 5.00')
    expect((await refresh([id])).body).toEqual({ orders: 1, items: 1, kept: [] })
    const [after] = await itemsOf(id)
    expect(after).toMatchObject({
      final_price: '11.55',
      unit_quantity: 1,
      picked: true,
      coupon_amount: '1.00',
      price_snapshot: { unit_price_per_lb: '5.00' },
    })
    expect((await orderOf(id)).picked_total).toBe('11.55')
  })

  it('notifies devices of changed lines alone', async () => {
    const { id, upc } = await newOrder()
    const { version } = (await itemsOf(id))[0]
    expect((await refresh([id])).body).toEqual({ orders: 0, items: 0, kept: [] })
    expect((await itemsOf(id))[0].version).toBe(version)
    await setPrice(upc, 'display_unit_price = 9.99')
    await refresh([id])
    expect((await itemsOf(id))[0].version).toBe(version + 1)
  })

  it('changes no order where one of them is invoiced or missing, and names that one', async () => {
    const open = await newOrder()
    const locked = await newOrder()
    await flow.pool.query(`update orders set invoiced = true where id = $1`, [locked.id])
    await setPrice(open.upc, 'display_unit_price = 9.99')
    const refused = await refresh([open.id, locked.id])
    expect([refused.status, refused.body.message]).toEqual([
      423,
      `Order ${locked.id} is invoiced and locked.`,
    ])
    const missing = await refresh([open.id, 2_147_483_647])
    expect([missing.status, missing.body.message]).toEqual([404, 'There is no order 2147483647.'])
    expect((await orderOf(open.id)).total).toBe('5.00')
  })

  it('is for the office alone, and for numbers of orders', async () => {
    const { id } = await newOrder()
    for (const name of ['picker', 'floorPicker', 'buyer', 'customer'] as const) {
      const answer = await flow.server.call(flow.house.as[name], 'POST', 'orderpricerefresh/', {
        body: { order_ids: [id] },
      })
      expect([name, answer.status]).toEqual([name, 403])
    }
    for (const wrong of [[], ['1'], [0], [1.5]]) expect((await refresh(wrong)).status).toBe(400)
  })
})
