/** A credit that was given by mistake is taken back while no settled invoice has used it. Nothing is deleted. */
import { expect, it } from 'vitest'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import { newId } from '../../factories/edits.ts'
import { orderAt } from '../../factories/house.ts'
import { openCreditFlow } from './credits.ts'

const flow = openCreditFlow()
const { credit, creditsOf, read } = flow

const call = (method: 'GET' | 'POST', path: string, body?: object, key?: string, by = flow.house.as.office) =>
  flow.server.call(by, method, path, { body, ...(key && { headers: { 'idempotency-key': key } }) })
const reverse = (order: number, id: number, key?: string) =>
  call('POST', `orders/${order}/invoice/credits/${id}/reverse`, undefined, key)
const historyOf = async (order: number) =>
  (await flow.historyOf(order)).map(({ act, detail, grand_total }) => [act, detail, grand_total])
const pay = (order: number, status: string) =>
  flow.pool.query('update orders set paid_status = $2 where id = $1', [order, status])

/** Makes an invoice for taxed oil, 30.00: with the tax 33.00, less the credits that wait. */
async function makeInvoiced(): Promise<{ order: number; oil: string }> {
  const { id: order } = await makeOrder(flow.pool, orderAt(flow.location))
  const oil = await makeItem(flow.pool, {
    order_id: order,
    product: (await makeProduct(flow.pool, { name: 'Oil' })).upc,
    unit_quantity: 3,
    picked: true,
    price_per_unit: '10.00',
    final_price: '30.00',
    taxable: true,
  })
  expect((await call('POST', `orders/${order}/generateinvoice`)).status).toBe(200)
  return { order, oil: oil.id }
}

it('a reversed credit is off the invoice, which has its old total, and may be given again in full', async () => {
  const { order, oil } = await makeInvoiced()
  const before = await read(order)
  await credit(order, '12.50', oil)
  const [given] = await creditsOf(order)
  expect(given).toMatchObject({ state: 'stands', stands_on: order, total: '-12.50', tax: '-1.25' })
  const { status, body } = await reverse(order, given!.id)
  expect([status, body]).toEqual([200, { ...before, version: body.version }])
  expect((await call('GET', `orders/${order}`)).body.invoice_total).toBe('33.00')
  expect(await creditsOf(order)).toEqual([{ ...given, state: 'reversed', reversed_by: flow.house.as.office }])
  expect((await historyOf(order)).slice(0, 2)).toEqual([
    ['credit_reversed', '12.50 and 1.25 tax: Spoilt', '33.00'],
    ['credit', '12.50 and 1.25 tax off Oil: Spoilt', '19.25'],
  ])
  // The whole line can be credited again. An invoice that is made again does not find a reversed credit either.
  expect((await credit(order, '30.00', oil)).status).toBe(200)
  expect((await read(order)).grand_total).toBe('0.00')
  await reverse(order, (await creditsOf(order))[1]!.id)
  await call('POST', `orders/${order}/generateinvoice`, { force_regenerate: true })
  expect(await read(order)).toMatchObject({ credits: [], grand_total: '33.00' })
})

it('a reversed credit waits no longer for the next invoice, nor in the open balances', async () => {
  const { order } = await makeInvoiced()
  await pay(order, 'p')
  await credit(order, '4.00')
  const [waiting] = await creditsOf(order)
  expect(waiting).toMatchObject({ state: 'waits', stands_on: null })
  const balance = async () =>
    (await call('GET', 'openbalances')).body.find(
      (row: { company_location: number }) => row.company_location === flow.location.id,
    ).credits
  expect(await balance()).toBe('-4.00')
  expect((await reverse(order, waiting!.id)).status).toBe(200)
  expect(await balance()).toBe('0.00')
  expect((await read((await makeInvoiced()).order)).grand_total).toBe('33.00')
})

it('a credit is taken back whole, on both invoices that have a part of it, from either', async () => {
  const { order } = await makeInvoiced()
  await credit(order, '50.00', null, 'Spoilt', { confirm_exceeds: true })
  const next = await makeInvoiced()
  expect([(await read(order)).grand_total, (await read(next.order)).grand_total]).toEqual(['0.00', '16.00'])
  const [, part] = await creditsOf(next.order).then((all) => [null, all[0]!])
  expect((await reverse(next.order, part!.id)).status).toBe(200)
  expect([(await read(order)).grand_total, (await read(next.order)).grand_total]).toEqual(['33.00', '33.00'])
  for (const one of [order, next.order])
    expect((await historyOf(one))[0]).toEqual(['credit_reversed', '50.00: Spoilt', '33.00'])
})

it('a credit stays where a part of it is on an invoice that is paid or being paid', async () => {
  for (const paid of ['p', 'e', 'i']) {
    const { order } = await makeInvoiced()
    await credit(order, '40.00', null, 'Spoilt', { confirm_exceeds: true })
    await pay(order, paid)
    const [used, rest] = await creditsOf(order)
    expect([used!.state, rest!.state]).toEqual(['used', 'waits'])
    for (const { id } of [used!, rest!])
      expect(await reverse(order, id)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('the credit stays') },
      })
    expect((await creditsOf(order)).map(({ state }) => state)).toEqual(['used', 'waits'])
    await flow.pool.query('update invoice_credits set reversed_at = now() where of_order = $1', [order])
  }
})

it('a credit of a deleted order, which a settled invoice has used, is taken back once that is unlocked', async () => {
  const { order } = await makeInvoiced()
  await pay(order, 'p')
  await credit(order, '4.00')
  const next = await makeInvoiced()
  const [{ id } = { id: 0 }] = await creditsOf(next.order)
  await pay(next.order, 'p')
  await pay(order, '')
  expect((await call('POST', `orders/${order}/unlock`)).status).toBe(200)
  expect((await flow.call('office', 'DELETE', `orders/${order}`)).status).toBe(204)
  expect((await reverse(order, id)).status).toBe(409)
  await pay(next.order, '')
  expect((await call('POST', `orders/${next.order}/unlock`)).status).toBe(200)
  for (const who of ['customer', 'stranger'] as const) {
    const path = `orders/${order}/invoice/credits/${id}/reverse`
    expect((await call('POST', path, undefined, undefined, flow.house.as[who])).status).toBe(404)
  }
  expect((await reverse(order, id)).status).toBe(204)
  expect((await call('POST', `orders/${next.order}/generateinvoice`)).status).toBe(200)
  expect(await read(next.order)).toMatchObject({ credits: [], grand_total: '33.00' })
})

it('a credit is taken back once, by the first person, and a lost answer is given again', async () => {
  const { order } = await makeInvoiced()
  await credit(order, '5.00')
  const [{ id } = { id: 0 }] = await creditsOf(order)
  const key = newId()
  const first = await reverse(order, id, key)
  expect(await reverse(order, id, key)).toMatchObject({ status: first.status, body: first.body })
  expect(await reverse(order, id)).toMatchObject({
    status: 409,
    body: { message: 'This credit has been taken back already.' },
  })
  expect((await historyOf(order)).filter(([act]) => act === 'credit_reversed')).toHaveLength(1)
})

it('a credit is taken back only on its invoice, and only by a person who may credit', async () => {
  const { order } = await makeInvoiced()
  await credit(order, '5.00')
  const [{ id } = { id: 0 }] = await creditsOf(order)
  const other = await makeInvoiced()
  expect((await reverse(other.order, id)).status).toBe(404)
  expect((await reverse(order, 999_999)).status).toBe(404)
  const path = `orders/${order}/invoice/credits`
  for (const [who, status] of [
    ['customer', 403],
    ['picker', 403],
    ['stranger', 404],
  ] as const)
    expect([
      (await call('POST', `${path}/${id}/reverse`, undefined, undefined, flow.house.as[who])).status,
      (await call('GET', path, undefined, undefined, flow.house.as[who])).status,
    ]).toEqual([status, status])
  expect((await creditsOf(order))[0]!.state).toBe('stands')
})

it.each([
  ['while what was paid too much by it waits', false, 'waits', ['8.00', '25.00']],
  ['after the payment was taken back', true, 'reversed', ['0.00', '33.00']],
])(
  'a credit that takes its invoice below what is kept is taken back %s',
  async (_when, isPaymentBack, overpaid, left) => {
    const { order } = await makeInvoiced()
    const at = `orders/${order}/invoice`
    expect((await call('POST', `${at}/setpaidexternally`, { amount: '20.00' })).status).toBe(204)
    const given = { item: null, amount: '25.00', reason: 'Spoilt', confirm_kept: true }
    expect((await call('POST', `${at}/credit`, given)).status).toBe(200)
    if (isPaymentBack) expect((await call('POST', `${at}/setnotpaidexternally`)).status).toBe(204)
    const one = (await creditsOf(order)).find(({ is_overpaid }) => !is_overpaid)!
    expect((await reverse(order, one.id)).status).toBe(200)
    expect((await creditsOf(order)).map(({ total, state }) => [total, state])).toEqual([
      ['-25.00', 'reversed'],
      ['-12.00', overpaid],
    ])
    const { grand_total, kept, due } = await read(order)
    expect([grand_total, kept, due]).toEqual(['33.00', ...left])
  },
)
