/** The late fee of an order is decided when it is placed, or its day is moved, and by nothing later (readings, "Late fee"). */
import { beforeEach, expect, it } from 'vitest'
import { addDays, dayIn } from '#contract/day.ts'
import { readEnv } from '#server/env.ts'
import {
  makeItem,
  makeLocation,
  makeOrder,
  makeProduct,
  type LocationRecord,
} from '../../factories/business.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()
const TODAY = dayIn(readEnv({ NODE_ENV: 'test' }).TIME_ZONE, new Date())
let location: LocationRecord
beforeEach(async () => {
  location = await makeLocation(flow.pool, {
    company_id: flow.house.location.company_id,
    late_order_fee: '9.00',
  })
  await flow.pool.query('update users set location_ids = $2 where id = $1', [
    flow.house.people.customer.id,
    [location.id],
  ])
})

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  flow.server.call(flow.house.as.office, method, path, body && { body })
const feeOf = async (order: number) => (await call('GET', `orders/${order}`)).body.late_fee as string | null

/** An order that is placed now, to be delivered on this day. */
async function place(delivery_date: string): Promise<number> {
  const { upc } = await makeProduct(flow.pool)
  const answer = await call('POST', 'orders/', {
    customer: flow.house.people.customer.id,
    company_location: location.id,
    submitted_date: TODAY,
    created_date: TODAY,
    delivery_date,
    total: '2.50',
    order_items: [{ product: upc, original_product: upc, unit_quantity: 1, case_quantity: 0 }],
  })
  expect(answer.status).toBe(201)
  return answer.body.id as number
}

it('is stored with the order, and neither setting nor location change it', async () => {
  const late = await place(TODAY)
  const inTime = await place(addDays(TODAY, 7))
  expect([await feeOf(late), await feeOf(inTime)]).toEqual(['9.00', '0.00'])
  await flow.pool.query('update company_locations set late_order_fee = 50 where id = $1', [location.id])
  await flow.pool.query(`update orders set placed_at = placed_at + interval '30 days' where id = $1`, [
    inTime,
  ])
  await call('PATCH', `orders/${late}`, { note: 'Back door' })
  const [item] = (await call('GET', `orderitems?order=${late}&no_page=1`)).body as unknown as { id: string }[]
  await call('PATCH', `orderitems/${item!.id}`, { unit_quantity: 1, picked: true })
  expect((await call('POST', `orders/${late}/generateinvoice`)).status).toBe(200)
  expect((await call('GET', `orders/${late}/invoice`)).body).toMatchObject({
    late_fee: '9.00',
    late_fee_note: expect.stringMatching(/^placed /),
  })
})

it('is decided again when its day is moved', async () => {
  const order = await place(TODAY)
  await call('PATCH', `orders/${order}`, { delivery_date: addDays(TODAY, 7) })
  expect(await feeOf(order)).toBe('0.00')
  await flow.pool.query('update company_locations set late_order_fee = 50 where id = $1', [location.id])
  await call('PATCH', `orders/${order}`, { delivery_date: TODAY })
  expect(await feeOf(order)).toBe('50.00')
})

it('of a merged order is the highest of all', async () => {
  const orders = await Promise.all(
    [null, '9.00', '4.00'].map(async (late_fee) => {
      const { id } = await makeOrder(flow.pool, { ...orderAt(location), late_fee })
      await makeItem(flow.pool, { order_id: id, unit_quantity: 1, picked: true, final_price: '2.50' })
      return id
    }),
  )
  const [base_order, ...orders_to_merge] = orders as [number, number, number]
  expect((await call('POST', 'mergeorders/', { base_order, orders_to_merge })).status).toBe(200)
  expect(await feeOf(base_order)).toBe('9.00')
})
