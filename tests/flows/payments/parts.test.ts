/** Invoices that are paid in parts, opened again, and paid too much (readings, "Paid in parts", "Refunds and disputes"). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LedgerRow, sumsOf } from '#contract/invoices/ledger.ts'
import { Payment } from '#contract/invoices/payment.ts'
import { GivenCredit } from '#contract/invoices/schema.ts'
import { behindLock } from '../../factories/behind-lock.ts'
import { checkLedger } from '../../factories/ledger.ts'
import { cardCharge } from '../../factories/stripe.ts'
import { intentOf, openTill } from '../../factories/till.ts'

const till = openTill()
let order: number
beforeEach(async () => {
  order = await till.makeInvoice()
})

const office = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  till.server.call(till.house.as.office, method, path, { ...(body && { body }) })
const act = (call: string, body: object = {}, of = order) =>
  office('POST', `orders/${of}/invoice/${call}`, body)
const pay = (body: object = {}) => act('setpaidexternally', body)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const invoice = async (of = order) => (await office('GET', `orders/${of}/invoice`)).body
const moneyOf = async (of = order) => {
  const { paid_status, kept, due } = await invoice(of)
  return [paid_status, kept, due]
}
const preview = async () =>
  (await till.call(till.payer, 'GET', order, 'paymentpreview')).body.invoice_payment_summary
const parts = async () => Payment.array().parse(await till.details(order))

/** The ledger is what the rows come to, after each test. */
afterEach(() => checkLedger(till.server.database.pool))

describe('an invoice that is paid in parts', () => {
  it('stays as it is while something is due, and the last part decides', async () => {
    expect((await pay({ amount: '60.00', way: 'check', day: '2026-11-20', note: '1041' })).status).toBe(204)
    expect(await moneyOf()).toEqual(['r', '60.00', '40.00'])
    expect(await preview()).toMatchObject({
      ach: { 'Invoice total': '100.00', 'Paid already': '-60.00', Total: '40.00' },
      // 2.9 % of the rest.
      card: { 'Credit card fee': '1.16', Total: '41.16' },
    })
    await pay()
    expect(await moneyOf()).toEqual(['pe', '100.00', '0.00'])
    expect(await parts()).toMatchObject([
      { payment_amount: '40.00', way: 'other', note: '' },
      { payment_amount: '60.00', way: 'check', day: '2026-11-20', note: '1041' },
    ])
  })

  it('is paid online for the rest', async () => {
    await pay({ amount: '60.00' })
    const intent = await till.pay(order, 'card')
    expect(till.stripe.intents.get(intent)!.amount).toBe(4_116)
    expect(await moneyOf()).toEqual(['p', '101.16', '0.00'])
  })

  it('holds what comes online when a part was booked meanwhile', async () => {
    const intent = intentOf(await till.start(order))
    till.stripe.becomes(intent, 'processing')
    till.stripe.becomes(intent, 'requires_payment_method')
    await pay({ amount: '60.00' })
    till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(10_290) })
    await till.tell('payment_intent.succeeded', intent)
    expect(await moneyOf()).toEqual(['r', '60.00', '40.00'])
    expect((await invoice()).payment_error).toBe(
      'It was paid when 100.00 of the invoice was due, and 40.00 is due now.',
    )
  })

  it('is not paid twice by two presses, nor by two clerks', async () => {
    const both = await Promise.all([
      pay({ amount: '60.00', due: '100.00' }),
      pay({ amount: '60.00', due: '100.00' }),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
    expect(await moneyOf()).toEqual(['r', '60.00', '40.00'])
    expect([(await pay()).status, (await pay()).status]).toEqual([204, 204])
    expect(await parts()).toHaveLength(2)
  })

  it('takes a part back, and all of them, and is ready for payment as before', async () => {
    await pay({ amount: '60.00' })
    await pay()
    const [last, first] = await parts()
    await act('setnotpaidexternally', { payment: first!.part })
    expect(await moneyOf()).toEqual(['r', '40.00', '60.00'])
    expect((await act('setnotpaidexternally', { payment: first!.part })).status).toBe(409)
    await act('setnotpaidexternally', { payment: last!.part })
    expect(await moneyOf()).toEqual(['r', '0.00', '100.00'])
    await act('setnotpayable')
    await pay()
    await act('setnotpaidexternally')
    expect(await moneyOf()).toEqual(['', '0.00', '100.00'])
  })

  it('is closed without money once nothing of it is due', async () => {
    await pay({ amount: '60.00' })
    const lower = { fuel_surcharge: '60.00' }
    expect((await office('PATCH', `orders/${order}/invoice`, lower)).status).toBeLessThan(300)
    expect(await moneyOf()).toEqual(['r', '60.00', '0.00'])
    expect((await pay({ amount: '0.00', due: '0.00' })).status).toBe(204)
    expect(await moneyOf()).toEqual(['pe', '60.00', '0.00'])
    await act('setnotpaidexternally')
    expect(await moneyOf()).toEqual(['r', '0.00', '60.00'])
  })

  it('has a discount for paying on time beside a part, once', async () => {
    await pay({ amount: '98.00', discount: '2.00' })
    expect(await moneyOf()).toEqual(['pe', '98.00', '0.00'])
    expect((await invoice()).on_time_discount).toBe('2.00')
    await act('setnotpaidexternally')
    expect((await invoice()).on_time_discount).toBe('0.00')
    expect(await moneyOf()).toEqual(['r', '0.00', '100.00'])
  })

  it('that is paid too much lets the rest wait for the location, until it is taken back', async () => {
    await pay({ amount: '120.00' })
    expect(await moneyOf()).toEqual(['pe', '100.00', '0.00'])
    const waiting = async () =>
      (await office('GET', `orders/${order}/invoice/credits`)).body.map(
        ({ total, state, reason }: Record<string, string>) => [total, state, reason],
      )
    expect(await waiting()).toEqual([['-20.00', 'waits', `Paid too much on invoice ${order}`]])
    const rows = LedgerRow.array().parse((await office('GET', `ledger?no_page=1&order=${order}`)).body)
    expect(rows.map(({ kind, amount }) => [kind, amount]).toReversed()).toEqual([
      ['invoice', '100.00'],
      ['external', '-120.00'],
      ['moved', '20.00'],
    ])
    expect(sumsOf(rows)).toMatchObject({ kept: '100.00', due: '0.00' })
    await act('setnotpaidexternally')
    expect(await waiting()).toMatchObject([['-20.00', 'reversed', expect.anything()]])
    expect(await moneyOf()).toEqual(['r', '0.00', '100.00'])
  })

  it('keeps what the other parts pay too much when one is taken back', async () => {
    order = await till.makeInvoice({}, '200.00')
    await pay({ amount: '120.00' })
    await pay({ amount: '20.00' })
    const lower = { fuel_surcharge: '100.00', confirm_kept: true }
    expect((await office('PATCH', `orders/${order}/invoice`, lower)).status).toBeLessThan(300)
    expect(await moneyOf()).toEqual(['r', '100.00', '0.00'])
    const [last] = await parts()
    expect((await act('setnotpaidexternally', { payment: last!.part })).status).toBe(204)
    expect(await moneyOf()).toEqual(['r', '100.00', '0.00'])
    const credits = (await office('GET', `orders/${order}/invoice/credits`)).body as {
      id: number
      total: string
      state: string
      is_overpaid: boolean
    }[]
    expect(
      credits.filter(({ is_overpaid }) => is_overpaid).map(({ total, state }) => [total, state]),
    ).toEqual([
      ['-40.00', 'reversed'],
      ['-20.00', 'waits'],
    ])
    const waiting = credits.find(({ is_overpaid, state }) => is_overpaid && state === 'waits')!
    const refused = await act(`credits/${waiting.id}/reverse`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `This credit is money that was paid too much: take the payment of invoice ${order} back instead.`,
    ])
  })

  it('is neither unlocked nor lowered below what is kept without a word', async () => {
    await pay({ amount: '60.00' })
    expect(codeOf(await office('POST', `orders/${order}/unlock`))).toEqual([409, 'kept'])
    // The made invoice has no lines: it comes to its fees once it is charged.
    const lower = (body: object = {}) =>
      office('PATCH', `orders/${order}/invoice`, { fuel_surcharge: '50.00', ...body })
    const asked = await lower()
    expect(codeOf(asked)).toEqual([409, 'below_kept'])
    expect(asked.body.message).toBe(
      `60.00 was paid of invoice ${order}, which would come to 50.00. If you go on, 10.00 waits for the location's next invoice.`,
    )
    expect((await lower({ confirm_kept: true })).status).toBeLessThan(300)
    expect(await moneyOf()).toEqual(['r', '50.00', '0.00'])
    await act('setnotpaidexternally')
    expect((await office('POST', `orders/${order}/unlock`)).status).toBe(200)
  })

  it.each([
    [{ amount: '0.00' }, 'amount'],
    [{ amount: '10.00', discount: '100.01' }, 'discount'],
    [{ amount: '10.00', day: '2999-01-01' }, 'day'],
    [{ amount: '-1.00' }, 'amount'],
    [{ amount: '10.00', way: 'barter' }, 'way'],
  ])('is refused for %o', async (body, field) => {
    const { status, body: said } = await pay(body)
    expect(status).toBe(400)
    expect(said).toHaveProperty(field)
    expect(await moneyOf()).toEqual(['r', '0.00', '100.00'])
  })
})

describe('a paid invoice of which money went back', () => {
  /** A card payment, of which this many cents are refunded. */
  async function refunded(cents: number): Promise<string> {
    const intent = await till.pay(order, 'card')
    const created = Math.floor(Date.now() / 1_000)
    const data = [{ id: 're_1', amount: cents, status: 'succeeded', reason: null, created }]
    till.stripe.becomes(intent, 'succeeded', { latest_charge: cardCharge(10_290, { refunds: { data } }) })
    await till.tell('charge.refunded', intent)
    return intent
  }

  it('stays paid until the office opens it again, with a note, and then only the rest is due', async () => {
    await refunded(5_000)
    expect(await moneyOf()).toEqual(['p', '52.90', '50.00'])
    expect((await act('openagain', { note: '' })).status).toBe(400)
    expect((await act('openagain', { note: 'Wrong customer' })).status).toBe(204)
    expect(await moneyOf()).toEqual(['r', '52.90', '50.00'])
    const [line] = (await office('GET', `orders/${order}/invoice/history`)).body
    expect(line).toMatchObject({
      act: 'reopened',
      detail: '52.90 of 102.90 is kept, 50.00 is due: Wrong customer',
      username: till.house.as.office,
    })
    await till.pay(order, 'ach', { amount: 5_000 })
    expect(await moneyOf()).toEqual(['p', '102.90', '0.00'])
  })

  it('is not opened again where nothing went back, where it is open, or by who takes no payments', async () => {
    expect((await act('openagain', { note: 'x' })).status).toBe(409)
    await till.pay(order, 'card')
    expect((await act('openagain', { note: 'x' })).status).toBe(409)
    const payer = await till.call(till.payer, 'POST', order, 'openagain', { note: 'x' })
    expect(payer.status).toBe(403)
  })

  it('has what is kept held, and the invoice can be unlocked then', async () => {
    await refunded(5_000)
    expect((await act('holdpayments', { note: 'x' })).status).toBe(409)
    await act('openagain', { note: 'Wrong customer' })
    expect(codeOf(await office('POST', `orders/${order}/unlock`))).toEqual([409, 'kept'])
    expect((await act('holdpayments', { note: 'For the next order' })).status).toBe(204)
    const [line] = (await office('GET', `orders/${order}/invoice/history`)).body
    expect(line.detail).toBe('52.90 is held: For the next order')
    expect(await invoice()).toMatchObject({
      grand_total: '100.00',
      credit_card_fee: '0.00',
      kept: '0.00',
      due: '100.00',
    })
    expect((await office('POST', `orders/${order}/unlock`)).status).toBe(200)
  })

  it('has nothing held where the customer has just begun to pay the rest', async () => {
    await refunded(5_000)
    await act('openagain', { note: 'Wrong customer' })
    const { status, body } = await behindLock(
      till.server.database.pool,
      order,
      () => act('holdpayments', { note: 'x' }),
      (holder) =>
        holder.query(
          `insert into payments (id, order_id, method, invoice_total, amount)
           values (gen_random_uuid(), $1, 'card', 102.90, 50)`,
          [order],
        ),
    )
    expect([status, body.message]).toEqual([409, expect.stringContaining('about to pay')])
    expect(await moneyOf()).toEqual(['r', '52.90', '50.00'])
  })

  describe('and its card fee left the invoice before the payment does', () => {
    beforeEach(async () => {
      await refunded(10_290)
      await act('openagain', { note: 'Wrong customer' })
    })
    const feeAndDue = async () => {
      const { credit_card_fee, grand_total, due } = await invoice()
      return [credit_card_fee, grand_total, due]
    }

    it('loses the fee once where the invoice was made again', async () => {
      const anew = { force_regenerate: true, confirm_nothing: true, confirm_zero: true }
      expect((await office('POST', `orders/${order}/generateinvoice`, anew)).status).toBe(200)
      expect(await feeAndDue()).toEqual(['0.00', '0.00', '0.00'])
      expect((await act('holdpayments', { note: 'x' })).status).toBe(204)
      expect(await feeAndDue()).toEqual(['0.00', '0.00', '0.00'])
    })

    it('loses no more than the office has left of the fee', async () => {
      expect((await office('PATCH', `orders/${order}/invoice`, { credit_card_fee: '1.00' })).status).toBe(200)
      // The order of this test has no lines.
      expect(await feeAndDue()).toEqual(['1.00', '1.00', '1.00'])
      expect((await act('holdpayments', { note: 'x' })).status).toBe(204)
      expect(await feeAndDue()).toEqual(['0.00', '0.00', '0.00'])
    })
  })

  describe('by a dispute', () => {
    let intent: string
    beforeEach(async () => {
      await till.server.database.pool.query(
        `update settings set value = 'books@example.com' where name = 'dispute_mail'`,
      )
      intent = await till.pay(order, 'card')
      till.stripe.disputes(intent, 'needs_response', 'fraudulent')
      await till.tell('charge.dispute.created', intent)
    })
    const lost = async () => {
      till.stripe.disputes(intent, 'lost', 'fraudulent')
      await till.tell('charge.dispute.closed', intent)
    }
    const won = async () => {
      till.stripe.disputes(intent, 'won', 'fraudulent')
      await till.tell('charge.dispute.funds_reinstated', intent)
    }
    const heldOf = async () =>
      (await office('GET', 'heldpayments')).body
        .filter((one: { order: number }) => one.order === order)
        .map(({ payment_amount, reason }: Record<string, string>) => [payment_amount, reason])
    /** What was paid too much on the order and waits for the location's next invoice. */
    const waiting = async () =>
      (
        await till.server.database.pool.query<{ amount: string }>(
          `select (-total - tax)::text as amount from invoice_credits where of_order = $1 and is_overpaid and reversed_at is null`,
          [order],
        )
      ).rows.map(({ amount }) => amount)
    const CAME_BACK = 'Money that had gone back is here again, after the invoice was opened again.'

    it('is listed and mailed once, with the day until which it can be answered', async () => {
      await till.tell('charge.dispute.updated', intent)
      expect((await office('GET', 'disputes')).body).toMatchObject([
        {
          order,
          amount: '102.90',
          status: 'needs_response',
          reason: 'fraudulent',
          due_date: expect.stringContaining('T'),
        },
      ])
      const { results } = (await office('GET', 'mails?kind=dispute')).body
      expect(results).toMatchObject([
        { order, to: 'books@example.com', subject: `A payment of order ${order} is disputed` },
      ])
      const { text } = (await office('GET', `mails/${results[0].id}`)).body
      expect(text).toContain(
        `A payment of order ${order} is disputed: 102.90 of 102.90.\nReason: fraudulent.\nIt can be answered`,
      )
    })

    it('that is won while the invoice is paid changes nothing', async () => {
      await won()
      expect(await moneyOf()).toEqual(['p', '102.90', '0.00'])
      expect(await heldOf()).toEqual([])
    })

    it('that is won after it was opened again is held, without the card’s fee', async () => {
      await lost()
      expect(await moneyOf()).toEqual(['p', '0.00', '102.90'])
      await act('openagain', { note: 'Lost' })
      await won()
      expect(await heldOf()).toEqual([['102.90', CAME_BACK]])
      expect(await moneyOf()).toEqual(['r', '0.00', '100.00'])
    })

    it('that is won after most was paid otherwise is held, and the excess of the fee waits', async () => {
      await lost()
      await act('openagain', { note: 'Lost' })
      await pay({ amount: '101.00' })
      expect(await moneyOf()).toEqual(['r', '101.00', '1.90'])
      await won()
      expect(await moneyOf()).toEqual(['r', '100.00', '0.00'])
      expect(await waiting()).toEqual(['1.00'])
    })

    it('leaves nothing below 0 where the lost payment is held after most was paid otherwise', async () => {
      await lost()
      await act('openagain', { note: 'Lost' })
      await pay({ amount: '101.00' })
      expect((await act('holdpayments', { note: 'For the next order' })).status).toBe(204)
      expect(await moneyOf()).toEqual(['r', '100.00', '0.00'])
      expect(await waiting()).toEqual(['1.00'])
    })

    it('that is won after it was paid otherwise is held, and the invoice stays paid', async () => {
      await lost()
      await act('openagain', { note: 'Lost' })
      await pay()
      await won()
      expect(await heldOf()).toEqual([['102.90', CAME_BACK]])
      expect(await moneyOf()).toEqual(['pe', '102.90', '0.00'])
    })
  })
})

describe('a debit that the bank returns', () => {
  /** Pays with a debit of another amount than the invoice's, which the office then applies. Returns the intent. */
  async function applied(cents: number): Promise<string> {
    const intent = await till.pay(order, 'ach', { amount_received: cents })
    const all = (await office('GET', 'heldpayments')).body as { id: string; order: number }[]
    const { id } = all.find((one) => one.order === order)!
    expect((await office('POST', `heldpayments/${id}/apply`, { note: '' })).status).toBe(204)
    return intent
  }
  const returned = async (intent: string) => {
    till.stripe.disputes(intent, 'needs_response')
    expect((await till.tell('charge.dispute.created', intent)).status).toBe(200)
  }
  const overpaid = async () => {
    const { body } = await office('GET', `orders/${order}/invoice/credits`)
    return GivenCredit.array()
      .parse(body)
      .map(({ total, state }) => [total, state])
  }
  /** Makes the invoice again without its lines: all that was paid of it waits. Unlocks it then. */
  async function unlockEmpty(): Promise<void> {
    const anew = { force_regenerate: true, confirm_nothing: true, confirm_zero: true, confirm_kept: true }
    expect((await office('POST', `orders/${order}/generateinvoice`, anew)).status).toBe(200)
    expect(await overpaid()).toEqual([['-60.00', 'waits']])
    expect((await office('POST', `orders/${order}/unlock`)).status).toBe(200)
  }

  it('takes back what was paid too much with it, once, and the invoice can be unlocked', async () => {
    const intent = await applied(12_000)
    expect(await moneyOf()).toEqual(['p', '100.00', '0.00'])
    expect(await overpaid()).toEqual([['-20.00', 'waits']])
    await Promise.all([returned(intent), returned(intent)])
    expect(await moneyOf()).toEqual(['r', '0.00', '100.00'])
    expect(await overpaid()).toEqual([['-20.00', 'reversed']])
    const [line] = (await office('GET', `orders/${order}/invoice/history`)).body
    expect(line).toMatchObject({
      act: 'reopened',
      detail:
        'The bank returned the debit: insufficient funds.\n20.00 of it waited as a credit, and is taken back',
    })
    expect((await office('POST', `orders/${order}/unlock`)).status).toBe(200)
  })

  it('leaves what another invoice has used of it, and that is due again', async () => {
    const intent = await applied(12_000)
    const other = await till.makeInvoice()
    await till.server.database.pool.query('update invoice_credits set order_id = $2 where of_order = $1', [
      order,
      other,
    ])
    await returned(intent)
    expect(await moneyOf()).toEqual(['r', '-20.00', '120.00'])
    expect(await overpaid()).toEqual([['-20.00', 'stands']])
  })

  it('opens an invoice whose rest was paid externally', async () => {
    order = await till.makeInvoice({}, '150.00')
    const intent = await applied(10_000)
    await pay()
    expect(await moneyOf()).toEqual(['pe', '150.00', '0.00'])
    await returned(intent)
    expect(await moneyOf()).toEqual(['r', '50.00', '100.00'])
    expect(await invoice()).toMatchObject({ payable: true, payment_state: 'returned' })
  })

  it('leaves an invoice paid that other payments pay, and takes no more back than it came to', async () => {
    const intent = await applied(6_000)
    await pay({ amount: '120.00' })
    expect(await overpaid()).toEqual([['-80.00', 'waits']])
    await returned(intent)
    expect(await moneyOf()).toEqual(['pe', '100.00', '0.00'])
    expect(await overpaid()).toEqual([['-20.00', 'waits']])
  })

  it('takes back what waits of it from an order that was unlocked', async () => {
    const intent = await applied(6_000)
    await unlockEmpty()
    await returned(intent)
    expect(await overpaid()).toEqual([['-60.00', 'reversed']])
    const [line] = (await office('GET', `orders/${order}/invoice/history`)).body
    expect([line.act, line.detail]).toEqual(['given_back', expect.stringContaining('60.00 of it waited')])
  })

  it('takes back what waits of it after its order was deleted', async () => {
    const intent = await applied(6_000)
    await unlockEmpty()
    expect((await office('DELETE', `orders/${order}`)).status).toBe(204)
    const { pool } = till.server.database
    const waiting = async () =>
      (await pool.query('select from invoice_credits where of_order = $1 and reversed_at is null', [order]))
        .rowCount
    expect(await waiting()).toBe(1)
    await returned(intent)
    expect(await waiting()).toBe(0)
  })
})
