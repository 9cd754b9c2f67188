/**
 * Money that does not fit (readings, "Paying"): held for the office, returned by a bank, refunded, or of no known
 * invoice.
 */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { makeOrder } from '../../factories/business.ts'
import { orderAt } from '../../factories/house.ts'
import { bankCharge, cardCharge } from '../../factories/stripe.ts'
import { intentOf, openTill } from '../../factories/till.ts'

const till = openTill()
/** The order of an invoice of 100.00 that is ready for payment. */
let order: number

beforeEach(async () => {
  await till.server.database.pool.query(`update payments set status = 'refunded' where status = 'held'`)
  order = await till.makeInvoice()
})

const as = (name: string, method: 'GET' | 'POST', path: string, body?: object) =>
  till.server.call(name, method, path, body && { body })
const office = (method: 'GET' | 'POST', path: string, body?: object) =>
  as(till.house.as.office, method, path, body)
const statusOf = async () => (await till.stored(order)).paid_status
const held = async () => (await office('GET', 'heldpayments')).body as unknown as { id: string }[]
const oneHeld = async () => {
  const list = await held()
  expect(list).toHaveLength(1)
  return list[0]!.id
}
const apply = (id: string, body: object = {}) => office('POST', `heldpayments/${id}/apply`, body)
const refunded = (id: string, note = '') => office('POST', `heldpayments/${id}/refunded`, { note })
const disputed = async (
  intent: string,
  status: 'needs_response' | 'lost' | 'won',
  event = 'created',
  reason?: string,
) => {
  till.stripe.disputes(intent, status, reason)
  expect((await till.tell(`charge.dispute.${event}`, intent)).status).toBe(200)
}
/** Returns the paid amount of the open balances, in cents. */
const paid = async () => cents((await office('GET', 'openbalances')).body[0].paid as string)
const labels = async () =>
  (await till.details(order)).map((one: { status_label: string }) => one.status_label)

describe('money that does not fit its invoice', () => {
  it.each([
    ['less than was asked for', { amount_received: 9_000 }, 'It came to 90.00, and 102.90 was to be paid.'],
    ['more', { amount_received: 10_291 }, 'It came to 102.91, and 102.90 was to be paid.'],
    ['what we had not asked for', { amount: 20_000 }, 'It came to 200.00, and 102.90 was to be paid.'],
    ['another currency', { currency: 'eur' }, 'It was paid in eur, and the invoice is in usd.'],
  ])('is held: %s. The invoice is not paid, and cannot be paid again', async (_name, over, reason) => {
    await till.pay(order, 'card', over)
    expect(await till.stored(order)).toMatchObject({
      paid_status: 'r',
      grand_total: '100.00',
      credit_card_fee: '0.00',
    })
    expect(await till.invoice(order)).toMatchObject({
      paid_status: 'r',
      payable: false,
      payment_state: 'held',
      payment_error: reason,
    })
    expect(await till.details(order)).toMatchObject([{ status_label: 'Held', error_message: reason }])
    expect((await till.start(order)).body.message).toContain('is being checked')
    // The payer sees that the money has arrived, and not why the office must look at it.
    const own = (await as(till.payer, 'GET', `orders/${order}/invoice`)).body
    expect([own.payment_state, own.payment_error]).toEqual(['held', null])
  })

  it('is held where the invoice comes to something else meanwhile, and one in progress is in progress no more', async () => {
    const intent = intentOf(await till.start(order, 'ach'))
    till.stripe.becomes(intent, 'processing')
    await till.tell('payment_intent.processing', intent)
    await till.server.database.pool.query('update invoices set grand_total = 120 where order_id = $1', [
      order,
    ])
    till.stripe.becomes(intent, 'succeeded', { latest_charge: bankCharge() })
    await till.tell('payment_intent.succeeded', intent)
    expect(await statusOf()).toBe('r')
    expect((await office('GET', 'heldpayments')).body).toEqual([
      {
        id: expect.any(String),
        order,
        location: expect.any(String),
        customer: till.payer,
        method: 'ach',
        created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        payment_amount: '100.00',
        went_back: '0.00',
        currency: 'usd',
        invoice_total: '100.00',
        grand_total: '120.00',
        reason: 'It was paid when the invoice came to 100.00, and it comes to 120.00 now.',
        url: expect.stringMatching(/^https:\/\/dashboard\.stripe\.com\//),
      },
    ])
  })

  it('is held where the invoice was paid before, and the invoice stays paid', async () => {
    const first = intentOf(await till.start(order))
    await till.server.database.pool.query(`update payments set status = 'canceled' where intent_id = $1`, [
      first,
    ])
    await till.pay(order, 'ach')
    till.stripe.becomes(first, 'succeeded')
    await till.tell('payment_intent.succeeded', first)
    expect(await labels()).toEqual(['Paid', 'Held'])
    expect(await till.invoice(order)).toMatchObject({
      paid_status: 'p',
      payment_state: 'held',
      payable: false,
    })
    const { status, body } = await apply(await oneHeld())
    expect([status, body.message]).toEqual([409, `Order ${order} is paid.`])
    expect((await refunded(await oneHeld(), 'By check')).status).toBe(204)
    expect(await till.invoice(order)).toMatchObject({ paid_status: 'p', payment_state: 'paid' })
  })

  it('pays what came of the invoice once the office applies it, with the card’s fee, and both are written down', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    const id = await oneHeld()
    const before = await paid()
    expect((await apply(id, { note: ' The 2.90 are let go ' })).status).toBe(204)
    expect(await till.stored(order)).toMatchObject({
      paid_status: 'r',
      credit_card_fee: '2.90',
      grand_total: '102.90',
      invoice_total: '102.90',
    })
    const said = `It came to 100.00, and 102.90 was to be paid. Applied to order ${order} by ${till.house.as.office}.`
    expect(await till.details(order)).toMatchObject([
      { status_label: 'Paid', error_message: said, note: 'The 2.90 are let go' },
    ])
    const seen = (await office('GET', `orders/${order}/invoice`)).body
    expect(seen).toMatchObject({ payment_state: 'paid', payment_error: null, kept: '100.00', due: '2.90' })
    expect(await held()).toEqual([])
    // The order's balance and history hold the amount that arrived.
    expect((await paid()) - before).toBe(10_000n)
    const history = (await office('GET', `orders/${order}/invoice/history`)).body as object[]
    expect(history[0]).toMatchObject({ act: 'paid', detail: expect.stringMatching(/^100\.00 by card\n/) })
    for (const again of [await apply(id), await refunded(id)])
      expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(till.house.as.office)])
  })

  it('pays another order with what came, without the fee of the order that it was for', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    const other = await till.makeInvoice()
    expect((await apply(await oneHeld(), { order: other })).status).toBe(204)
    expect(await till.stored(other)).toMatchObject({
      paid_status: 'p',
      credit_card_fee: '0.00',
      grand_total: '100.00',
    })
    const { rows } = await till.server.database.pool.query(
      'select amount::text, card_fee::text, discount::text from payments where order_id = $1',
      [other],
    )
    expect(rows).toEqual([{ amount: '100.00', card_fee: '0.00', discount: '0.00' }])
  })

  it('that two clerks decide about at once is decided once', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    const id = await oneHeld()
    const answers = await Promise.all([apply(id), refunded(id), apply(id), refunded(id)])
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409, 409, 409])
    expect(await held()).toEqual([])
  })

  it('that was refunded leaves the invoice to be paid again, and stays in the details', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    expect((await refunded(await oneHeld(), 'by check')).status).toBe(204)
    expect(await till.invoice(order)).toMatchObject({ payable: true, payment_state: '', payment_error: null })
    expect(await till.details(order)).toMatchObject([
      {
        status_label: 'Refunded',
        note: 'by check',
        error_message: expect.stringContaining(`Refunded, as ${till.house.as.office} says.`),
      },
    ])
    await till.pay(order, 'card')
    expect(await statusOf()).toBe('p')
  })

  it('is refused in words where it cannot be applied, and nothing changes', async () => {
    await till.pay(order, 'card', { currency: 'eur' })
    const id = await oneHeld()
    const { id: bare } = await makeOrder(till.server.database.pool, orderAt(till.house.location))
    for (const [wanted, said, answer] of [
      [409, 'is in eur', await apply(id)],
      [404, 'order', await apply(id, { order: 2_000_000_000 })],
      [404, 'payment', await apply(randomUUID(), { order })],
      [400, '', await apply(id, { order: -1 })],
      [400, '', await apply(id, { note: 'x'.repeat(201) })],
      [400, '', await apply('not-an-id')],
    ] as const)
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([wanted, expect.stringContaining(said)])
    const none = await till.pay(await till.makeInvoice(), 'card', { amount_received: 1 })
    const [newest] = await held()
    expect(none).toMatch(/^pi_/)
    const refusal = await apply(newest!.id, { order: bare })
    expect([refusal.status, refusal.body.message]).toEqual([409, `Order ${bare} has no invoice.`])
    expect(await held()).toHaveLength(2)
    expect(await statusOf()).toBe('r')
  })

  it('of an order that is unlocked stays listed, moves with a merge, and outlives the order', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    expect((await office('POST', `orders/${order}/unlock`)).status).toBe(200)
    expect(await held()).toMatchObject([{ order, grand_total: null }])
    const base = await makeOrder(till.server.database.pool, orderAt(till.house.location))
    const merge = { base_order: base.id, orders_to_merge: [order] }
    expect((await office('POST', 'mergeorders', merge)).status).toBe(200)
    expect(await held()).toMatchObject([{ order: base.id, grand_total: null }])
    expect((await till.server.call(till.house.as.office, 'DELETE', `orders/${base.id}`)).status).toBe(204)
    expect(await held()).toMatchObject([{ order: base.id, location: null, customer: till.payer }])
    const other = await till.makeInvoice()
    expect((await apply(await oneHeld())).status).toBe(404)
    expect((await apply(await oneHeld(), { order: other })).status).toBe(204)
    expect((await till.invoice(other)).paid_status).toBe('p')
  })
})

describe('money for no invoice that we know of', () => {
  /** Makes a payment as another shop on the same account, or a restored backup, would have it. */
  async function strange(metadata: Record<string, string>): Promise<string> {
    const id = `pi_strange_${randomUUID().slice(0, 8)}`
    till.stripe.intents.set(id, {
      id,
      object: 'payment_intent',
      status: 'succeeded',
      amount: 4_200,
      amount_received: 4_200,
      currency: 'usd',
      livemode: false,
      client_secret: 'shh',
      metadata,
      last_payment_error: null,
      next_action: null,
      latest_charge: cardCharge(4_200),
    })
    expect((await till.tell('payment_intent.succeeded', id)).status).toBe(200)
    return id
  }

  it('is kept for the office, which says what it pays', async () => {
    // Another shop may number its orders in the same way.
    const id = await strange({ order: String(order) })
    for (const type of ['charge.updated', 'payment_intent.succeeded']) await till.tell(type, id)
    expect((await office('GET', 'heldpayments')).body).toMatchObject([
      {
        order: null,
        location: null,
        customer: null,
        payment_amount: '42.00',
        method: 'card',
        grand_total: null,
      },
    ])
    const without = await apply(await oneHeld())
    expect([without.status, without.body.message]).toEqual([409, expect.stringContaining('Say which order')])
    expect((await apply(await oneHeld(), { order })).status).toBe(204)
    expect(await statusOf()).toBe('r')
  })

  it('that names an order of ours is held at that order, whose customer does not pay twice', async () => {
    await strange({ order: String(order), payment: randomUUID() })
    expect(await held()).toMatchObject([{ order, grand_total: '100.00' }])
    expect(await till.invoice(order)).toMatchObject({ payable: false, payment_state: 'held' })
  })

  it('reported by six events at once is held once', async () => {
    const id = await strange({})
    await till.server.database.pool.query(
      `update payment_events set payment_id = null where intent_id = $1`,
      [id],
    )
    await till.server.database.pool.query('delete from payments where intent_id = $1', [id])
    await Promise.all(Array.from({ length: 6 }, () => till.tell('payment_intent.succeeded', id)))
    expect(await held()).toHaveLength(1)
  })
})

describe('a debit that the bank returns after it has succeeded', () => {
  const why = 'The bank returned the debit: insufficient funds.'

  it('is reversed by a row of its own, reopens the invoice, and nothing is deleted', async () => {
    const intent = await till.pay(order, 'ach')
    expect(await statusOf()).toBe('p')
    await disputed(intent, 'needs_response')
    expect(await till.invoice(order)).toMatchObject({
      paid_status: 'r',
      payable: true,
      payment_state: 'returned',
      payment_error: why,
      grand_total: '100.00',
    })
    expect(await till.details(order)).toMatchObject([
      { payment_amount: '-100.00', status_label: 'Returned', error_message: why },
      {
        payment_amount: '100.00',
        status_label: 'Paid, then returned',
        stripe_payment_intent: { disputes: [{ amount: '100.00', reason: 'insufficient_funds' }] },
      },
    ])
    expect((await till.call(till.payer, 'GET', order, 'paymentpreview')).body.last_error).toBe(why)
  })

  it('is reversed once, however often and in whatever order it is reported', async () => {
    const intent = await till.pay(order, 'ach')
    till.stripe.disputes(intent, 'lost')
    const types = ['closed', 'created', 'funds_withdrawn', 'closed'].map((type) => `charge.dispute.${type}`)
    await Promise.all(
      [...types, 'payment_intent.succeeded', 'charge.updated'].map((type) => till.tell(type, intent)),
    )
    for (const type of types) await till.tell(type, intent)
    expect(await labels()).toEqual(['Returned', 'Paid, then returned'])
    expect(await statusOf()).toBe('r')
  })

  it('is paid again, and later events of the first one change nothing any more', async () => {
    const intent = await till.pay(order, 'ach')
    await disputed(intent, 'needs_response')
    await till.pay(order, 'ach')
    expect(await statusOf()).toBe('p')
    await disputed(intent, 'lost', 'closed')
    expect(await statusOf()).toBe('p')
    expect(await labels()).toEqual(['Paid', 'Returned', 'Paid, then returned'])
  })

  it('before its success was known is booked as both', async () => {
    const intent = intentOf(await till.start(order, 'ach'))
    till.stripe.becomes(intent, 'succeeded', { latest_charge: bankCharge() })
    await disputed(intent, 'needs_response')
    expect(await labels()).toEqual(['Returned', 'Paid, then returned'])
    expect(await statusOf()).toBe('r')
  })

  it('and pays after all is held, since the invoice may be paid otherwise by then', async () => {
    const intent = await till.pay(order, 'ach')
    await disputed(intent, 'needs_response')
    await disputed(intent, 'won', 'closed')
    await disputed(intent, 'won', 'funds_reinstated', 'bank_cannot_process')
    expect(await statusOf()).toBe('r')
    expect(await labels()).toEqual(['Held', 'Returned', 'Paid, then returned'])
    expect((await apply(await oneHeld())).status).toBe(204)
    expect(await statusOf()).toBe('p')
  })

  it('while it is held is no longer to be decided', async () => {
    const intent = await till.pay(order, 'ach', { amount_received: 5_000 })
    await disputed(intent, 'needs_response')
    expect(await held()).toEqual([])
    expect(await till.details(order)).toMatchObject([
      { status_label: 'Refunded', error_message: expect.stringContaining(why) },
    ])
    expect((await till.invoice(order)).payable).toBe(true)
  })
})

describe('money that has gone back', () => {
  const refund = (amount: number, status = 'succeeded') => ({
    amount,
    status,
    reason: 'requested_by_customer',
    created: 1_790_000_000,
  })
  /** Gives Stripe these refunds of a card payment of 102.90, and sends their event. */
  const gaveBack = async (intent: string, ...refunds: ReturnType<typeof refund>[]) => {
    till.stripe.becomes(intent, 'succeeded', {
      latest_charge: cardCharge(10_290, { refunds: { data: refunds } }),
    })
    expect((await till.tell('refund.updated', intent)).status).toBe(200)
  }
  const historyOf = async (of = order) =>
    ((await office('GET', `orders/${of}/invoice/history`)).body as { act: string; detail: string }[]).map(
      ({ act, detail }) => [act, detail],
    )

  it('before its success was known is held, and is not booked as paid', async () => {
    const intent = intentOf(await till.start(order))
    await gaveBack(intent, refund(10_290))
    expect(await statusOf()).toBe('r')
    expect((await held())[0]).toMatchObject({
      payment_amount: '102.90',
      went_back: '102.90',
      reason: 'It was paid, and 102.90 of it went back since.',
    })
    const { status, body } = await apply(await oneHeld())
    expect([status, body.message]).toEqual([
      409,
      'All of this payment has gone back. Say that it was refunded.',
    ])
    expect((await refunded(await oneHeld())).status).toBe(204)
    expect(await historyOf()).toEqual([['held', '102.90 was refunded']])
  })

  it('is asked about before held money is applied: what is left pays', async () => {
    const intent = await till.pay(order, 'card', { amount_received: 10_291 })
    // No event reports these refunds.
    till.stripe.becomes(intent, 'succeeded', {
      amount_received: 10_291,
      latest_charge: cardCharge(10_291, { refunds: { data: [refund(4_000), refund(1_000, 'failed')] } }),
    })
    expect((await apply(await oneHeld())).status).toBe(204)
    expect(await statusOf()).toBe('r')
    const [line] = await historyOf()
    expect(line![1]).toMatch(/^62\.91 by card\n/)
    const { body } = await office('GET', `ledger?no_page=1&order=${order}`)
    const rows = (body as { kind: string; amount: string }[]).map(({ kind, amount }) => `${kind} ${amount}`)
    expect(rows).toEqual(expect.arrayContaining(['payment -102.91', 'refund 40.00', 'card_fee 2.90']))
  })

  it('is not believed without a look: a note says how else it was given back', async () => {
    const intent = await till.pay(order, 'card', { amount_received: 9_000 })
    const id = await oneHeld()
    const { status, body } = await refunded(id)
    expect([status, body.code]).toEqual([409, 'not_refunded'])
    expect(body.message).toContain('still has 90.00 of it')
    expect((await refunded(id, 'By check 118')).status).toBe(204)
    expect(await historyOf()).toEqual([['held', '90.00 was refunded: By check 118']])
    expect(intent).toBeTruthy()
  })

  it('and whose refund fails is held again', async () => {
    const intent = await till.pay(order, 'card', { amount: 20_000 })
    const id = await oneHeld()
    till.stripe.becomes(intent, 'succeeded', {
      amount: 20_000,
      latest_charge: cardCharge(10_290, { refunds: { data: [refund(20_000, 'pending')] } }),
    })
    expect((await refunded(id)).status).toBe(204)
    expect(await held()).toEqual([])
    till.stripe.becomes(intent, 'succeeded', {
      amount: 20_000,
      latest_charge: cardCharge(10_290, { refunds: { data: [refund(20_000, 'failed')] } }),
    })
    await till.tell('refund.failed', intent)
    expect((await held())[0]).toMatchObject({
      went_back: '0.00',
      reason: expect.stringMatching(/The refund has failed, and the money is here again\.$/),
    })
  })

  it('of an order that it was not applied to leaves a line there', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    const other = await till.makeInvoice()
    expect((await apply(await oneHeld(), { order: other })).status).toBe(204)
    expect(await historyOf()).toEqual([['held', `100.00 was applied to order ${other}`]])
    // Both orders show the payment.
    for (const id of [order, other])
      expect(await till.details(id)).toMatchObject([{ payment_amount: '100.00', status_label: 'Paid' }])
  })

  it('that is applied, held again and applied once more leaves its lines at all three orders', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    const [second, third] = [await till.makeInvoice({}, '150.00'), await till.makeInvoice()]
    expect((await apply(await oneHeld(), { order: second })).status).toBe(204)
    const note = { note: 'For another order' }
    expect((await office('POST', `orders/${second}/invoice/holdpayments`, note)).status).toBe(204)
    expect((await apply(await oneHeld(), { order: third })).status).toBe(204)
    expect(await historyOf()).toEqual([
      ['held', `100.00 was applied to order ${third}`],
      ['held', `100.00 was applied to order ${second}`],
    ])
    expect(await historyOf(second)).toEqual([
      ['held', `100.00 was applied to order ${third}`],
      ['held', '100.00 is held: For another order'],
      ['paid', '100.00 by card\nHeld money was applied'],
    ])
    expect(await historyOf(third)).toEqual([['paid', '100.00 by card\nHeld money was applied']])
  })

  it('that is applied, held again and refunded leaves a line at the order that it came for, too', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    const second = await till.makeInvoice({}, '150.00')
    expect((await apply(await oneHeld(), { order: second })).status).toBe(204)
    const note = { note: 'For another order' }
    expect((await office('POST', `orders/${second}/invoice/holdpayments`, note)).status).toBe(204)
    expect((await refunded(await oneHeld(), 'By check 119')).status).toBe(204)
    for (const id of [order, second])
      expect((await historyOf(id))[0]).toEqual(['held', '100.00 was refunded: By check 119'])
  })

  it('of an order stays in its details where it is held again and pays a third one, and moves with a merge', async () => {
    await till.pay(order, 'card', { amount_received: 10_000 })
    const [second, third] = [await till.makeInvoice({}, '150.00'), await till.makeInvoice()]
    expect((await apply(await oneHeld(), { order: second })).status).toBe(204)
    const note = { note: 'For another order' }
    expect((await office('POST', `orders/${second}/invoice/holdpayments`, note)).status).toBe(204)
    expect((await apply(await oneHeld(), { order: third })).status).toBe(204)
    const payment = [{ payment_amount: '100.00', status_label: 'Paid' }]
    for (const id of [order, third]) expect(await till.details(id)).toMatchObject(payment)
    expect((await office('POST', `orders/${order}/unlock`)).status).toBe(200)
    const base = await makeOrder(till.server.database.pool, orderAt(till.house.location))
    const merge = { base_order: base.id, orders_to_merge: [order] }
    expect((await office('POST', 'mergeorders', merge)).status).toBe(200)
    for (const id of [base.id, third]) expect(await till.details(id)).toMatchObject(payment)
  })
})

describe('a refund at the provider, and a dispute of a card', () => {
  it('are counted and shown where one payment has more refunds than Stripe expands', async () => {
    const intent = await till.pay(order, 'card')
    const data = Array.from({ length: 12 }, (_, n) => ({
      id: `re_${n}`,
      amount: 100,
      status: n === 11 ? 'failed' : 'succeeded',
      reason: null,
      created: 1_790_000_000 - n,
    }))
    till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(10_290, { refunds: { data } }) })
    expect((await till.tell('charge.refunded', intent)).status).toBe(200)
    expect((await till.invoice(order)).kept).toBe('91.90')
    const [payment] = await till.details(order)
    expect(payment.stripe_payment_intent.refunds).toHaveLength(12)
  })

  it('are shown in the details, and change nothing by themselves', async () => {
    const intent = await till.pay(order, 'card')
    const before = await till.stored(order)
    const refund = {
      amount: 2_000,
      status: 'succeeded',
      reason: 'requested_by_customer',
      created: 1_790_000_000,
    }
    till.stripe.becomes(intent, 'succeeded', {
      latest_charge: cardCharge(10_290, { amount_refunded: 2_000, refunds: { data: [refund] } }),
    })
    await till.tell('charge.refunded', intent)
    till.stripe.disputes(intent, 'needs_response', 'product_not_received', 1_790_000_000)
    await till.tell('charge.dispute.created', intent)
    expect(await till.stored(order)).toEqual(before)
    const created_date = new Date(1_790_000_000_000).toISOString()
    expect(await till.details(order)).toMatchObject([
      {
        status_label: 'Paid',
        stripe_payment_intent: {
          refunds: [{ amount: '20.00', status: 'succeeded', reason: 'requested_by_customer', created_date }],
          disputes: [
            { amount: '102.90', status: 'needs_response', reason: 'product_not_received', created_date },
          ],
        },
      },
    ])
  })
})
