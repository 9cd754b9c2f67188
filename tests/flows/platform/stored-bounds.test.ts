/** Values that the server stores for no caller: money, days and names that no person can mean. */
import { expect, it } from 'vitest'
import { addDays } from '#contract/day.ts'
import { makeInvoice, makeProduct, makeUser } from '../../factories/business.ts'
import { patchOf, push } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'

const TODAY = '2031-05-05'
const flow = openFlow({ clock: () => new Date(`${TODAY}T15:00:00Z`) })

const send = (method: 'POST' | 'PATCH', path: string, body: object) =>
  flow.call('administrator', method, path, body)
/** Returns the status, and the type of the field's own message: a string where the field is wrong. */
const answerOf = async (method: 'POST' | 'PATCH', path: string, body: object, field: string) => {
  const { status, body: said } = await send(method, path, body)
  return [status, typeof said?.[field]]
}

it('money is below 10,000,000, on lines, products, fees and credits', async () => {
  const { item, order, location } = flow.house
  const { upc } = await makeProduct(flow.pool)
  for (const [method, path, field, more] of [
    ['PATCH', `orderitems/${item.id}`, 'coupon_amount', {}],
    ['PATCH', `orderitems/${item.id}`, 'final_price', {}],
    ['PATCH', `productedit/${upc}`, 'unit_price', {}],
    ['PATCH', `companylocations/${location.id}`, 'late_order_fee', {}],
    ['POST', 'margintemplates', 'amount', { type: 'f', description: 'x', product: upc }],
  ] as const)
    for (const amount of ['10000000', '10000000.00', '99999999999999.99'])
      expect([field, ...(await answerOf(method, path, { ...more, [field]: amount }, field))]).toEqual([
        field,
        400,
        'string',
      ])
  const snapshot = {
    weight_type: '',
    unit_price_per_lb: '10000000',
    case_price_per_lb: null,
    average_unit_weight: null,
    average_case_weight: null,
  }
  expect((await send('PATCH', `orderitems/${item.id}`, { price_snapshot: snapshot })).status).toBe(400)
  await makeInvoice(flow.pool, order.id, '12.00')
  const credit = { amount: '10000000.00', reason: 'Spoilt' }
  expect(await answerOf('POST', `orders/${order.id}/invoice/credit`, credit, 'amount')).toEqual([
    400,
    'string',
  ])
  await flow.pool.query('delete from invoices where order_id = $1', [order.id])
  expect((await send('PATCH', `productedit/${upc}`, { unit_price: '9999999.99' })).status).toBe(200)
})

it('the days of an order are from 2000 to a year ahead, by call and by push', async () => {
  const { order, item } = flow.house
  const buyer = flow.house.people.buyer
  const placed = (over: object) => ({
    customer: buyer.id,
    submitted_date: TODAY,
    created_date: TODAY,
    total: '1.00',
    order_items: [{ product: item.product, unit_quantity: 1, case_quantity: 0 }],
    ...over,
  })
  const far = addDays(TODAY, 367)
  for (const day of ['1999-12-31', far, '2190-01-01']) {
    for (const field of ['delivery_date', 'placed_date'])
      expect([
        field,
        day,
        ...(await answerOf('PATCH', `orders/${order.id}`, { [field]: day }, field)),
      ]).toEqual([field, day, 400, 'string'])
    expect(await answerOf('POST', 'orders', placed({ submitted_date: day }), 'submitted_date')).toEqual([
      400,
      'string',
    ])
  }
  expect(await answerOf('POST', 'orders', placed({ delivery_date: far }), 'delivery_date')).toEqual([
    400,
    'string',
  ])
  const office = flow.house.people.office
  const edit = {
    ...patchOf(office, { id: String(order.id) }, { delivery_date: far }),
    entity: 'orders' as const,
  }
  expect(await push(flow.server, office.username, [edit])).toMatchObject([
    { outcome: 'refused', status: 400 },
  ])
  for (const day of ['2000-01-01', addDays(TODAY, 366)])
    expect((await send('PATCH', `orders/${order.id}`, { placed_date: day })).status).toBe(200)
})

it('names hold nothing invisible, and a username neither mixes similar letters nor imitates another one', async () => {
  const { location } = flow.house
  const { upc } = await makeProduct(flow.pool)
  const { id, username } = await makeUser(flow.pool, 'office')
  for (const bad of ['Har\u0000bour', 'Har\nbour', 'Har\u202ebour', 'Har\u200bbour', 'Har\u2028bour'])
    for (const [path, field] of [
      [`users/${id}`, 'username'],
      [`users/${id}`, 'first_name'],
      [`users/${id}`, 'last_name'],
      [`companylocations/${location.id}`, 'name'],
      [`productedit/${upc}`, 'name'],
    ] as const)
      expect([bad, field, (await send('PATCH', path, { [field]: bad })).status]).toEqual([bad, field, 400])
  // A Cyrillic а, a Greek ο, a zero-width joiner.
  for (const bad of ['mаria', 'οffice', 'ad\u200dmin'])
    expect([bad, ...(await answerOf('PATCH', `users/${id}`, { username: bad }, 'username'))]).toEqual([
      bad,
      400,
      'string',
    ])
  const other = await makeUser(flow.pool, 'office', { username: 'plainname' })
  expect((await send('PATCH', `users/${id}`, { username: 'ｐｌａｉｎｎａｍｅ' })).status).toBe(409)
  for (const good of ['maría', 'мария', 'Ελένη', '田中さくら', `${username} 2`])
    expect([good, (await send('PATCH', `users/${id}`, { username: good })).status]).toEqual([good, 200])
  expect((await send('PATCH', `users/${other.id}`, { first_name: 'علی\u200cرضا' })).status).toBe(200)
})
