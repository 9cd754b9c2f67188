/** What customers ask of an order, and what the office answers (docs/decisions/0267). */
import { beforeEach, expect, it } from 'vitest'
import { MOST_OPEN_REQUESTS } from '#contract/orders/requests.ts'
import { addDays, clockIn } from '#contract/day.ts'
import { writeSetting } from '#server/settings/store.ts'
import { makeItem, makeOrder } from '../../factories/business.ts'
import { newId } from '../../factories/edits.ts'
import { openFlow } from '../../factories/flow.ts'
import { orderAt, type House } from '../../factories/house.ts'
import { ZONE } from '../../factories/zone.ts'

const flow = openFlow()
let order: number

const today = () => clockIn(ZONE, new Date()).slice(0, 10)
const makeDue = async (days: number) => {
  const { id } = await makeOrder(flow.pool, {
    ...orderAt(flow.house.location),
    delivery_date: addDays(today(), days),
  })
  return id
}

beforeEach(async () => {
  await writeSetting(flow.pool, 'cutoff', '18:00')
  await writeSetting(flow.pool, 'cutoff_days', '1')
  order = await makeDue(3)
})

type Name = keyof House['as']
const ask = (name: Name, body: object, key = newId()) =>
  flow.server.call(flow.house.as[name], 'POST', 'orderrequests', {
    body: { order, ...body },
    headers: { 'idempotency-key': key },
  })
const answer = (name: Name, id: number, body: object, key = newId()) =>
  flow.server.call(flow.house.as[name], 'POST', `orderrequests/${id}/answer`, {
    body,
    headers: { 'idempotency-key': key },
  })
const list = async (name: Name, query = `order=${order}`) =>
  (await flow.server.call(flow.house.as[name], 'GET', `orderrequests?no_page=1&${query}`)).body

it('a customer asks until the cut-off, the office sees who and what, and answers once', async () => {
  const asked = await ask('customer', { kind: 'change', text: ' Two lemons more ' })
  expect(asked.status).toBe(201)
  const { username } = flow.house.people.customer
  expect(asked.body).toMatchObject({ order, kind: 'change', text: 'Two lemons more', username, answer: null })
  expect(await list('office', `open=1&order=${order}`)).toEqual([asked.body])

  const done = await answer('office', asked.body.id, { answer: 'done', text: 'Added.' })
  expect(done.body).toMatchObject({
    answer: 'done',
    answer_text: 'Added.',
    answered_by: flow.house.people.office.username,
  })
  expect(await list('office', `open=1&order=${order}`)).toEqual([])
  expect(await list('customer')).toEqual([done.body])
  const again = await answer('manager', asked.body.id, { answer: 'declined', text: 'No' })
  expect(again.status).toBe(409)
  expect(await list('customer')).toEqual([done.body])
})

it('asking and answering twice with one key is once', async () => {
  const [key, answerKey] = [newId(), newId()]
  const first = await ask('customer', { kind: 'cancel' }, key)
  const second = await ask('customer', { kind: 'cancel' }, key)
  expect(second.body).toEqual(first.body)
  expect(await list('customer')).toHaveLength(1)
  await answer('office', first.body.id, { answer: 'done' }, answerKey)
  expect((await answer('office', first.body.id, { answer: 'done' }, answerKey)).status).toBe(200)
})

it('two people of the office answer at once: the second gets 409', async () => {
  const { body } = await ask('customer', { kind: 'cancel' })
  const answers = await Promise.all([
    answer('office', body.id, { answer: 'done' }),
    answer('manager', body.id, { answer: 'declined', text: 'Too late' }),
  ])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
})

it('a request after the cut-off, of an invoiced order, or of an order of others is refused', async () => {
  order = await makeDue(0)
  expect((await ask('customer', { kind: 'cancel' })).body.message).toBe(
    `The cut-off of order ${order} has passed. Call the office to change it.`,
  )
  order = await makeDue(3)
  await flow.pool.query('update orders set invoiced = true where id = $1', [order])
  expect((await ask('customer', { kind: 'cancel' })).status).toBe(423)
  order = await makeDue(3)
  expect((await ask('stranger', { kind: 'cancel' })).status).toBe(404)
  expect((await ask('office', { kind: 'cancel' })).status).toBe(403)
  const { rows } = await flow.pool.query('select from order_requests where order_id = $1', [order])
  expect(rows).toEqual([])
})

it('a company sees nothing of another one’s requests', async () => {
  await ask('customer', { kind: 'cancel' })
  expect(await list('stranger')).toEqual([])
  expect(await list('buyer')).toHaveLength(1)
})

it('a change says what, a refusal says why, and an order has a few open requests at most', async () => {
  expect((await ask('customer', { kind: 'change', text: ' ' })).body).toMatchObject({
    text: 'must say what to change',
  })
  for (let n = 0; n < MOST_OPEN_REQUESTS; n++)
    expect((await ask('customer', { kind: 'change', text: `${n}` })).status).toBe(201)
  const more = await ask('customer', { kind: 'cancel' })
  expect(more.status).toBe(409)
  const [{ id }] = (await list('office')) as [{ id: number }]
  expect((await answer('office', id, { answer: 'declined' })).body).toMatchObject({ text: 'must say why' })
  await answer('office', id, { answer: 'done' })
  expect((await ask('customer', { kind: 'cancel' })).status).toBe(201)
})

it('deleting the order answers its requests, and merging moves them', async () => {
  await ask('customer', { kind: 'cancel' })
  const gone = order
  await flow.server.call(flow.house.as.office, 'DELETE', `orders/${gone}`)
  expect(await list('customer', `order=${gone}`)).toMatchObject([
    { order: gone, answer: 'done', answer_text: 'The order is cancelled.' },
  ])

  const base = await makeDue(3)
  order = await makeDue(3)
  for (const id of [base, order]) await makeItem(flow.pool, { order_id: id })
  await ask('customer', { kind: 'change', text: 'More' })
  const merged = await flow.server.call(flow.house.as.office, 'POST', 'mergeorders', {
    body: { base_order: base, orders_to_merge: [order] },
    headers: { 'idempotency-key': newId() },
  })
  expect(merged.status).toBe(200)
  expect(await list('customer', `order=${base}`)).toMatchObject([{ order: base, text: 'More' }])
})

it('open requests come oldest first, a whole list newest first', async () => {
  const first = await ask('customer', { kind: 'change', text: 'One' })
  const second = await ask('customer', { kind: 'change', text: 'Two' })
  expect(await list('office', `open=1&order=${order}`)).toEqual([first.body, second.body])
  expect(await list('office')).toEqual([second.body, first.body])
})
