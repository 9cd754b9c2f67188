/** Nothing is wanted or picked in a way in which a product is not sold (readings, "Ways of selling"). */
import { beforeAll, expect, it } from 'vitest'
import {
  makeItem,
  makeOrder,
  makeOrderList,
  makeProduct,
  type ProductRecord,
} from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
let byUnit: ProductRecord
let byCase: ProductRecord

beforeAll(async () => {
  byUnit = await makeProduct(flow.pool, { unit_type: 'Unit', case_price: '0.00', display_case_price: '0.00' })
  byCase = await makeProduct(flow.pool, { unit_type: 'Case', unit_price: '0.00', display_unit_price: '0.00' })
  await makeOrderList(flow.pool, [byUnit.upc, byCase.upc], { company_location_id: flow.house.location.id })
})

const newOrder = () => makeOrder(flow.pool, orderAt(flow.house.location))
const ofUnits = async (over: object = {}) =>
  makeItem(flow.pool, {
    order_id: (await newOrder()).id,
    product: byUnit.upc,
    price_per_case: '0.00',
    ...over,
  })
const NO_CASE = 'it is not sold by the case'

it('a line is neither ordered nor picked in a way that is not sold, by a change or when it is added', async () => {
  const item = await ofUnits()
  for (const field of ['cases_ordered', 'case_quantity']) {
    const { status, body } = await flow.call('office', 'PATCH', `orderitems/${item.id}`, { [field]: 1 })
    expect([status, body[field]]).toEqual([400, NO_CASE])
  }
  const added = await flow.call('office', 'POST', 'orderitems', {
    order: item.order_id,
    product: byCase.upc,
    units_ordered: 1,
  })
  expect([added.status, added.body.units_ordered]).toEqual([400, 'it is not sold by the unit'])
})

it('a substitute that is sold in another way needs amounts of its own', async () => {
  const item = await ofUnits()
  const path = `orderitems/${item.id}`
  const refused = await flow.call('office', 'PATCH', path, { product: byCase.upc })
  expect([refused.status, refused.body.units_ordered]).toEqual([400, 'it is not sold by the unit'])
  const amounts = { units_ordered: 0, cases_ordered: 1 }
  expect((await flow.call('office', 'PATCH', path, { product: byCase.upc, ...amounts })).status).toBe(200)
})

it('a piece is not weighed in a way that is not sold', async () => {
  const item = await ofUnits()
  const { status, body } = await flow.call('picker', 'POST', 'ordersubitems', {
    order_item: item.id,
    unit_type: 'c',
    weight_lbs: '10',
  })
  expect([status, body.unit_type]).toEqual([400, 'the item is not sold by the case'])
})

it('no product is staged in a way that is not sold', async () => {
  const location = flow.house.location.id
  const stage = (body: object) =>
    flow.call('buyer', 'POST', 'sharedcartitems', { company_location: location, ...body })
  const staged = await stage({ upc: byUnit.upc, unit_quantity: 1, case_quantity: 1 })
  expect([staged.status, staged.body.case_quantity]).toEqual([400, 'it is sold by the unit only'])
  expect((await stage({ upc: byCase.upc, case_quantity: 1 })).status).toBe(201)
  const changed = await flow.call('buyer', 'PATCH', `sharedcartitems/${location}-${byCase.upc}`, {
    unit_quantity: 2,
  })
  expect([changed.status, changed.body.unit_quantity]).toEqual([400, 'it is sold by the case only'])
})

it('a line whose product lost its way later keeps what it has, and its picks are taken', async () => {
  const item = await ofUnits({ units_ordered: 0, cases_ordered: 2 })
  const pick = await flow.call('picker', 'PATCH', `orderitems/${item.id}`, { case_quantity: 2, picked: true })
  expect(pick.status).toBe(200)
})
