/** What Stripe moved against what is shown as paid (docs/decisions/0249). */
import { beforeEach, expect, it } from 'vitest'
import { addDays, dayIn } from '#contract/day.ts'
import { readEnv } from '#server/env.ts'
import { bankCharge, cardCharge, type Moved } from '../../factories/stripe.ts'
import { openTill } from '../../factories/till.ts'

const till = openTill()
const ZONE = readEnv({ NODE_ENV: 'test' }).TIME_ZONE
const TODAY = dayIn(ZONE, new Date())
const NOW = Math.floor(Date.now() / 1_000)
let order: number
let number = 0

beforeEach(async () => {
  order = await till.makeInvoice()
  till.stripe.movements.length = 0
  till.stripe.payouts.length = 0
})

/** Stripe moves so many cents of an intent. */
function moves(reporting_category: string, intent: string, amount: number, over: Partial<Moved> = {}): void {
  const fee = over.fee ?? 0
  number += 1
  till.stripe.movements.push({
    id: `txn_${number}`,
    object: 'balance_transaction',
    created: NOW,
    currency: 'usd',
    reporting_category,
    amount,
    fee,
    net: amount - fee,
    source: { id: `src_${number}`, object: 'charge', payment_intent: intent },
    payout: null,
    ...over,
  })
}
const read = async (start = TODAY, end = TODAY, name = till.house.as.office) =>
  till.server.call(name, 'GET', `reconciliation?start_date=${start}&end_date=${end}`)
/** Payments of earlier tests are of this day, too: Stripe has moved none of them. */
const differenceOf = async () => {
  const { body } = await read()
  return (body as { payout: string | null; difference: string }[]).find(({ payout }) => payout === 'po_1')
    ?.difference
}
const inPayout = { payout: 'po_1' }

beforeEach(() => {
  till.stripe.payouts.push({ id: 'po_1', created: NOW, arrival_date: Date.parse(addDays(TODAY, 2)) / 1_000 })
})

it('sums payments, refunds, disputes, fees and net of a payout, and has no difference where all is known', async () => {
  const intent = await till.pay(order, 'card')
  const refund = { id: 're_1', amount: 2_000, status: 'succeeded', reason: null, created: NOW }
  till.stripe.becomes(intent, 'succeeded', {
    latest_charge: cardCharge(10_290, { refunds: { data: [refund] } }),
  })
  await till.tell('charge.refunded', intent)
  moves('charge', intent, 10_290, { fee: 328, ...inPayout })
  moves('refund', intent, -2_000, {
    ...inPayout,
    source: { id: 're_1', object: 'refund', payment_intent: intent },
  })
  moves('fee', '', -50, { ...inPayout, source: null })
  moves('payout', '', -7_912, { source: null })
  const { status, body } = await read()
  expect(status).toBe(200)
  expect(body.find(({ payout }: { payout: string }) => payout === 'po_1')).toEqual({
    day: TODAY,
    payout: 'po_1',
    arrives: addDays(TODAY, 2),
    payments: '102.90',
    refunds: '20.00',
    disputes: '0.00',
    fees: '3.78',
    net: '79.12',
    shown: '82.90',
    difference: '0.00',
  })
})

it('has a difference for a refund without an event, and for a payment of nothing that is known', async () => {
  const intent = await till.pay(order, 'card')
  moves('charge', intent, 10_290, inPayout)
  moves('refund', intent, -2_000, inPayout)
  expect(await differenceOf()).toBe('-20.00')
  moves('charge', 'pi_of_nobody', 500, inPayout)
  expect(await differenceOf()).toBe('-15.00')
})

it('knows a dispute that was lost, and the money that a won one returns', async () => {
  const intent = await till.pay(order, 'card')
  till.stripe.disputes(intent, 'lost', 'fraudulent')
  await till.tell('charge.dispute.closed', intent)
  const source = { id: 'du_of_facts', object: 'dispute', payment_intent: intent }
  moves('charge', intent, 10_290, inPayout)
  const { rows } = await till.server.database.pool.query<{ id: string }>(
    `select intent -> 'disputes' -> 0 ->> 'id' as id from payments where intent_id = $1`,
    [intent],
  )
  source.id = rows[0]!.id
  moves('dispute', intent, -10_290, { ...inPayout, source })
  expect(await differenceOf()).toBe('0.00')
  moves('dispute_reversal', intent, 10_290, { ...inPayout, source })
  expect(await differenceOf()).toBe('102.90')
  till.stripe.disputes(intent, 'won', 'fraudulent')
  await till.tell('charge.dispute.closed', intent)
  expect(await differenceOf()).toBe('0.00')
})

it('knows a debit that the bank returned', async () => {
  const intent = await till.pay(order, 'ach', { latest_charge: bankCharge() })
  till.stripe.disputes(intent, 'lost', 'insufficient_funds')
  await till.tell('charge.dispute.closed', intent)
  moves('charge', intent, 10_000, inPayout)
  moves('payment_failure_refund', intent, -10_000, inPayout)
  expect(await differenceOf()).toBe('0.00')
})

it('shows a payment that Stripe moved on no day, and not one that it moved on another', async () => {
  const sum = async () => {
    const row = (await read()).body.find(({ payout }: { payout: string | null }) => payout === null)
    return row ? Number(row.difference) : 0
  }
  const before = await sum()
  await till.pay(order, 'card', { latest_charge: cardCharge(10_290) })
  expect(await sum()).toBe(before)
  const other = await till.makeInvoice()
  await till.pay(other, 'card', { latest_charge: cardCharge(10_290, { balance_transaction: null }) })
  expect(await sum()).toBeCloseTo(before - 102.9, 2)
})

it.each([
  [TODAY, addDays(TODAY, -1), /end_date: is before/],
  [TODAY, addDays(TODAY, 31), /more than 31 days/],
])('refuses %s to %s', async (start, end, words) => {
  const { status, body } = await read(start, end)
  expect([status, body.message]).toEqual([400, expect.stringMatching(words)])
})

it('is for the office, and out of reach where Stripe is', async () => {
  expect((await read(TODAY, TODAY, till.payer)).status).toBe(403)
  till.stripe.before = () => {
    throw new Error('away')
  }
  expect((await read()).status).toBe(503)
})
