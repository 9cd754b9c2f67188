import { beforeEach, describe, expect, it } from 'vitest'
import { behindLock } from '../../factories/behind-lock.ts'
import { bankCharge, cardCharge } from '../../factories/stripe.ts'
import { intentOf, openTill } from '../../factories/till.ts'

const till = openTill()
/** Over 100.00, ready for payment. */
let order: number

beforeEach(async () => {
  order = await till.makeInvoice()
})

const start = (method?: string) => till.start(order, method)
const statusOf = async () => (await till.stored(order)).paid_status

/** Starts by this method, and the payer and the provider bring it there. */
async function pay(method: 'card' | 'ach', ...states: [string, object?][]): Promise<string> {
  const intent = intentOf(await start(method))
  for (const [status, over] of states) {
    till.stripe.becomes(intent, status, over)
    const event = status === 'requires_payment_method' ? 'payment_failed' : status
    expect((await till.tell(`payment_intent.${event}`, intent)).status).toBe(200)
  }
  return intent
}
const bounced = { last_payment_error: { message: 'The account has insufficient funds.' } }

describe('an event of the provider', () => {
  it('B093 of a card makes the invoice paid, with the card’s fee on it, and keeps its cost', async () => {
    await pay('card', ['succeeded', { latest_charge: cardCharge(10_290) }])
    expect(await till.stored(order)).toEqual({
      paid_status: 'p',
      invoice_total: '102.90',
      credit_card_fee: '2.90',
      grand_total: '102.90',
      version: 2,
    })
    expect(await till.details(order)).toEqual([
      {
        payment_amount: '102.90',
        status_label: 'Paid',
        holdable: true,
        error_message: null,
        created_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        modified_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        stripe_payment_intent: {
          payment_amount: '102.90',
          net_amount: '99.62',
          fees: [{ description: 'Stripe processing fees', amount: '3.28' }],
          payment_method_details: { type: 'card', brand: 'visa', last4: '4242' },
          url: expect.stringMatching(/^https:\/\/dashboard\.stripe\.com\/test\/payments\/pi_\d+$/),
        },
      },
    ])
  })

  it('is held where the invoice was changed while the event waited for the order', async () => {
    const { pool } = till.server.database
    const intent = intentOf(await start('card'))
    till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(10_290) })
    const { status } = await behindLock(
      pool,
      order,
      () => till.tell('payment_intent.succeeded', intent),
      (holder) =>
        holder.query(
          `with changed as (update invoices set grand_total = 103, version = version + 1 where order_id = $1)
           update orders set invoice_total = 103 where id = $1`,
          [order],
        ),
    )
    expect(status).toBe(200)
    expect(await till.stored(order)).toMatchObject({ paid_status: 'r', grand_total: '103.00' })
    expect(await till.details(order)).toEqual([
      expect.objectContaining({ error_message: expect.stringContaining('it comes to 103.00 now') }),
    ])
  })

  it('of ACH is a payment in progress, which nothing changes, and then paid without a fee', async () => {
    const intent = await pay('ach', ['processing'])
    expect(await statusOf()).toBe('i')
    expect((await start()).status).toBe(409)
    expect((await till.server.call(till.house.as.office, 'POST', `orders/${order}/unlock`)).status).toBe(409)
    till.stripe.becomes(intent, 'succeeded')
    await till.tell('payment_intent.succeeded', intent)
    expect(await till.stored(order)).toMatchObject({
      paid_status: 'p',
      credit_card_fee: '0.00',
      grand_total: '100.00',
    })
  })

  it('of ACH on its way is not ended where the provider knows nothing of it, as with the keys of another account', async () => {
    const intent = intentOf(await till.start(order, 'ach'))
    till.stripe.becomes(intent, 'processing')
    await till.tell('payment_intent.processing', intent)
    const known = till.stripe.intents.get(intent)!
    till.stripe.intents.delete(intent)
    await till.tell('payment_intent.processing', intent)
    expect(await till.stored(order)).toMatchObject({ paid_status: 'i' })
    expect(await till.details(order)).toMatchObject([
      { status_label: 'In progress', error_message: 'The payment provider does not know this payment.' },
    ])
    till.stripe.intents.set(intent, known)
    till.stripe.becomes(intent, 'succeeded', { latest_charge: bankCharge() })
    await till.tell('payment_intent.succeeded', intent)
    expect(await till.stored(order)).toMatchObject({ paid_status: 'p' })
  })

  it('of ACH that bounced makes the invoice payable again, and the reason is kept for both', async () => {
    const intent = await pay('ach', ['processing'], ['requires_payment_method', bounced])
    expect(await statusOf()).toBe('r')
    const said = 'The account has insufficient funds.'
    expect(await till.details(order)).toMatchObject([{ status_label: 'Failed', error_message: said }])
    expect((await till.call(till.payer, 'GET', order, 'paymentpreview')).body.last_error).toBe(said)
    const next = intentOf(await start('ach'))
    expect(next).not.toBe(intent)
    expect(await till.details(order)).toMatchObject([
      { status_label: 'Started', error_message: null },
      { status_label: 'Failed', error_message: said },
    ])
  })

  it('of a declined card leaves the same form open for the next try', async () => {
    const declined = { last_payment_error: { message: 'Your card was declined.' } }
    const intent = await pay('card', ['requires_payment_method', declined])
    expect(await statusOf()).toBe('r')
    till.stripe.becomes(intent, 'succeeded', { last_payment_error: null })
    await till.tell('payment_intent.succeeded', intent)
    expect(await till.details(order)).toMatchObject([{ status_label: 'Paid', error_message: null }])
    expect(await statusOf()).toBe('p')
  })

  it('twice, ten times at once, or out of order changes nothing twice', async () => {
    const intent = await pay('card', ['succeeded', { latest_charge: cardCharge(10_290) }])
    const types = ['succeeded', 'processing', 'payment_failed', 'created', 'succeeded']
    const answers = await Promise.all(
      [...types, ...types].map((type) => till.tell(`payment_intent.${type}`, intent)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await till.stored(order)).toMatchObject({
      grand_total: '102.90',
      credit_card_fee: '2.90',
      version: 2,
    })
    expect(await till.details(order)).toHaveLength(1)
  })

  it('six times at once for the first time is done once', async () => {
    const intent = intentOf(await start())
    till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(10_290) })
    await Promise.all(Array.from({ length: 6 }, () => till.tell('payment_intent.succeeded', intent)))
    expect(await till.stored(order)).toMatchObject({ paid_status: 'p', credit_card_fee: '2.90', version: 2 })
  })

  it('late: an answer that is older than what was stored meanwhile is asked for again', async () => {
    const intent = intentOf(await start('ach'))
    till.stripe.becomes(intent, 'processing')
    till.stripe.onItsWay = async () => {
      // The answer says "processing". Before it arrives the debit has bounced, and that is stored.
      till.stripe.onItsWay = () => undefined
      await till.tell('payment_intent.processing', intent)
      till.stripe.becomes(intent, 'requires_payment_method', bounced)
      await till.tell('payment_intent.payment_failed', intent)
      expect(await statusOf()).toBe('r')
    }
    await till.tell('payment_intent.processing', intent)
    expect(await statusOf()).toBe('r')
    expect(await till.details(order)).toMatchObject([{ status_label: 'Failed' }])
  })

  it('before the start has stored the intent’s number finds its payment all the same', async () => {
    const intent = intentOf(await start('ach'))
    await till.server.database.pool.query('update payments set intent_id = null where intent_id = $1', [
      intent,
    ])
    till.stripe.becomes(intent, 'processing')
    await till.tell('payment_intent.processing', intent)
    expect(await statusOf()).toBe('i')
  })

  it('of the fees later fills them in', async () => {
    const intent = await pay('card', ['succeeded'])
    expect((await till.details(order))[0].stripe_payment_intent).toMatchObject({
      net_amount: null,
      fees: null,
    })
    till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(10_290) })
    expect((await till.tell('charge.updated', intent)).status).toBe(200)
    expect((await till.details(order))[0].stripe_payment_intent.net_amount).toBe('99.62')
    expect((await till.stored(order)).version).toBe(2)
  })

  it('unsigned, with another secret, changed, or long ago is refused and changes nothing', async () => {
    const intent = intentOf(await start())
    till.stripe.becomes(intent, 'succeeded')
    const good = till.stripe.event('payment_intent.succeeded', intent)
    for (const event of [
      { text: good.text, headers: {} },
      {
        text: good.text.replace('payment_intent.succeeded', 'payment_intent.processing'),
        headers: good.headers,
      },
      till.stripe.event('payment_intent.succeeded', intent, { secret: 'whsec_of_somebody_else' }),
      till.stripe.event('payment_intent.succeeded', intent, { sentAt: Date.now() - 3_600_000 }),
    ])
      expect((await till.server.call(null, 'POST', 'stripe/webhook', event)).status).toBe(400)
    expect(await statusOf()).toBe('r')
    const { rows } = await till.server.database.pool.query(
      'select from payment_events where intent_id = $1',
      [intent],
    )
    expect(rows).toEqual([])
  })

  it('sent twice is stored once, and its payment is asked about once', async () => {
    const intent = intentOf(await start('ach'))
    till.stripe.becomes(intent, 'processing')
    const event = till.stripe.event('payment_intent.processing', intent)
    const tell = () => till.server.call(null, 'POST', 'stripe/webhook', event)
    expect((await tell()).status).toBe(200)
    till.stripe.calls.length = 0
    expect((await tell()).status).toBe(200)
    expect(till.stripe.calls).toEqual([])
    const { rows } = await till.server.database.pool.query(
      `select e.type, e.handled_at is not null as is_handled, e.object->>'id' as intent, e.object ? 'client_secret' as secret,
              p.order_id from payment_events e join payments p on p.id = e.payment_id where e.intent_id = $1`,
      [intent],
    )
    expect(rows).toEqual([
      { type: 'payment_intent.processing', is_handled: true, intent, secret: false, order_id: order },
    ])
  })

  it('about nothing of ours, and no money, is stored and changes nothing', async () => {
    const before = await till.server.database.pool.query('select count(*) from payments')
    till.stripe.intents.set('pi_foreign', {
      ...till.stripe.intents.get(intentOf(await start()))!,
      id: 'pi_foreign',
      metadata: {},
    })
    expect((await till.tell('payment_intent.created', 'pi_foreign')).status).toBe(200)
    expect((await till.tell('charge.updated', 'pi_nowhere')).status).toBe(200)
    const { rows } = await till.server.database.pool.query(
      `select intent_id from payment_events where intent_id in ('pi_foreign', 'pi_nowhere') and payment_id is null
        order by 1`,
    )
    expect(rows).toEqual([{ intent_id: 'pi_foreign' }, { intent_id: 'pi_nowhere' }])
    const after = await till.server.database.pool.query('select count(*) from payments')
    // The start's own.
    expect(Number(after.rows[0].count)).toBe(Number(before.rows[0].count) + 1)
    expect(await statusOf()).toBe('r')
  })

  it('while the provider cannot be asked is a 503, so that it is sent again', async () => {
    const intent = intentOf(await start())
    till.stripe.becomes(intent, 'succeeded')
    till.stripe.before = () => {
      throw new Error('cut off')
    }
    const event = till.stripe.event('payment_intent.succeeded', intent)
    const tell = () => till.server.call(null, 'POST', 'stripe/webhook', event)
    expect((await tell()).status).toBe(503)
    // The office still sees what is known.
    expect(await till.details(order)).toMatchObject([{ status_label: 'Started' }])
    till.stripe.before = () => undefined
    expect((await tell()).status).toBe(200)
    expect(await statusOf()).toBe('p')
  })

  it('that never comes is made good when the office looks, or the payer comes back', async () => {
    till.stripe.becomes(intentOf(await start()), 'succeeded')
    expect(await till.details(order)).toMatchObject([{ status_label: 'Paid' }])
    expect(await statusOf()).toBe('p')

    order = await till.makeInvoice()
    till.stripe.becomes(intentOf(await start('ach')), 'processing')
    const refresh = (name: string) => till.call(name, 'POST', order, 'refreshpayment')
    expect((await refresh(till.house.as.customer)).status).toBe(403)
    expect(await statusOf()).toBe('r')
    expect((await refresh(till.payer)).status).toBe(204)
    expect(await statusOf()).toBe('i')
    expect(await till.invoice(order)).toMatchObject({
      paid_status: 'r',
      payment_in_progress: true,
      payment_state: 'pending',
      payable: false,
    })
  })

  it('is not needed to look where the provider does not answer: the known status stays', async () => {
    await start()
    till.stripe.before = () => {
      throw new Error('cut off')
    }
    expect((await till.call(till.payer, 'POST', order, 'refreshpayment')).status).toBe(204)
    expect(await statusOf()).toBe('r')
  })
})
