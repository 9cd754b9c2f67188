import { describe, expect, it } from 'vitest'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  flow.server.call(flow.house.as.office, method, path, body === undefined ? {} : { body })

/** Adds a line of a new product to a new order, as the office does. */
async function line(product: Record<string, unknown>, ordered: Record<string, unknown>) {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  const { upc } = await makeProduct(flow.pool, product)
  const { status, body } = await call('POST', 'orderitems', { order: order.id, product: upc, ...ordered })
  expect(status).toBe(201)
  const id: string = body.id
  return {
    made: body,
    order: order.id,
    upc,
    patch: async (change: unknown) => (await call('PATCH', `orderitems/${id}`, change)).body,
    weigh: async (unit_type: string, weight_lbs?: string) =>
      (await call('POST', 'ordersubitems', { order_item: id, unit_type, ...(weight_lbs && { weight_lbs }) }))
        .body.id,
    get: async () => (await call('GET', `orderitems/${id}`)).body,
  }
}
const BY_WEIGHT = {
  weight_type: 'r/w',
  display_unit_price: '10.00',
  display_case_price: '95.00',
  display_unit_price_per_lb: '4.99',
  display_case_price_per_lb: '4.79',
  average_unit_weight: '2',
  average_case_weight: '20',
}

describe('the price of a line', () => {
  it('A153 estimated is what was ordered, final what was picked less the coupon', async () => {
    const { made, patch, get } = await line({ display_unit_price: '2.00' }, { units_ordered: 3 })
    expect(made).toMatchObject({ estimated_price: '6.00', final_price: '0.00' })
    await patch({ unit_quantity: 2, coupon_amount: '1.00' })
    expect(await get()).toMatchObject({ estimated_price: '6.00', final_price: '3.00' })
  })

  it('A153 counts units and cases at their own prices', async () => {
    const product = { display_unit_price: '2.25', display_case_price: '20.10' }
    const { made, patch } = await line(product, { units_ordered: 3, cases_ordered: 2 })
    expect(made.estimated_price).toBe('46.95')
    expect((await patch({ unit_quantity: 1, case_quantity: 2 })).final_price).toBe('42.45')
  })

  it('A153 never falls below nothing by a coupon, and is nothing out of stock', async () => {
    const { patch } = await line({ display_unit_price: '2.00' }, { units_ordered: 3 })
    expect((await patch({ unit_quantity: 1, coupon_amount: '5.00' })).final_price).toBe('0.00')
    expect((await patch({ coupon_amount: '0.00' })).final_price).toBe('2.00')
    expect((await patch({ out_of_stock: true })).final_price).toBe('0.00')
  })

  it('is by the weight of the picked pieces where each is weighed, rounded once for the line', async () => {
    const { made, patch, weigh, get } = await line(BY_WEIGHT, { units_ordered: 2 })
    expect(made.estimated_price).toBe('20.00')
    // The product is not weighed yet, so the average weight is used.
    expect((await patch({ unit_quantity: 2 })).final_price).toBe('19.96')
    const first = await weigh('u', '2.105')
    expect((await get()).final_price).toBe('20.48')
    await weigh('u', '1.995')
    // (2.105 + 1.995) × 4.99 = 20.459. Rounded piece by piece it would be 10.50 + 9.96.
    expect((await get()).final_price).toBe('20.46')
    await call('PATCH', `ordersubitems/${first}`, { weight_lbs: '3' })
    expect((await get()).final_price).toBe('24.93')
    await call('DELETE', `ordersubitems/${first}`)
    expect((await get()).final_price).toBe('19.94')
  })

  it('weighs cases by the case price per lb, and an unpicked piece costs nothing', async () => {
    const { patch, weigh, get } = await line(BY_WEIGHT, { units_ordered: 1, cases_ordered: 1 })
    await weigh('c', '21.5')
    await weigh('u', '2')
    expect((await get()).final_price).toBe('0.00')
    await patch({ case_quantity: 1 })
    expect((await get()).final_price).toBe('102.99')
    await patch({ unit_quantity: 1 })
    expect((await get()).final_price).toBe('112.97')
  })

  it('is by the nominal weight where the weight is fixed, whatever the scale said', async () => {
    const { patch, weigh, get } = await line({ ...BY_WEIGHT, weight_type: 'fix' }, { units_ordered: 2 })
    await patch({ unit_quantity: 2 })
    await weigh('u', '9.999')
    expect((await get()).final_price).toBe('19.96')
  })

  it('stays as it was when ordered, whatever the product costs afterwards', async () => {
    const { upc, patch, get } = await line({ display_unit_price: '2.00' }, { units_ordered: 3 })
    await flow.pool.query(`update products set display_unit_price = '99.00' where upc = $1`, [upc])
    await patch({ unit_quantity: 3 })
    expect(await get()).toMatchObject({ price_per_unit: '2.00', final_price: '6.00' })
  })

  it('becomes the substitute’s when the product changes', async () => {
    const { patch } = await line({ display_unit_price: '2.00' }, { units_ordered: 3 })
    const { upc } = await makeProduct(flow.pool, { display_unit_price: '3.10' })
    const body = await patch({ product: upc, unit_quantity: 3 })
    expect(body).toMatchObject({ price_per_unit: '3.10', estimated_price: '9.30', final_price: '9.30' })
  })

  it('is reckoned by the server: an estimate that a caller claims does not count', async () => {
    const { made, patch } = await line(
      { display_unit_price: '2.00' },
      { units_ordered: 3, estimated_price: '0.01' },
    )
    expect(made.estimated_price).toBe('6.00')
    expect((await patch({ estimated_price: '0.01' })).estimated_price).toBe('6.00')
  })

  it('is set by the office where it names a final price, and by no picker', async () => {
    const { made, patch, get } = await line({ display_unit_price: '2.00' }, { units_ordered: 3 })
    await patch({ unit_quantity: 3 })
    const byPicker = { body: { final_price: '0.01' } }
    await flow.server.call(flow.house.as.picker, 'PATCH', `orderitems/${made.id}`, byPicker)
    expect((await get()).final_price).toBe('6.00')
    expect((await patch({ final_price: '5.5' })).final_price).toBe('5.50')
    expect((await get()).final_price).toBe('5.50')
  })

  it('A155 comes with the subitem_type that says what the weight and lot dialog asks for', async () => {
    for (const [weight_type, lot_tracked, subitem_type] of [
      ['r/w', true, 'wl'],
      ['r/w', false, 'w'],
      ['', true, 'l'],
      ['fix', true, 'l'],
      ['', false, ''],
    ]) {
      const { upc } = await makeProduct(flow.pool, { weight_type })
      const { id } = await makeItem(flow.pool, { product: upc, lot_tracked })
      expect((await call('GET', `orderitems/${id}`)).body.subitem_type).toBe(subitem_type)
    }
  })
})
