/** Credits of items on an invoice with a discount for paying on time, after the discount has changed (docs/decisions/0291). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayIn } from '#contract/day.ts'
import { GivenCredit, Invoice, InvoiceHistoryLine, type CreditBody } from '#contract/invoices/schema.ts'
import { readEnv } from '#server/env.ts'
import { makeItem, makeOrder, makeProduct } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { checkLedger } from '../../factories/ledger.ts'
import { bankCharge } from '../../factories/stripe.ts'
import { intentOf, openTill } from '../../factories/till.ts'

const till = openTill()
const TODAY = dayIn(readEnv({ NODE_ENV: 'test' }).TIME_ZONE, new Date())
let order: number
let oil: string
let bread: string

const office = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  till.server.call(till.house.as.office, method, path, { ...(body && { body }) })
const act = async (call: string, body: object = {}, of = order) => {
  const { status } = await office('POST', `orders/${of}/${call}`, body)
  expect([call, status < 300]).toEqual([call, true])
}
const invoice = async (of = order) => Invoice.parse((await office('GET', `orders/${of}/invoice`)).body)
const moneyOf = async () => {
  const { paid_status, grand_total, on_time_discount, kept, due } = await invoice()
  return { paid_status, grand_total, on_time_discount, kept, due }
}
const credit = (item: string | null, amount: string, more: Partial<CreditBody> = {}) =>
  office('POST', `orders/${order}/invoice/credit`, { item, amount, reason: 'Spoilt', ...more })
const give = async (...body: Parameters<typeof credit>) => expect((await credit(...body)).status).toBe(200)
const CONFIRMED = { confirm_kept: true, confirm_exceeds: true }
const credits = async () =>
  GivenCredit.array()
    .parse((await office('GET', `orders/${order}/invoice/credits`)).body)
    .map(({ amount, total, tax, state }) => [amount, total, tax, state])
const lastLine = async () =>
  InvoiceHistoryLine.array().parse((await office('GET', `orders/${order}/invoice/history`)).body)[0]!
const payPart = (amount = '20.00', discount = '0.80') =>
  act('invoice/setpaidexternally', { amount, discount })

/** Makes an invoice of today for taxed oil, 30.00, and bread, 10.00: with the tax 43.00, and 0.80 less on time. */
async function makeInvoiced(): Promise<{ id: number; items: string[] }> {
  const { pool } = till.server.database
  const { rows } = await pool.query<{ id: number }>('select id from users where username = $1', [till.payer])
  const of = { ...orderAt(till.house.location), customer_id: rows[0]!.id, delivery_date: TODAY }
  const { id } = await makeOrder(pool, of)
  const items: string[] = []
  for (const [name, units, final_price, taxable] of [
    ['Oil', 3, '30.00', true],
    ['Bread', 1, '10.00', false],
  ] as const) {
    const { upc: product } = await makeProduct(pool, { name })
    const line = { order_id: id, product, unit_quantity: units, picked: true, price_per_unit: '10.00' }
    items.push((await makeItem(pool, { ...line, final_price, taxable })).id)
  }
  await act('generateinvoice', {}, id)
  await act('invoice/setpayable', {}, id)
  return { id, items }
}

beforeEach(async () => {
  const { pool } = till.server.database
  await pool.query(
    `update company_locations set taxable = true, sales_tax_rate = 10, on_time_payment_discount_amount = 2,
            on_time_payment_days_threshold = 3 where id = $1`,
    [till.house.location.id],
  )
  // What waits of earlier tests would be on the invoice.
  await pool.query('update invoice_credits set reversed_at = now() where order_id is null')
  const { id, items } = await makeInvoiced()
  order = id
  ;[oil, bread] = items as [string, string]
})

/** The ledger is what the rows come to, after each test. */
afterEach(() => checkLedger(till.server.database.pool))

describe('a credit that a discount has lowered is whole again', () => {
  it('once the bank has returned the debit; what another invoice took stays', async () => {
    const intent = await till.pay(order, 'ach')
    await give(bread, '10.00')
    const other = await makeInvoiced()
    expect((await invoice(other.id)).credits).toMatchObject([{ amount: '10.00', total: '-9.80' }])
    await give(oil, '15.00')
    till.stripe.disputes(intent, 'needs_response')
    await till.tell('charge.dispute.created', intent)
    expect(await credits()).toEqual([
      ['10.00', '-9.80', '0.00', 'stands'],
      ['15.00', '-15.00', '-1.50', 'waits'],
    ])
    expect(await lastLine()).toMatchObject({
      act: 'reopened',
      detail: 'The bank returned the debit: insufficient funds.\nCredit “Spoilt”: 14.70 → 15.00',
    })
    expect(await moneyOf()).toMatchObject({ paid_status: 'r', grand_total: '43.00', due: '43.00' })
    // Now nothing holds it as it was.
    await act('unlock', {}, other.id)
    expect(await credits()).toEqual([
      ['10.00', '-10.00', '0.00', 'waits'],
      ['15.00', '-15.00', '-1.50', 'waits'],
    ])
  })

  it('once it does not fit on another invoice any more: both of its parts', async () => {
    const intent = await till.pay(order, 'ach')
    await give(bread, '10.00')
    const other = await makeInvoiced()
    till.stripe.disputes(intent, 'needs_response')
    await till.tell('charge.dispute.created', intent)
    // 5.00 of the other invoice are left: a part of the credit waits again.
    const [oilThere] = other.items
    const over = { id: oilThere, invoice_override_unit_price: '0.00', invoice_override_case_price: null }
    const breadThere = {
      id: other.items[1],
      invoice_override_unit_price: '5.00',
      invoice_override_case_price: null,
    }
    await act('invoice/itemoverride', { order_items: [over, breadThere] }, other.id)
    expect((await invoice(other.id)).grand_total).toBe('0.00')
    expect(await credits()).toEqual([
      ['5.10', '-5.00', '0.00', 'stands'],
      ['4.90', '-4.90', '0.00', 'waits'],
    ])
  })

  it('also on an invoice that stays paid: the discount has left that one too', async () => {
    await payPart('10.00', '0.40')
    await give(bread, '10.00')
    const [{ part }] = await till.details(order)
    await till.pay(order, 'ach')
    await act('invoice/setnotpaidexternally', { payment: part })
    expect(await credits()).toEqual([['10.00', '-10.00', '0.00', 'used']])
    expect((await invoice()).paid_status).toBe('p')
  })

  it('once the part with the discount is taken back, and its invoice comes to less', async () => {
    await payPart()
    await give(bread, '10.00')
    expect(await moneyOf()).toMatchObject({ grand_total: '33.20', on_time_discount: '0.80', due: '12.40' })
    await act('invoice/setnotpaidexternally')
    expect(await credits()).toEqual([['10.00', '-10.00', '0.00', 'stands']])
    expect(await moneyOf()).toEqual({
      paid_status: 'r',
      grand_total: '33.00',
      on_time_discount: '0.00',
      kept: '0.00',
      due: '33.00',
    })
    expect((await office('GET', `orders/${order}`)).body.invoice_total).toBe('33.00')
    expect(await lastLine()).toMatchObject({
      grand_total: '33.00',
      detail: 'Not paid externally after all: 20.00\nCredit “Spoilt”: 9.80 → 10.00',
    })
  })

  it('once one of two parts with a discount is taken back, as far as that goes', async () => {
    await payPart('10.00', '0.40')
    await payPart('10.00', '0.40')
    await give(bread, '10.00')
    const [{ part }] = await till.details(order)
    await act('invoice/setnotpaidexternally', { payment: part })
    expect(await credits()).toEqual([['10.00', '-9.90', '0.00', 'stands']])
    expect(await moneyOf()).toMatchObject({ grand_total: '33.10', kept: '10.00', due: '22.70' })
  })

  /** Pays by a debit, gives these cents back, and opens the invoice again. */
  async function payAndRefund(amount: number): Promise<void> {
    const intent = await till.pay(order, 'ach')
    const refunds = { data: [{ id: 're_1', amount, status: 'succeeded', reason: null, created: 1 }] }
    till.stripe.becomes(intent, 'succeeded', { latest_charge: { ...bankCharge(), refunds } })
    await till.tell('charge.refunded', intent)
    await act('invoice/openagain', { note: 'Given back' })
  }

  it('once the payment is held', async () => {
    await payAndRefund(2_000)
    await give(bread, '10.00')
    expect(await moneyOf()).toMatchObject({ grand_total: '33.20', kept: '22.20', due: '10.20' })
    await act('invoice/holdpayments', { note: 'For another order' })
    expect(await credits()).toEqual([['10.00', '-10.00', '0.00', 'stands']])
    expect(await moneyOf()).toMatchObject({ grand_total: '33.00', on_time_discount: '0.00', due: '33.00' })
  })

  it('once its invoice is unlocked, after all of the money went back', async () => {
    await payAndRefund(4_220)
    await give(bread, '10.00')
    await act('unlock')
    expect(await credits()).toEqual([['10.00', '-10.00', '0.00', 'waits']])
    expect(await lastLine()).toMatchObject({ act: 'unlocked', detail: 'Credit “Spoilt”: 9.80 → 10.00' })
    await act('generateinvoice')
    expect(await moneyOf()).toMatchObject({ grand_total: '33.00', due: '33.00' })
  })

  it('once the payment fails to which the discount was promised', async () => {
    const intent = intentOf(await till.start(order, 'ach'))
    till.stripe.becomes(intent, 'processing')
    await till.tell('payment_intent.processing', intent)
    await give(bread, '10.00')
    expect(await credits()).toEqual([['10.00', '-9.80', '0.00', 'waits']])
    till.stripe.becomes(intent, 'requires_payment_method')
    await till.tell('payment_intent.payment_failed', intent)
    expect(await credits()).toEqual([['10.00', '-10.00', '0.00', 'waits']])
    expect(await lastLine()).toMatchObject({
      act: 'credit',
      username: null,
      detail: 'Credit “Spoilt”: 9.80 → 10.00',
    })
    expect((await invoice()).paid_status).toBe('r')
  })

  it('and is not once the promised discount is booked', async () => {
    const intent = intentOf(await till.start(order, 'ach'))
    till.stripe.becomes(intent, 'processing')
    await till.tell('payment_intent.processing', intent)
    await give(bread, '10.00')
    till.stripe.becomes(intent, 'succeeded', { latest_charge: bankCharge() })
    await till.tell('payment_intent.succeeded', intent)
    expect(await moneyOf()).toMatchObject({ paid_status: 'p', on_time_discount: '0.80', due: '0.00' })
    expect(await credits()).toEqual([['10.00', '-9.80', '0.00', 'waits']])
  })
})

describe('an invoice with a discount that comes to less than it', () => {
  it('keeps no discount: only the money that was paid waits', async () => {
    await payPart()
    const asked = await credit(null, '43.00', { confirm_exceeds: true })
    expect(asked.body.message).toBe(
      `20.00 was paid of invoice ${order}, which would come to 0.00. If you go on, 20.00 waits for the location's next invoice.`,
    )
    await give(null, '43.00', CONFIRMED)
    expect(await moneyOf()).toEqual({
      paid_status: 'r',
      grand_total: '0.00',
      on_time_discount: '0.00',
      kept: '0.00',
      due: '0.00',
    })
    expect(await credits()).toEqual([
      ['43.00', '-43.00', '0.00', 'stands'],
      ['20.00', '-20.00', '0.00', 'waits'],
    ])
    expect((await lastLine()).detail).toBe('43.00 off the invoice: Spoilt\nOn-time discount: -0.80 → 0.00')
    await act('invoice/setnotpaidexternally')
    expect(await moneyOf()).toMatchObject({ grand_total: '0.00', kept: '0.00', due: '0.00' })
  })

  it('keeps as much of it as it comes to, the discount of the oldest part', async () => {
    await payPart('10.00', '0.50')
    await payPart('10.00', '0.30')
    await give(null, '42.40', CONFIRMED)
    expect(await moneyOf()).toMatchObject({
      grand_total: '0.60',
      on_time_discount: '0.60',
      kept: '0.00',
      due: '0.00',
    })
    const { rows } = await till.server.database.pool.query(
      'select discount from payments where order_id = $1 order by created_at',
      [order],
    )
    expect(rows.map(({ discount }) => discount)).toEqual(['0.50', '0.10'])
  })

  it('credits in full what the discount had lowered, and nothing is due below 0', async () => {
    await payPart()
    await give(bread, '10.00')
    await give(null, '40.00', CONFIRMED)
    expect(await moneyOf()).toMatchObject({
      grand_total: '0.00',
      on_time_discount: '0.00',
      kept: '0.00',
      due: '0.00',
    })
    const given = (await credits()).filter(([amount]) => amount !== '20.00')
    expect(given[0]).toEqual(['10.00', '-10.00', '0.00', 'stands'])
    // 33.00 stand, and 7.00 wait.
    const sum = (state: string) =>
      given.reduce((all, one) => (one[3] === state ? all - Number(one[1]!.replace('.', '')) : all), 0)
    expect([sum('stands'), sum('waits')]).toEqual([4_300, 700])
  })

  it('takes no more of the discount of held money than is due', async () => {
    await till.pay(order, 'ach', { amount_received: 4_120 })
    await give(null, '42.50')
    const held = (await office('GET', 'heldpayments')).body as { id: string; order: number }[]
    const { id } = held.find((one) => one.order === order)!
    expect((await office('POST', `heldpayments/${id}/apply`, { note: '' })).status).toBe(204)
    expect(await moneyOf()).toEqual({
      paid_status: 'p',
      grand_total: '0.50',
      on_time_discount: '0.50',
      kept: '0.00',
      due: '0.00',
    })
  })
})

describe('an invoice that is paid in part with a discount', () => {
  it('taxes the typed amount of a credit, also by a higher rate', async () => {
    await payPart()
    await give(oil, '15.00')
    await till.server.database.pool.query('update company_locations set sales_tax_rate = 20 where id = $1', [
      till.house.location.id,
    ])
    await act('generateinvoice', { force_regenerate: true })
    expect(await credits()).toEqual([['15.00', '-14.70', '-3.00', 'stands']])
  })

  it('asks about a line that bills less than was typed, and lowers what was typed', async () => {
    await payPart()
    for (let n = 0; n < 2; n += 1) await give(oil, '15.00', CONFIRMED)
    const over = { id: oil, invoice_override_unit_price: '9.90', invoice_override_case_price: null }
    const priced = (more: object) =>
      office('POST', `orders/${order}/invoice/itemoverride`, { order_items: [over], ...more })
    expect((await priced({})).body.message).toBe('Oil: $30.00 is credited, and $29.70 is billed.')
    expect((await priced({ credits: [{ item: oil, act: 'lower' }], confirm_kept: true })).status).toBe(200)
    expect((await credits()).slice(0, 2)).toEqual([
      ['15.00', '-14.70', '-1.50', 'stands'],
      ['14.70', '-14.41', '-1.47', 'stands'],
    ])
  })

  it('keeps what was credited, as the typed amount, for something else', async () => {
    await payPart()
    await give(oil, '30.00', CONFIRMED)
    const over = { id: oil, invoice_override_unit_price: '9.90', invoice_override_case_price: null }
    const keep = { item: oil, act: 'keep', reason: 'The box' }
    const body = { order_items: [over], credits: [keep], confirm_kept: true }
    expect((await office('POST', `orders/${order}/invoice/itemoverride`, body)).status).toBe(200)
    expect((await credits())[0]).toEqual(['29.40', '-29.40', '0.00', 'stands'])
  })
})
