/** Paying changes an invoice too: each time with a line of its history. */
import { beforeEach, expect, it } from 'vitest'
import { InvoiceHistoryLine } from '#contract/invoices/schema.ts'
import { openTill } from '../../factories/till.ts'

const till = openTill()
/** Over 100.00, ready for payment. */
let order: number

beforeEach(async () => {
  order = await till.makeInvoice()
})

const office = (method: 'GET' | 'POST', path: string, body?: object) =>
  till.server.call(till.house.as.office, method, path, body && { body })
/** What was said of paying, oldest first. */
const historyOf = async () =>
  InvoiceHistoryLine.array()
    .parse((await office('GET', `orders/${order}/invoice/history`)).body)
    .filter(({ act }) => act === 'paid' || act === 'reopened')
    .toReversed()
    .map(({ act, detail, grand_total, username }) => ({ act, detail, grand_total, username }))

it('a card’s fee that came onto the invoice is a line, once however often it is reported', async () => {
  const intent = await till.pay(order, 'card')
  await till.tell('payment_intent.succeeded', intent)
  expect(await historyOf()).toEqual([
    {
      act: 'paid',
      detail: '102.90 by card\nCredit card fee: 2.90',
      grand_total: '102.90',
      username: null,
    },
  ])
})

it('a debit that the bank took back is a line with the bank’s reason', async () => {
  const intent = await till.pay(order, 'ach')
  till.stripe.disputes(intent, 'lost', 'insufficient_funds')
  await till.tell('charge.dispute.closed', intent)
  expect(await historyOf()).toMatchObject([
    { act: 'paid', detail: '100.00 by ACH', username: null },
    { act: 'reopened', detail: 'The bank returned the debit: insufficient funds.', grand_total: '100.00' },
  ])
})

it('an external payment and its withdrawal are a line each, with the person who entered it', async () => {
  const by = till.house.as.office
  await office('POST', `orders/${order}/invoice/setpaidexternally`, { note: 'Check 881' })
  await office('POST', `orders/${order}/invoice/setpaidexternally`, { note: 'Check 881' })
  await office('POST', `orders/${order}/invoice/setnotpaidexternally`)
  expect(await historyOf()).toEqual([
    {
      act: 'paid',
      detail: expect.stringMatching(/^Externally: Check 881\n100\.00 on /),
      grand_total: '100.00',
      username: by,
    },
    { act: 'reopened', detail: 'Not paid externally after all: 100.00', grand_total: '100.00', username: by },
  ])
})
