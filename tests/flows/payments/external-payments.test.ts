import { beforeEach, expect, it } from 'vitest'
import { behindLock } from '../../factories/behind-lock.ts'
import { makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { intentOf, openTill } from '../../factories/till.ts'

/** Invoices that are paid by check or in cash (docs/decisions/0046). */
const till = openTill()
/** Over 100.00, ready for payment. */
let order: number

beforeEach(async () => {
  order = await till.makeInvoice()
})

const call = (name: string, path: string, body?: object, of = order) =>
  till.call(name, 'POST', of, path, body)
const paid = (body: object = {}) => call(till.house.as.office, 'setpaidexternally', body)
const takenBack = () => call(till.house.as.office, 'setnotpaidexternally')
const details = async () =>
  (await till.call(till.house.as.office, 'GET', order, 'paymentdetails')).body as unknown as object[]
const statusOf = async () => (await till.stored(order)).paid_status

it('B109 an invoice that a check has come for is paid externally, once, and nothing of it changes any more', async () => {
  expect((await paid({ note: ' Check 1042 ' })).status).toBe(204)
  expect((await paid({ note: 'Check 1043' })).status).toBe(204)
  expect(await statusOf()).toBe('e')
  expect(await details()).toEqual([
    expect.objectContaining({
      payment_amount: '100.00',
      status_label: 'Paid externally',
      note: 'Check 1042',
      by: till.house.as.office,
    }),
  ])
  const unlock = await till.server.call(till.house.as.office, 'POST', `orders/${order}/unlock`)
  expect([unlock.status, unlock.body.message]).toEqual([409, `Order ${order} is paid: it stays locked.`])
  expect((await till.start(order)).status).toBe(409)
  expect(await statusOf()).toBe('e')
})

it('books what the invoice comes to once a change that was first at the order is done', async () => {
  const { pool } = till.server.database
  const { status } = await behindLock(pool, order, paid, (holder) =>
    holder.query(
      `with changed as (update invoices set grand_total = 103, version = version + 1 where order_id = $1)
       update orders set invoice_total = 103 where id = $1`,
      [order],
    ),
  )
  expect(status).toBe(204)
  expect(await details()).toEqual([expect.objectContaining({ payment_amount: '103.00' })])
})

it('a payment that is taken back leaves the invoice ready as before, shows the payer nothing, and stays in the details', async () => {
  await paid()
  expect((await takenBack()).status).toBe(204)
  expect((await takenBack()).status).toBe(204)
  expect(await statusOf()).toBe('r')
  expect(await details()).toEqual([
    expect.objectContaining({
      status_label: 'Taken back',
      error_message: `Taken back by ${till.house.as.office}.`,
    }),
  ])
  const preview = await till.call(till.payer, 'GET', order, 'paymentpreview')
  expect([preview.status, preview.body['last_error']]).toEqual([200, null])
})

it('an unfinished attempt to pay online is ended first', async () => {
  await till.start(order)
  expect((await paid()).status).toBe(204)
  const states = [...till.stripe.intents.values()]
    .filter(({ metadata }) => metadata['order'] === String(order))
    .map(({ status }) => status)
  expect(states).toEqual(['canceled'])
  expect(await statusOf()).toBe('e')
})

it('a check that is refused leaves an unfinished attempt to pay online as it is', async () => {
  const intent = intentOf(await till.start(order))
  const refused = [{ amount: '50.00', due: '90.00' }, { discount: '200.00' }, { day: '2999-01-01' }]
  const answers = []
  for (const body of refused) answers.push((await paid(body)).status)
  expect(answers).toEqual([409, 400, 400])
  expect(till.stripe.intents.get(intent)!.status).not.toBe('canceled')
  expect(await statusOf()).toBe('r')
})

it('a part that is taken back ends an unfinished attempt to pay the rest', async () => {
  expect((await paid({ amount: '40.00' })).status).toBe(204)
  const intent = intentOf(await till.start(order))
  expect((await takenBack()).status).toBe(204)
  expect(till.stripe.intents.get(intent)!.status).toBe('canceled')
  expect(await till.invoice(order)).toMatchObject({ kept: '0.00', due: '100.00', payable: true })
})

it('a part is not taken back where the customer has just begun to pay the rest', async () => {
  expect((await paid({ amount: '40.00' })).status).toBe(204)
  const { status, body } = await behindLock(till.server.database.pool, order, takenBack, (holder) =>
    holder.query(
      `insert into payments (id, order_id, method, invoice_total, amount) values (gen_random_uuid(), $1, 'card', 100, 60)`,
      [order],
    ),
  )
  expect([status, body['message']]).toEqual([409, expect.stringContaining('about to pay')])
  expect(await till.invoice(order)).toMatchObject({ kept: '40.00', due: '60.00' })
})

it.each([
  ['p', /paid online/],
  ['i', /in progress/],
])('is refused in words where the order is %s, either way', async (paid_status, words) => {
  order = await till.makeInvoice({ paid_status })
  for (const answer of [await paid(), await takenBack()])
    expect([answer.status, answer.body['message']]).toEqual([409, expect.stringMatching(words)])
  expect(await statusOf()).toBe(paid_status)
})

it('is refused without an invoice, with a note that is too long, and to a user who takes no payments', async () => {
  expect((await paid({ note: 'x'.repeat(201) })).status).toBe(400)
  for (const name of [till.house.as.picker, till.house.as.buyer, till.payer])
    for (const path of ['setpaidexternally', 'setnotpaidexternally'])
      expect([name, (await call(name, path, path === 'setpaidexternally' ? {} : undefined)).status]).toEqual([
        name,
        403,
      ])
  expect(await statusOf()).toBe('r')
  const { id } = await makeOrder(till.server.database.pool, orderAt(till.house.location))
  const { status, body } = await call(till.house.as.office, 'setpaidexternally', {}, id)
  expect([status, body['message']]).toEqual([409, `Order ${id} has no invoice.`])
})
