/** The reasons against an invoice, as the server answers them to a person who asks for one. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  makeItem,
  makeLocation,
  makeOrder,
  makePiece,
  makeProduct,
  soldByWeight,
} from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

const WEIGHED = soldByWeight('8.00')
const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  flow.server.call(flow.house.as.office, method, path, { body })
const generate = (order: number, body?: object) => call('POST', `orders/${order}/generateinvoice`, body)
const itemOf = async (order: number) =>
  (await call('GET', `orderitems?order=${order}&no_page=1`)).body[0] as Record<string, unknown>

/** Makes an order with a picked ribeye that is not weighed. */
async function makeUnweighed(over: Record<string, unknown> = {}) {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  const item = await makeItem(flow.pool, {
    order_id: order.id,
    product: (await makeProduct(flow.pool, { name: 'Ribeye', weight_type: 'r/w' })).upc,
    units_ordered: 1,
    unit_quantity: 1,
    picked: true,
    final_price: '32.00',
    price_snapshot: WEIGHED,
    ...over,
  })
  return { order: order.id, item }
}

it('without the answer a piece that was not weighed is a 409, with it it is billed at the average, recorded until the unlock', async () => {
  const { order } = await makeUnweighed()
  const refused = await generate(order)
  const against = [{ code: 'weights', message: 'Not weighed yet: Ribeye.' }]
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'weights', message: against[0]!.message, against },
  })
  expect((await call('GET', `orders/${order}`)).body.invoiced).toBe(false)
  // The answer to another question does not count.
  expect((await generate(order, { confirm_unsent: true })).status).toBe(409)
  expect((await generate(order, { confirm_average: true })).status).toBe(200)
  expect(await itemOf(order)).toMatchObject({ billed_at_average: true, ignore_missing_items: false })
  expect((await call('GET', `orders/${order}/invoice`)).body.grand_total).toBe('32.00')
  // An invoice that is made again keeps the answer that was given.
  expect((await generate(order, { force_regenerate: true })).status).toBe(200)
  expect((await call('POST', `orders/${order}/unlock`)).status).toBe(200)
  expect(await itemOf(order)).toMatchObject({ billed_at_average: false })
  expect((await generate(order)).body.code).toBe('weights')
})

it('the answer lists everything that was not confirmed at once, and missing lots whatever is confirmed', async () => {
  const { order, item } = await makeUnweighed({ lot_tracked: true })
  const report = { device_id: `device of ${flow.house.as.picker}`, unsent: { [order]: 2 }, mutations: [] }
  await flow.server.call(flow.house.as.picker, 'POST', 'sync/push', { body: report })
  const codes = async (body?: object) => {
    const answer = await generate(order, body)
    return [answer.status, (answer.body.against as { code: string }[]).map(({ code }) => code)]
  }
  expect(await codes()).toEqual([409, ['lots', 'weights', 'unsent_edits']])
  expect(await codes({ confirm_average: true, confirm_unsent: true })).toEqual([409, ['lots']])
  await makePiece(flow.pool, item, { lot_code: 'L-1' })
  expect(await codes({ confirm_average: true })).toEqual([409, ['unsent_edits']])
  expect((await generate(order, { confirm_average: true, confirm_unsent: true })).status).toBe(200)
})

it('no_average_weight: a piece without weight and average is not billed until the product has one, whatever is answered', async () => {
  const none = { ...WEIGHED, average_unit_weight: null }
  for (const weight_type of ['r/w', 'fix']) {
    const { order, item } = await makeUnweighed({
      price_snapshot: { ...none, weight_type },
      price_per_unit: '0.00',
      final_price: '0.00',
    })
    const refused = await generate(order, { confirm_average: true, confirm_zero: true })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'no_average_weight',
        message: 'No average weight is known of Ribeye. Weigh it, or enter its average weight.',
        against: [{ products: [{ upc: item.product, name: 'Ribeye', types: ['u'] }] }],
      },
    })
    await call('PATCH', `productedit/${item.product}`, { average_unit_weight: '4.5' })
    expect((await generate(order, { confirm_average: true })).status).toBe(200)
    // The order line has the price of the invoice.
    expect(await itemOf(order)).toMatchObject({
      price_per_unit: '36.00',
      final_price: '36.00',
      price_snapshot: { average_unit_weight: '4.500' },
    })
    expect((await call('GET', `orders/${order}/invoice`)).body).toMatchObject({
      grand_total: '36.00',
      items: [{ by_hand: false, total: '36.00' }],
    })
  }
})

it('a price that a person set by hand stays beside an average that came later', async () => {
  const { order, item } = await makeUnweighed({
    price_snapshot: { ...WEIGHED, average_unit_weight: null },
    final_price: '30.00',
  })
  await call('PATCH', `productedit/${item.product}`, { average_unit_weight: '4' })
  expect((await generate(order, { confirm_average: true })).status).toBe(200)
  expect((await call('GET', `orders/${order}/invoice`)).body.grand_total).toBe('30.00')
})

it('zero_price: a line whose price became 0.00 is billed so where that is answered', async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  const { upc } = await makeProduct(flow.pool, {
    name: 'Butter',
    unit_price: '0.00',
    display_unit_price: '0.00',
  })
  const item = { order_id: order.id, product: upc, unit_quantity: 2, picked: true, final_price: '5.00' }
  await makeItem(flow.pool, item)
  await call('POST', 'orderpricerefresh/', { order_ids: [order.id] })
  const refused = await generate(order.id)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'zero_price', message: 'Billed at $0.00: Butter.' },
  })
  expect((await generate(order.id, { confirm_zero: true })).status).toBe(200)
})

it('a weighed piece beyond what was ordered and counted is picked, and charged', async () => {
  const { order, item } = await makeUnweighed({ units_ordered: 2, unit_quantity: 0, picked: false })
  const weigh = (weight_lbs: string) =>
    call('POST', 'ordersubitems', { order_item: item.id, unit_type: 'u', weight_lbs })
  // A piece may be weighed before it is counted.
  for (const weight of ['4', '4']) expect((await weigh(weight)).status).toBe(201)
  expect(await itemOf(order)).toMatchObject({ unit_quantity: 0, final_price: '0.00' })
  await weigh('5')
  expect(await itemOf(order)).toMatchObject({ unit_quantity: 3, final_price: '104.00' })
  expect((await generate(order)).status).toBe(200)
  expect((await call('GET', `orders/${order}/invoice`)).body).toMatchObject({
    grand_total: '104.00',
    items: [{ unit_quantity: 3, subitem_weights: { u: ['4.000', '4.000', '5.000'] } }],
  })
})

it('a piece of 0 lb, by any road, is stored without a weight and asked for', async () => {
  const { order, item } = await makeUnweighed()
  const id = randomUUID()
  const made = await call('POST', 'ordersubitems', {
    id,
    order_item: item.id,
    unit_type: 'u',
    weight_lbs: '0.000',
  })
  expect([made.status, made.body.weight_lbs]).toEqual([201, null])
  expect((await generate(order)).body.code).toBe('weights')
  expect((await call('PATCH', `ordersubitems/${id}`, { weight_lbs: '4.2', weight_kg: '1.9' })).status).toBe(
    200,
  )
  const emptied = await call('PATCH', `ordersubitems/${id}`, { weight_lbs: '0', weight_kg: '0' })
  expect(emptied.body).toMatchObject({ weight_lbs: null, weight_kg: null })
  expect((await generate(order)).body.code).toBe('weights')
  await expect(
    flow.pool.query('update order_subitems set weight_lbs = 0 where id = $1', [id]),
  ).rejects.toThrow('order_subitems_weight')
})

it('nothing_delivered: an order without a billable line is asked about, and charged no fee', async () => {
  const location = await makeLocation(flow.pool, {
    company_id: flow.house.location.company_id,
    fuel_surcharge: true,
    refrigerated_delivery_fee: '12.00',
    late_order_fee: '9.00',
  })
  const late = { late_fee: '9.00' }
  const order = await makeOrder(flow.pool, { ...orderAt(location), ...late })
  const item = await makeItem(flow.pool, { order_id: order.id, out_of_stock: true, unit_quantity: 0 })
  const refused = await generate(order.id)
  expect(refused).toMatchObject({ status: 409, body: { code: 'nothing_delivered' } })
  expect((await generate(order.id, { confirm_nothing: true })).status).toBe(200)
  const invoiceOf = async () => (await call('GET', `orders/${order.id}/invoice`)).body
  expect(await invoiceOf()).toMatchObject({
    late_fee: '0.00',
    refrigerated_delivery_fee: '0.00',
    grand_total: '0.00',
  })
  // With a delivered line the order is charged both fees.
  await call('POST', `orders/${order.id}/unlock`)
  await flow.pool.query(
    'update order_items set out_of_stock = false, unit_quantity = 1, final_price = 2.50 where id = $1',
    [item.id],
  )
  expect((await generate(order.id)).status).toBe(200)
  expect(await invoiceOf()).toMatchObject({ late_fee: '9.00', refrigerated_delivery_fee: '12.00' })
})

it('lines that are not picked are the screens’ question, and a lot-tracked one of them blocks nothing', async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  await makeItem(flow.pool, { order_id: order.id, unit_quantity: 1, picked: true, final_price: '2.50' })
  await makeItem(flow.pool, { order_id: order.id, lot_tracked: true })
  expect((await generate(order.id)).status).toBe(200)
})

it('two clerks at once: one makes the invoice, the other learns that there is one', async () => {
  const order = await makeOrder(flow.pool, orderAt(flow.house.location))
  await makeItem(flow.pool, { order_id: order.id, unit_quantity: 1, picked: true, final_price: '2.50' })
  const answers = await Promise.all([
    generate(order.id),
    flow.server.call(flow.house.as.manager, 'POST', `orders/${order.id}/generateinvoice`),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body.message).toBe(
    `Order ${order.id} has an invoice already.`,
  )
  expect((await flow.pool.query('select from invoices where order_id = $1', [order.id])).rowCount).toBe(1)
})

it('a line is lot-tracked where its product or its location is: when it is ordered, added or substituted', async () => {
  const [plain, traced] = await Promise.all([
    makeProduct(flow.pool),
    makeProduct(flow.pool, { lot_tracked: true }),
  ])
  const place = async (customer: number, ...upcs: string[]) => {
    const items = upcs.map((product) => ({
      product,
      original_product: product,
      unit_quantity: 1,
      case_quantity: 0,
    }))
    const day = new Date().toISOString().slice(0, 10)
    const body = { customer, submitted_date: day, created_date: day, total: '0.00', order_items: items }
    const answer = await call('POST', 'orders/', body)
    expect(answer.status).toBe(201)
    return answer.body.id as number
  }
  const linesOf = async (order: number) =>
    Object.fromEntries(
      (await call('GET', `orderitems?order=${order}&no_page=1`)).body.map(
        (one: { product: string; lot_tracked: boolean }) => [one.product, one.lot_tracked],
      ),
    )
  const order = await place(flow.house.people.customer.id, plain.upc, traced.upc)
  expect(await linesOf(order)).toEqual({ [plain.upc]: false, [traced.upc]: true })

  const added = await makeProduct(flow.pool, { lot_tracked: true })
  await call('POST', 'orderitems', { order, product: added.upc, units_ordered: 1 })
  expect(await linesOf(order)).toMatchObject({ [added.upc]: true })

  const swapped = (await call('GET', `orderitems?order=${order}&no_page=1`)).body.find(
    (one: { product: string }) => one.product === added.upc,
  )
  const another = await makeProduct(flow.pool)
  await call('PATCH', `orderitems/${swapped.id}`, { product: another.upc })
  expect(await linesOf(order)).toMatchObject({ [another.upc]: false })

  const location = await makeLocation(flow.pool, {
    company_id: flow.house.location.company_id,
    lot_tracked: true,
  })
  await flow.pool.query('update users set location_ids = $2 where id = $1', [
    flow.house.people.buyer.id,
    [location.id],
  ])
  expect(await linesOf(await place(flow.house.people.buyer.id, plain.upc))).toEqual({ [plain.upc]: true })
})

it('lines of open orders follow a flag that is changed, and those of invoiced orders do not', async () => {
  const { order, item } = await makeUnweighed()
  const closed = await makeUnweighed({ product: item.product })
  expect((await generate(closed.order, { confirm_average: true })).status).toBe(200)
  const flags = async () => [
    (await itemOf(order))['lot_tracked'],
    (await itemOf(closed.order))['lot_tracked'],
  ]
  await call('PATCH', `productedit/${item.product}`, { lot_tracked: true })
  expect(await flags()).toEqual([true, false])
  expect((await generate(order, { confirm_average: true })).body.code).toBe('lots')
  await call('PATCH', `productedit/${item.product}`, { lot_tracked: false })
  expect(await flags()).toEqual([false, false])
  await call('PATCH', `companylocations/${flow.house.location.id}`, { lot_tracking_enabled: true })
  expect(await flags()).toEqual([true, false])
  await call('PATCH', `companylocations/${flow.house.location.id}`, { lot_tracking_enabled: false })
  expect(await flags()).toEqual([false, false])
})
