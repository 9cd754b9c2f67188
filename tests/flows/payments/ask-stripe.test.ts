/** The hourly job that asks Stripe about changes without an event (server/invoices/payments/ask-stripe.ts). */
import { beforeEach, expect, it } from 'vitest'
import { PaymentProviderState } from '#contract/invoices/payment.ts'
import { askStripe } from '#server/invoices/payments/ask-stripe.ts'
import { STRIPE_CRON, STRIPE_QUEUE } from '#server/invoices/payments/jobs.ts'
import { runScheduled } from '#server/platform/scheduler.ts'
import { bankCharge, cardCharge } from '../../factories/stripe.ts'
import { intentOf, openTill } from '../../factories/till.ts'

const till = openTill()
const pool = () => till.server.database.pool

/** Runs the job as it runs an hour from now. */
async function askLater(hours = 1): Promise<void> {
  const now = Date.now() + hours * 3_600_000
  await askStripe({ ...till.server.app.larder, clock: () => new Date(now) })
}
const state = async () =>
  PaymentProviderState.parse(
    (await till.server.call(till.house.as.office, 'GET', 'paymentprovider/state')).body,
  )
const statusOf = async (order: number) => (await till.stored(order)).paid_status
const asked = (call: string) => till.stripe.calls.filter((one) => one.call === call)

beforeEach(async () => {
  await pool().query(`delete from facts where key like 'stripe\\_%'`)
  await pool().query(
    `update payments set status = 'canceled' where status in ('open', 'verifying', 'processing')`,
  )
})

it('a payment whose event was lost is paid within the hour', async () => {
  const [byCard, byBank] = [await till.makeInvoice(), await till.makeInvoice()]
  const card = intentOf(await till.start(byCard))
  const bank = intentOf(await till.start(byBank, 'ach'))
  till.stripe.becomes(card, 'succeeded', { latest_charge: cardCharge(10_290) })
  till.stripe.becomes(bank, 'processing', { latest_charge: bankCharge() })
  await askLater()
  expect([await statusOf(byCard), await statusOf(byBank)]).toEqual(['p', 'i'])
  till.stripe.becomes(bank, 'succeeded', { latest_charge: bankCharge() })
  await askLater(2)
  expect(await statusOf(byBank)).toBe('p')
})

it('an attempt that was begun just now, or left days ago, is not asked about every hour', async () => {
  const order = await till.makeInvoice()
  const intent = intentOf(await till.start(order))
  const about = `GET /v1/payment_intents/${intent}`
  await askLater(0)
  await askLater(49)
  expect(asked(about)).toEqual([])
  await askLater(1)
  expect(asked(about)).toHaveLength(1)
})

it('a debit that the bank returned, and whose event was lost, is found the next day', async () => {
  const order = await till.makeInvoice()
  const intent = await till.pay(order, 'ach')
  await askLater()
  expect(await statusOf(order)).toBe('p')
  till.stripe.disputes(intent, 'lost')
  // The job read Stripe's lists an hour ago.
  await askLater(2)
  expect(await statusOf(order)).toBe('p')
  await askLater(26)
  expect(await statusOf(order)).toBe('r')
})

it('a refund whose event was lost is found the next day, and so is its event', async () => {
  const order = await till.makeInvoice()
  const intent = await till.pay(order, 'card')
  await askLater()
  const charge = cardCharge(10_290, {
    refunds: {
      object: 'list',
      data: [
        {
          id: 're_1',
          amount: 2_000,
          status: 'succeeded',
          reason: null,
          created: Math.floor(Date.now() / 1_000),
        },
      ],
    },
  })
  till.stripe.becomes(intent, 'succeeded', { latest_charge: charge })
  const { text } = till.stripe.event('charge.refunded', intent)
  await askLater(26)
  const refunded = async () =>
    (await pool().query('select refunded from payments where intent_id = $1', [intent])).rows
  expect(await refunded()).toEqual([{ refunded: '20.00' }])
  const event = async () =>
    (
      await pool().query('select type, handled_at is not null as handled from payment_events where id = $1', [
        JSON.parse(text).id,
      ])
    ).rows
  expect(await event()).toEqual([{ type: 'charge.refunded', handled: true }])
})

it('an event that came while Stripe did not answer is handled within the hour', async () => {
  const order = await till.makeInvoice()
  const intent = intentOf(await till.start(order))
  till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(10_290) })
  till.stripe.before = () => {
    throw new Error('cut off')
  }
  expect((await till.tell('payment_intent.succeeded', intent)).status).toBe(503)
  await askLater()
  expect(await statusOf(order)).toBe('r')
  till.stripe.before = () => undefined
  await askLater(2)
  expect(await statusOf(order)).toBe('p')
  const { rows } = await pool().query(
    'select from payment_events where intent_id = $1 and handled_at is null',
    [intent],
  )
  expect(rows).toEqual([])
})

it('the office sees when the last event from Stripe came, and that signatures fail', async () => {
  expect(await state()).toEqual({
    is_set_up: true,
    heard_at: null,
    asked_at: null,
    unsigned_at: null,
    problem: null,
  })
  const order = await till.makeInvoice()
  const intent = await till.pay(order, 'card')
  const { heard_at } = await state()
  expect(heard_at).not.toBeNull()
  const wrong = till.stripe.event('charge.updated', intent, { secret: 'whsec_of_another' })
  expect((await till.server.call(null, 'POST', 'stripe/webhook', wrong)).status).toBe(400)
  const { unsigned_at } = await state()
  expect(unsigned_at! >= heard_at!).toBe(true)
  await till.tell('charge.updated', intent)
  expect((await state()).unsigned_at).toBeNull()
  await askLater()
  expect((await state()).asked_at).not.toBeNull()
})

it('keys are checked: what they may not read, unknown keys, and those of another account', async () => {
  const order = await till.makeInvoice()
  const intent = intentOf(await till.start(order))
  till.stripe.forbidden
    .add('GET /v1/disputes')
    .add('GET /v1/balance_transactions')
    .add('GET /v1/confirmation_tokens/:id')
  await askLater()
  expect((await state()).problem).toBe(
    'The server’s secret key may not read: Confirmation tokens, Balance transactions, Disputes.',
  )
  till.stripe.forbidden.clear()
  till.stripe.isKeyKnown = false
  await askLater()
  expect((await state()).problem).toBe(
    'Stripe does not take the server’s secret key: it is wrong, or it was replaced.',
  )
  till.stripe.isKeyKnown = true
  await askLater()
  expect((await state()).problem).toBeNull()
  till.stripe.account = 'acct_2'
  till.stripe.calls.length = 0
  await askLater(2)
  expect((await state()).problem).toBe(
    'The keys are those of the account acct_2. Payments that are not finished were begun with acct_of_the_stand_in, and nothing is heard of them.',
  )
  expect(asked(`GET /v1/payment_intents/${intent}`)).toEqual([])
  // While Stripe is out of reach, the job learns nothing new.
  till.stripe.before = () => {
    throw new Error('cut off')
  }
  await askLater(3)
  expect((await state()).problem).toContain('acct_2')
})

it('a restricted key that may not read its account is right', async () => {
  till.stripe.forbidden.add('GET /v1/account')
  await askLater()
  expect(await state()).toMatchObject({ problem: null, asked_at: expect.any(String) })
})

it('the job runs when a server starts, in one of its processes', async () => {
  const ran: string[] = []
  const open = (name: string) =>
    runScheduled({ pool: pool(), log: till.server.app.log }, [
      { queue: STRIPE_QUEUE.name, cron: STRIPE_CRON, run: async () => void ran.push(name) },
    ])
  const stops = [await open('first')]
  await expect.poll(() => ran).toEqual(['first'])
  stops.push(await open('second'))
  await expect.poll(() => ran).toHaveLength(2)
  await Promise.all(stops.map((stop) => stop()))
  const { rows } = await pool().query('select cron from pgboss.schedule where name = $1', [STRIPE_QUEUE.name])
  expect(rows).toEqual([{ cron: '17 * * * *' }])
})
