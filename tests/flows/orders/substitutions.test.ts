/** What a line is when its product becomes another one, and when that is taken back (contract/orders/substitutions.ts). */
import { beforeAll, expect, it } from 'vitest'
import { makeItem, makeOrder, makeProduct, type ProductRecord } from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
let oil: ProductRecord
let box: ProductRecord

beforeAll(async () => {
  oil = await makeProduct(flow.pool, {
    unit_type: 'Unit',
    unit_price: '25.00',
    display_unit_price: '25.00',
    case_price: '0.00',
    display_case_price: '0.00',
    tax_default: true,
  })
  box = await makeProduct(flow.pool, {
    unit_type: 'Case',
    unit_price: '0.00',
    display_unit_price: '0.00',
    case_price: '90.00',
    display_case_price: '90.00',
  })
  await flow.pool.query('update company_locations set taxable = true where id = $1', [flow.house.location.id])
})

/** Two bottles, ordered at 20.00 with a coupon. */
const ordered = async (over: object = {}) =>
  makeItem(flow.pool, {
    order_id: (await makeOrder(flow.pool, orderAt(flow.house.location))).id,
    product: oil.upc,
    price_per_unit: '20.00',
    price_per_case: '0.00',
    estimated_price: '40.00',
    coupon_amount: '3.00',
    taxable: true,
    hand_taxable: false,
    ...over,
  })
const patch = async (id: string, body: object) => {
  const answer = await flow.call('office', 'PATCH', `orderitems/${id}`, body)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return answer.body
}
const BACK = {
  original_product: null,
  units_ordered: 2,
  cases_ordered: 0,
  units_originally_ordered: 2,
  price_per_unit: '20.00',
  coupon_amount: '3.00',
  taxable: true,
  original_terms: null,
}

it('a substitute has its own price and tax flag, and a revert restores what was ordered, at the price of then', async () => {
  const { id } = await ordered()
  expect(await patch(id, { product: box.upc, units_ordered: 0, cases_ordered: 1 })).toMatchObject({
    product: box.upc,
    original_product: oil.upc,
    units_originally_ordered: 2,
    cases_originally_ordered: 0,
    price_per_case: '90.00',
    taxable: false,
  })
  expect(await patch(id, { product: oil.upc })).toMatchObject({ product: oil.upc, ...BACK })
})

it('A206 a substitute of a substitute goes back to what was ordered first', async () => {
  const other = await makeProduct(flow.pool)
  const { id } = await ordered()
  await patch(id, { product: other.upc })
  await patch(id, { coupon_amount: '1.00' })
  await patch(id, { product: box.upc, units_ordered: 0, cases_ordered: 1 })
  expect(await patch(id, { product: oil.upc })).toMatchObject(BACK)
})

it('a value that a person set on a line goes with its product, and comes back with it', async () => {
  const { id } = await ordered({ units_ordered: 2, unit_quantity: 2, picked: true, final_price: '37.00' })
  await patch(id, { final_price: '30.00', taxable: false })
  const other = await makeProduct(flow.pool, { tax_default: true })
  expect(await patch(id, { product: other.upc })).toMatchObject({ hand_total: null, taxable: true })
  expect(await patch(id, { product: oil.upc })).toMatchObject({
    hand_total: '30.00',
    final_price: '30.00',
    taxable: false,
    hand_taxable: true,
  })
})

it('the second line of a swap names what was ordered, and has no amounts of it', async () => {
  const item = await ordered()
  const { status, body } = await flow.call('office', 'POST', 'orderitems', {
    order: item.order_id,
    product: box.upc,
    original_product: oil.upc,
    cases_ordered: 1,
  })
  expect([status, body]).toMatchObject([
    201,
    { original_product: oil.upc, units_originally_ordered: 0, cases_originally_ordered: 0, cases_ordered: 1 },
  ])
})

it('the invoice taxes a line as its product is taxed by then, unless a person set it on the line', async () => {
  const [follows, set] = await Promise.all(
    [{}, {}].map(() => ordered({ unit_quantity: 2, picked: true, final_price: '37.00', taxable: false })),
  )
  await patch(set!.id, { taxable: true })
  await patch(set!.id, { taxable: false })
  for (const [item, taxable] of [
    [follows, true],
    [set, false],
  ] as const) {
    const made = await flow.call('office', 'POST', `orders/${item!.order_id}/generateinvoice`, {})
    expect(made.status).toBe(200)
    const { body } = await flow.call('office', 'GET', `orders/${item!.order_id}/invoice`)
    expect(body.items).toMatchObject([{ taxable }])
  }
})

it('a line replaces a product that exists, or one that its order has', async () => {
  const { id, order_id } = await ordered()
  const refused = { status: 400, body: { message: 'original_product: is not a product' } }
  const line = { id: crypto.randomUUID(), order: order_id, product: box.upc, cases_ordered: 1 }
  expect(await flow.call('office', 'PATCH', `orderitems/${id}`, { original_product: 'NOPE' })).toMatchObject(
    refused,
  )
  expect(
    await flow.call('office', 'POST', 'orderitems/', { ...line, original_product: 'NOPE' }),
  ).toMatchObject(refused)
  expect(await flow.call('office', 'PATCH', `orderitems/${id}`, { original_product: box.upc })).toMatchObject(
    {
      status: 200,
      body: { original_product: box.upc },
    },
  )
  // The product of a code that is gone stays named where it was ordered.
  await flow.pool.query(`update order_items set original_product = 'GONE' where id = $1`, [id])
  expect(
    await flow.call('office', 'POST', 'orderitems/', { ...line, original_product: 'GONE' }),
  ).toMatchObject({
    status: 201,
  })
  expect(await flow.call('office', 'PATCH', `orderitems/${id}`, { bin_override: 'A1' })).toMatchObject({
    status: 200,
  })
})
