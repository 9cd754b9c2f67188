/** A price that a person set by hand (readings, "Hand-set price"): it stays through every edit of its line. */
import { beforeEach, describe, expect, it } from 'vitest'
import { makeItem, makeLocation, makeOrder, makeProduct, soldByWeight } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
const WEIGHED = soldByWeight('8.00')
let order: number
let item: string
let product: string

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  flow.server.call(flow.house.as.office, method, path, body && { body })
const patch = async (body: object) => {
  const answer = await call('PATCH', `orderitems/${item}`, body)
  expect([answer.status, body]).toEqual([200, body])
  return answer.body
}
const read = async () => (await call('GET', `orderitems?order=${order}&no_page=1`)).body[0]
const generate = (body: object = {}) => call('POST', `orders/${order}/generateinvoice`, body)

/** Two units at 2.50. */
beforeEach(async () => {
  const location = await makeLocation(flow.pool, { company_id: flow.house.location.company_id })
  order = (await makeOrder(flow.pool, orderAt(location))).id
  product = (await makeProduct(flow.pool, { name: 'Oil' })).upc
  item = (
    await makeItem(flow.pool, {
      order_id: order,
      product,
      unit_quantity: 2,
      picked: true,
      final_price: '5.00',
      estimated_price: '5.00',
    })
  ).id
})

describe('a line total that was typed', () => {
  it.each([
    { unit_quantity: 1 },
    { coupon_note: 'Agreed' },
    { bin_override: 'B-2' },
    { picked: false },
    { scanned: true },
    { taxable: true },
    { ignore_missing_items: true },
    { units_ordered: 5 },
  ])('stays through %o', async (edit) => {
    expect(await patch({ final_price: '7.77' })).toMatchObject({ final_price: '7.77', hand_total: '7.77' })
    expect(await patch(edit)).toMatchObject({ final_price: '7.77' })
    expect(await read()).toMatchObject({ final_price: '7.77', ...edit })
  })

  it('stays when pieces are added, weighed and removed, and is what the invoice charges', async () => {
    await patch({ final_price: '7.77' })
    const piece = await call('POST', 'ordersubitems', { order_item: item, unit_type: 'u', weight_lbs: '3' })
    await call('PATCH', `ordersubitems/${piece.body.id}`, { weight_lbs: '9' })
    expect((await read()).final_price).toBe('7.77')
    expect((await generate()).status).toBe(200)
    expect((await call('GET', `orders/${order}/invoice`)).body).toMatchObject({
      grand_total: '7.77',
      items: [{ total: '7.77', by_hand: true }],
    })
  })

  it('is 0.00 while nothing is picked or it is out of stock, on the order as on the invoice, and comes back', async () => {
    await patch({ final_price: '7.77' })
    expect(await patch({ out_of_stock: true })).toMatchObject({ final_price: '0.00', hand_total: '7.77' })
    expect(await patch({ out_of_stock: false })).toMatchObject({ final_price: '0.00' })
    expect(await patch({ unit_quantity: 1 })).toMatchObject({ final_price: '7.77' })
  })

  it('is one that differs from what the edit’s base held', async () => {
    const push = (final_price: string, base: string) =>
      call('PATCH', `orderitems/${item}`, { final_price, base: { final_price: base } })
    // The whole row is sent, and the price in it was not touched.
    await push('5.00', '5.00')
    expect(await read()).toMatchObject({ hand_total: null })
    await patch({ unit_quantity: 4 })
    expect((await read()).final_price).toBe('10.00')
  })

  it('is taken back where it is typed as what the pieces come to, by another product, and by another price', async () => {
    await patch({ final_price: '7.77' })
    expect(await patch({ final_price: '5.00' })).toMatchObject({ final_price: '5.00', hand_total: null })
    await patch({ final_price: '7.77' })
    expect(await patch({ final_price: '6.66' })).toMatchObject({ final_price: '6.66' })
    const { upc } = await makeProduct(flow.pool)
    expect(await patch({ product: upc })).toMatchObject({ final_price: '5.00', hand_total: null })
  })

  it('is kept by a Price Refresh, which names it', async () => {
    await patch({ final_price: '7.77' })
    await flow.pool.query('update products set unit_price = 9, display_unit_price = 9 where upc = $1', [
      product,
    ])
    const { body } = await call('POST', 'orderpricerefresh/', { order_ids: [order] })
    expect(body).toEqual({ orders: 0, items: 0, kept: [{ order, name: 'Oil' }] })
    expect((await read()).final_price).toBe('7.77')
  })

  it('keeps its line apart when orders are merged', async () => {
    await patch({ final_price: '7.77' })
    const { rows } = await flow.pool.query(
      'select company_id, company_location_id from orders where id = $1',
      [order],
    )
    const other = await makeOrder(flow.pool, rows[0])
    await makeItem(flow.pool, {
      order_id: other.id,
      product,
      unit_quantity: 1,
      picked: true,
      final_price: '2.50',
    })
    const merged = await call('POST', 'mergeorders/', { base_order: order, orders_to_merge: [other.id] })
    expect(merged.body).toMatchObject({ items_count: 2, picked_total: '10.27' })
  })

  it('is not a picker’s to type', async () => {
    const body = { final_price: '7.77', picked: true }
    await flow.server.call(flow.house.as.picker, 'PATCH', `orderitems/${item}`, { body })
    expect(await read()).toMatchObject({ final_price: '5.00', hand_total: null })
  })
})

describe('prices per lb that were typed', () => {
  it('are multiplied by what is weighed, and kept by a Price Refresh', async () => {
    const upc = (
      await makeProduct(flow.pool, {
        name: 'Ribeye',
        weight_type: 'r/w',
        unit_price: '8.00',
        display_unit_price_per_lb: '8.00',
        average_unit_weight: '4.000',
      })
    ).upc
    await flow.pool.query(
      'update order_items set product = $2, price_snapshot = $3, unit_quantity = 1, final_price = 32, price_per_unit = 32 where id = $1',
      [item, upc, WEIGHED],
    )
    const typed = await patch({ price_snapshot: { ...WEIGHED, unit_price_per_lb: '7.00' } })
    expect(typed).toMatchObject({ final_price: '28.00', hand_rates: true })
    await call('POST', 'ordersubitems', { order_item: item, unit_type: 'u', weight_lbs: '5' })
    expect((await read()).final_price).toBe('35.00')
    const { body } = await call('POST', 'orderpricerefresh/', { order_ids: [order] })
    expect(body.kept).toEqual([{ order, name: 'Ribeye' }])
    expect((await read()).final_price).toBe('35.00')
  })
})
