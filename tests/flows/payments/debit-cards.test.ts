/** A debit or prepaid card costs no fee (docs/decisions/0248). */
import { beforeEach, expect, it } from 'vitest'
import { cardCharge } from '../../factories/stripe.ts'
import { intentOf, openTill } from '../../factories/till.ts'

const till = openTill()
/** 100.00, and 2.90 more by card. */
let order: number
let intent: string
beforeEach(async () => {
  order = await till.makeInvoice()
  intent = intentOf(await till.start(order, 'card'))
})
const takeOff = (token: string, name = till.payer) =>
  till.call(name, 'POST', order, 'payment/withoutfee', { confirmation_token: token })
const amount = () => till.stripe.intents.get(intent)!.amount
const paid = async () => {
  till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(amount()) })
  await till.tell('payment_intent.succeeded', intent)
  return till.stored(order)
}

it.each(['ctoken_debit_1', 'ctoken_prepaid_1'])(
  '%s lowers the payment by the fee, and pays the invoice',
  async (token) => {
    expect(amount()).toBe(10_290)
    const { status, body } = await takeOff(token)
    expect([status, body.invoice_payment_summary]).toEqual([
      200,
      { card: { 'Invoice total': '100.00', Total: '100.00' } },
    ])
    expect(amount()).toBe(10_000)
    expect(await paid()).toMatchObject({ paid_status: 'p', grand_total: '100.00', credit_card_fee: '0.00' })
  },
)

it.each([
  ['ctoken_credit_1', 'This is a credit card: its fee stays.'],
  ['ctoken_unknown', 'This is a credit card: its fee stays.'],
])('%s pays the fee', async (token, words) => {
  const { status, body } = await takeOff(token)
  expect([status, body.message]).toEqual([409, words])
  expect(await paid()).toMatchObject({ paid_status: 'p', grand_total: '102.90', credit_card_fee: '2.90' })
})

it('the fee is taken off once, and only by the payer', async () => {
  expect((await takeOff('ctoken_debit_1', till.house.as.office)).status).toBe(403)
  const both = await Promise.all([takeOff('ctoken_debit_1'), takeOff('ctoken_debit_2')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(amount()).toBe(10_000)
})

it('a payment that the provider does not lower is not charged: the next attempt begins again', async () => {
  till.stripe.before = (call) => {
    if (call.startsWith('POST /v1/payment_intents/pi_')) throw new Error('away')
  }
  expect((await takeOff('ctoken_debit_1')).status).toBe(503)
  till.stripe.before = () => undefined
  const next = intentOf(await till.start(order, 'card'))
  expect(next).not.toBe(intent)
  expect(till.stripe.intents.get(intent)!.status).toBe('canceled')
  expect(till.stripe.intents.get(next)!.amount).toBe(10_290)
})
