import { openFlow } from '../../factories/flow.ts'
import { ZONE } from '../../factories/zone.ts'
import { expect, it } from 'vitest'
import { Letterhead } from '#contract/distributor/schema.ts'
import { Invoice } from '#contract/invoices/schema.ts'
import type { Mutation } from '#contract/sync/mutation.ts'
import { writeSetting } from '#server/settings/store.ts'
import { makeItem, makeOrder, soldByWeight } from '../../factories/business.ts'
import { makeEdit, newId, postOf, push } from '../../factories/edits.ts'
import { orderAt } from '../../factories/house.ts'

const flow = openFlow()

const bring = async (...edits: Mutation[]) => {
  const results = await push(flow.server, flow.house.as.picker, edits)
  expect(results.map(({ outcome }) => outcome)).toEqual(edits.map(() => 'applied'))
}

it('an invoice shows what each piece weighed, its lot, and when the picker weighed it; a list of invoices does not', async () => {
  const { pool } = flow
  const order = await makeOrder(pool, {
    ...orderAt(flow.house.location),
    customer_id: flow.house.people.customer.id,
  })
  const item = await makeItem(pool, {
    order_id: order.id,
    units_ordered: 2,
    unit_quantity: 2,
    picked: true,
    price_per_unit: '39.96',
    price_snapshot: soldByWeight('9.99'),
  })
  const [first, second] = [newId(), newId()]
  const { picker } = flow.house.people
  const about = { order_item: item.id, unit_type: 'u' }
  // On a device without a network, some time before it came.
  await bring(
    {
      ...postOf(picker, 'ordersubitems', first, { ...about, weight_lbs: '4.110', lot_code: 'L-7' }),
      created_at: '2026-11-20T03:05:00.250Z',
    },
    { ...postOf(picker, 'ordersubitems', second, about), created_at: '2026-11-20T03:06:00.000Z' },
  )
  // It was counted first and weighed later; its lot came last.
  const patch = (body: Record<string, unknown>, created_at: string): Mutation => ({
    ...makeEdit(picker, {
      entity: 'ordersubitems',
      entity_id: second,
      call: { method: 'PATCH', path: `/api/ordersubitems/${second}/`, body },
    }),
    created_at,
  })
  await bring(
    patch({ weight_lbs: '3.900' }, '2026-11-20T03:09:00.000Z'),
    patch({ lot_code: 'L-8' }, '2026-11-20T03:10:00.000Z'),
  )
  const office = (method: 'GET' | 'POST', path: string) =>
    flow.server.call(flow.house.as.office, method, path)
  expect((await office('POST', `orders/${order.id}/generateinvoice`)).status).toBe(200)
  const invoice = Invoice.parse((await office('GET', `orders/${order.id}/invoice`)).body)
  expect(invoice.weighed).toEqual([
    {
      item: item.id,
      unit_type: 'u',
      weight_lbs: '4.110',
      lot_code: 'L-7',
      weighed_at: '2026-11-20T03:05:00Z',
    },
    {
      item: item.id,
      unit_type: 'u',
      weight_lbs: '3.900',
      lot_code: 'L-8',
      weighed_at: '2026-11-20T03:09:00Z',
    },
  ])
  const day = order.delivery_date
  const list = (await office('GET', `invoices?no_page=1&start_date=${day}&end_date=${day}`)).body as Invoice[]
  expect(list.map(({ order_id, weighed }) => [order_id, weighed])).toEqual([[order.id, undefined]])
})

it('the distributor switches the weigh ticket off, and on again', async () => {
  const { pool } = flow
  const told = async () =>
    Letterhead.strict().parse(
      (await flow.server.call(flow.house.as.customer, 'GET', 'distributor/letterhead')).body,
    )
  expect(await told()).toMatchObject({ weigh_ticket: true, time_zone: ZONE })
  expect(await writeSetting(pool, 'weigh_ticket', 'off')).toBeNull()
  expect(await told()).toMatchObject({ weigh_ticket: false })
  expect(await writeSetting(pool, 'weigh_ticket', 'perhaps')).toBe('must be on or off')
  expect(await writeSetting(pool, 'weigh_ticket', null)).toBeNull()
  expect((await told()).weigh_ticket).toBe(true)
})
