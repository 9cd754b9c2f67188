import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ROLE, type Person } from '#contract/permissions.ts'
import { checkout } from '#server/env.ts'
import { cancelVerification } from '#server/invoices/payments/withdraw.ts'
import { testServer } from '../../factories/app.ts'
import { makeInvoice, makeItem, makeOrder, makeProduct, makeUser } from '../../factories/business.ts'
import { BACK_OFFICE, makeHouse, orderAt } from '../../factories/house.ts'
import { cardCharge } from '../../factories/stripe.ts'
import { intentOf, openTill } from '../../factories/till.ts'

const till = openTill()
/** The order of an invoice of 100.00 that is ready for payment. */
let order: number

beforeEach(async () => {
  order = await till.makeInvoice()
})

const call = (name: string, method: 'GET' | 'POST', path: string, body?: object, of = order) =>
  till.call(name, method, of, path, body)
const start = (method?: string) => till.start(order, method)
const statusOf = async () => (await till.stored(order)).paid_status
const made = () => till.stripe.calls.filter((one) => one.call === 'POST /v1/payment_intents')
const ofOrder = () =>
  [...till.stripe.intents.values()].filter(({ metadata }) => metadata['order'] === String(order))

describe('ready for payment', () => {
  it('B107 is set and taken back by two calls without a body, and twice is once', async () => {
    order = await till.makeInvoice({ paid_status: '' })
    for (const [path, status] of [
      ['setpayable', 'r'],
      ['setpayable', 'r'],
      ['setnotpayable', ''],
    ] as const) {
      expect((await call(till.house.as.office, 'POST', path)).status).toBe(204)
      expect(await statusOf()).toBe(status)
    }
  })

  it.each(['p', 'e', 'i'])('is refused in words once the order is %s, either way', async (paid_status) => {
    order = await till.makeInvoice({ paid_status })
    for (const path of ['setpayable', 'setnotpayable']) {
      const { status, body } = await call(till.house.as.office, 'POST', path)
      expect([status, body.message]).toEqual([409, expect.stringMatching(/paid|progress/)])
    }
    expect(await statusOf()).toBe(paid_status)
  })

  it('is refused where there is no invoice', async () => {
    const { id } = await makeOrder(till.server.database.pool, orderAt(till.house.location))
    const { status, body } = await call(till.house.as.office, 'POST', 'setpayable', undefined, id)
    expect([status, body.message]).toEqual([409, `Order ${id} has no invoice.`])
  })

  it.each(['picker', 'floorPicker', 'buyer', 'customer'] as const)(
    'B198 B199 is not for %s, and neither are the payment details',
    async (name) => {
      for (const [method, path] of [
        ['POST', 'setpayable'],
        ['POST', 'setnotpayable'],
        ['GET', 'paymentdetails'],
      ] as const)
        expect([path, (await call(till.house.as[name], method, path)).status]).toEqual([path, 403])
      expect(await statusOf()).toBe('r')
    },
  )

  it.each(BACK_OFFICE)('B198 is for %s', async (name) => {
    expect((await call(till.house.as[name], 'POST', 'setnotpayable')).status).toBe(204)
    expect((await call(till.house.as[name], 'GET', 'paymentdetails')).body).toEqual([])
  })

  it('to another company every call answers 404, and without a sign-in 401', async () => {
    for (const [method, path, body] of [
      ['POST', 'setpayable'],
      ['POST', 'setnotpayable'],
      ['POST', 'setpaidexternally', {}],
      ['POST', 'setnotpaidexternally'],
      ['GET', 'paymentpreview'],
      ['POST', 'payment', { payment_method: 'card' }],
      ['GET', 'paymentdetails'],
    ] as const) {
      expect([path, (await call(till.house.as.stranger, method, path, body)).status]).toEqual([path, 404])
      const nobody = await till.server.call(null, method, `orders/${order}/invoice/${path}`, { body })
      expect([path, nobody.status]).toEqual([path, 401])
    }
  })
})

describe('the cost of a payment', () => {
  it('B001 B095 B221 is shown by ACH and by card, to the cent', async () => {
    const { status, body } = await call(till.payer, 'GET', 'paymentpreview')
    expect([status, body]).toEqual([
      200,
      {
        payment_method_options: ['ach', 'card'],
        invoice_payment_summary: {
          ach: { 'Invoice total': '100.00', Total: '100.00' },
          card: { 'Invoice total': '100.00', 'Credit card fee': '2.90', Total: '102.90' },
        },
        last_error: null,
      },
    ])
  })

  it('B113 B114 B115 is shown to the customer of the invoice alone, and only with the right to see payments', async () => {
    const { username } = await makeUser(till.server.database.pool, 'customer', {
      company_id: till.house.location.company_id,
    })
    const { rows } = await till.server.database.pool.query('select id from users where username = $1', [
      username,
    ])
    const blind = await till.makeInvoice({ customer_id: rows[0].id })
    for (const [name, of] of [
      [till.house.as.buyer, order],
      [till.house.as.office, order],
      [username, blind],
    ] as const)
      for (const [method, path, body] of [
        ['GET', 'paymentpreview'],
        ['POST', 'payment', { payment_method: 'card' }],
      ] as const)
        expect((await call(name, method, path, body, of)).status).toBe(403)
    expect(made()).toEqual([])
  })

  it.each([
    ['', '100.00', 'not ready'],
    ['p', '100.00', 'is paid'],
    ['e', '100.00', 'is paid'],
    ['i', '100.00', 'in progress'],
    ['r', '0.00', 'nothing to pay'],
    ['r', '0.48', 'less than can be paid'],
    ['r', '1000000.00', 'more than can be paid'],
  ])('B112 an invoice with status "%s" over %s is not paid: %s', async (paid_status, total, said) => {
    order = await till.makeInvoice({ paid_status }, total)
    const { status, body } = await start()
    expect([status, body.message]).toEqual([409, expect.stringContaining(said)])
    expect(till.stripe.calls).toEqual([])
  })
})

it('a card costs no more than the distributor allows, and no location may charge more', async () => {
  const { pool } = till.server.database
  const allow = (most: string | null) =>
    pool.query(`update settings set value = $1 where name = 'most_card_fee'`, [most])
  await allow('1.00')
  const { body } = await call(till.payer, 'GET', 'paymentpreview')
  const location = `companylocations/${till.house.location.id}`
  const dearer = { body: { credit_card_charge_fee: '3' } }
  const refusal = await till.server.call(till.house.as.office, 'PATCH', location, dearer)
  await allow(null)
  expect(body.invoice_payment_summary.card).toEqual({
    'Invoice total': '100.00',
    'Credit card fee': '1.00',
    Total: '101.00',
  })
  expect([refusal.status, refusal.body.message]).toEqual([
    400,
    'credit_card_charge_fee: is more than 1.00 %, which the setting most_card_fee allows',
  ])
})

describe('starting to pay', () => {
  it('B096 B222 makes one intent over the exact cents, for its customer, and answers its secrets', async () => {
    const { status, body } = await start('card')
    expect([status, body]).toEqual([
      200,
      {
        stripe_client_secret: expect.stringMatching(/^pi_\d+_secret$/),
        customer_session_client_secret: expect.stringMatching(/^session of cus_\d+$/),
        invoice_payment_summary: {
          card: { 'Invoice total': '100.00', 'Credit card fee': '2.90', Total: '102.90' },
        },
      },
    ])
    const [intent] = made()
    expect(intent!.sent).toMatchObject({
      amount: '10290',
      currency: 'usd',
      'allowed_payment_method_types[0]': 'card',
      'metadata[order]': String(order),
    })
    expect(intent!.key).toBe(intent!.sent['metadata[payment]'])
    expect(intent!.sent['customer']).toBe(body.customer_session_client_secret.replace('session of ', ''))
  })

  it.each([
    ['17.24', '1774'],
    ['0.50', '51'],
    ['999.99', '102899'],
    ['123456.78', '12703703'],
  ])('of %s by card charges %s cents', async (total, amount) => {
    order = await till.makeInvoice({}, total)
    expect((await start()).status).toBe(200)
    expect(made()[0]!.sent['amount']).toBe(amount)
  })

  it('by ACH charges what the invoice comes to, from a bank account', async () => {
    await start('ach')
    expect(made()[0]!.sent).toMatchObject({
      amount: '10000',
      'allowed_payment_method_types[0]': 'us_bank_account',
    })
  })

  it.each([[{}], [{ payment_method: 'cheque' }], [{ payment_method: 'card', amount: 1 }], [null]])(
    'B001 by %j is refused and does not reach the provider',
    async (body) => {
      const answer = await till.server.call(till.payer, 'POST', `orders/${order}/invoice/payment`, { body })
      expect([answer.status, till.stripe.calls]).toEqual([400, []])
    },
  )

  it('pressed again is the same payment', async () => {
    const [first, second] = [await start(), await start()]
    expect(second.body.stripe_client_secret).toBe(first.body.stripe_client_secret)
    expect(made()).toHaveLength(1)
  })

  it('pressed twice at once is one intent, and both presses get it', async () => {
    // Stripe answers neither call before both have asked.
    let asked = () => undefined as void
    const bothAsked = new Promise<void>((resolve) => (asked = resolve))
    till.stripe.before = (name) => {
      if (made().length === 2) asked()
      return name === 'POST /v1/payment_intents' ? bothAsked : undefined
    }
    const answers = await Promise.all([start(), start()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(intentOf)).size).toBe(1)
    expect(ofOrder()).toHaveLength(1)
  })

  it('by the other method takes the first attempt back', async () => {
    const card = intentOf(await start('card'))
    const ach = intentOf(await start('ach'))
    expect(ach).not.toBe(card)
    expect(till.stripe.intents.get(card)!.status).toBe('canceled')
    expect(await till.details(order)).toMatchObject([{ payment_amount: '100.00', status_label: 'Started' }])
  })

  it('after the invoice has changed takes the first attempt back, and charges what it comes to now', async () => {
    const first = intentOf(await start())
    await till.server.database.pool.query('update invoices set grand_total = 50 where order_id = $1', [order])
    const second = intentOf(await start())
    expect(till.stripe.intents.get(first)!.status).toBe('canceled')
    expect(till.stripe.intents.get(second)!.amount).toBe(5145)
  })

  it('while the invoice stops being payable returns no intent, and cancels it', async () => {
    till.stripe.before = async (name) => {
      if (name === 'POST /v1/payment_intents')
        await till.server.database.pool.query(`update orders set paid_status = '' where id = $1`, [order])
    }
    const { status, body } = await start()
    expect([status, body.message]).toEqual([409, expect.stringContaining('not ready')])
    till.stripe.before = () => undefined
    await call(till.house.as.office, 'POST', 'setpayable')
    const next = intentOf(await start())
    expect(ofOrder().map(({ id, status: now }) => [id === next, now])).toEqual([
      [false, 'canceled'],
      [true, 'requires_payment_method'],
    ])
  })

  it('while the office takes it back leaves nothing that can be paid', async () => {
    till.stripe.before = async (name) => {
      if (name !== 'POST /v1/payment_intents') return
      till.stripe.before = () => undefined
      expect((await call(till.house.as.office, 'POST', 'setnotpayable')).status).toBe(204)
    }
    expect((await start()).status).toBe(409)
    expect(ofOrder().map(({ status }) => status)).toEqual(['canceled'])
    expect(await statusOf()).toBe('')
  })

  it('is a 503 in words where the provider does not answer, and goes on as the same attempt later', async () => {
    till.stripe.before = (name) => {
      if (name === 'POST /v1/payment_intents') throw new Error('cut off')
    }
    const { status, body } = await start()
    expect([status, body.message]).toEqual([503, expect.stringContaining('cannot be reached')])
    till.stripe.before = () => undefined
    expect((await start()).status).toBe(200)
    expect(new Set(made().map(({ key }) => key)).size).toBe(1)
  })

  it('starts over where the provider answered with a fault, which it keeps under the key of that attempt', async () => {
    till.stripe.fault = 'POST /v1/payment_intents'
    const { status, body } = await start()
    expect([status, body.message]).toEqual([
      503,
      'The payment provider cannot be reached. Nothing was charged. Please try again.',
    ])
    till.stripe.fault = null
    expect((await start()).status).toBe(200)
    expect(new Set(made().map(({ key }) => key)).size).toBe(2)
  })

  it('starts over where the fault came before the payer is known at the provider', async () => {
    await till.server.database.pool.query('delete from payment_customers')
    till.stripe.fault = 'POST /v1/customers'
    expect((await start()).status).toBe(503)
    till.stripe.fault = null
    expect((await start()).status).toBe(200)
  })

  it('starts over where the payer has another name than under the key of that attempt', async () => {
    const { pool } = till.server.database
    await pool.query('delete from payment_customers')
    till.stripe.before = (name) => {
      if (name === 'POST /v1/payment_intents') throw new Error('cut off')
    }
    expect((await start()).status).toBe(503)
    till.stripe.before = () => undefined
    // The customer was made, and the answer was lost.
    await pool.query('delete from payment_customers')
    await pool.query(`update users set last_name = last_name || 'a' where username = $1`, [till.payer])
    expect((await start()).status).toBe(503)
    expect((await start()).status).toBe(200)
  })

  it('starts over where the payer is another customer than under the key of that attempt', async () => {
    const { pool } = till.server.database
    const first = intentOf(await start())
    // The intent was made, and the answer was lost.
    await pool.query('update payments set intent_id = null where intent_id = $1', [first])
    const answer = await fetch(`${till.stripe.settings['STRIPE_API_URL']}/v1/customers`, { method: 'POST' })
    await pool.query(
      'update payment_customers set provider_id = $1 where user_id = (select id from users where username = $2)',
      [((await answer.json()) as { id: string }).id, till.payer],
    )
    const { status, body } = await start()
    expect([status, body.message]).toEqual([503, expect.stringContaining('Nothing was charged.')])
    expect((await start()).status).toBe(200)
    expect(new Set(made().map(({ key }) => key)).size).toBe(2)
  })

  it('of one that is on its way does not mention a charge where the provider is out of reach', async () => {
    intentOf(await start())
    till.stripe.before = (name) => {
      if (name.startsWith('GET /v1/payment_intents/')) throw new Error('cut off')
    }
    expect((await start()).body.message).toBe(
      'The payment provider cannot be reached. Nothing is charged twice. Please try again.',
    )
  })

  it('makes the customer again where the provider has forgotten them', async () => {
    await start()
    await till.server.database.pool.query(`update payment_customers set provider_id = 'cus_gone'`)
    order = await till.makeInvoice()
    const { status, body } = await start()
    expect(status).toBe(200)
    expect(body.customer_session_client_secret).not.toContain('cus_gone')
  })

  it('makes the customer and the payment again where the provider forgets them while one is open', async () => {
    const first = intentOf(await start())
    till.stripe.forgetCustomers()
    const answer = await start()
    expect(answer.status).toBe(200)
    expect(intentOf(answer)).not.toBe(first)
    expect(till.stripe.intents.get(first)!.status).toBe('canceled')
    expect(answer.body.customer_session_client_secret).toBe(
      `session of ${String(till.stripe.intents.get(intentOf(answer))!['customer'])}`,
    )
  })

  it('of a payment that has gone through without an event finds the invoice paid', async () => {
    till.stripe.becomes(intentOf(await start()), 'succeeded', { latest_charge: cardCharge(10_290) })
    const { status, body } = await start()
    expect([status, body.message, await statusOf()]).toEqual([409, 'This invoice is paid.', 'p'])
    expect(made()).toHaveLength(1)
  })
})

describe('taking ready back', () => {
  it('cancels the attempt that is open', async () => {
    const intent = intentOf(await start())
    expect((await call(till.house.as.office, 'POST', 'setnotpayable')).status).toBe(204)
    expect(till.stripe.intents.get(intent)!.status).toBe('canceled')
    expect(await till.details(order)).toEqual([])
  })

  it('finds the invoice paid where the payment was quicker', async () => {
    till.stripe.becomes(intentOf(await start('ach')), 'processing')
    expect((await call(till.house.as.office, 'POST', 'setnotpayable')).status).toBe(409)
    expect(await statusOf()).toBe('i')
  })
})

describe('a change of the invoice while its customer is about to pay', () => {
  const CHANGES = {
    'other fees': () =>
      till.server.call(till.house.as.office, 'PATCH', `orders/${order}/invoice`, { body: { late_fee: '5' } }),
    'making it again': () =>
      till.server.call(till.house.as.office, 'POST', `orders/${order}/generateinvoice`, {
        body: { force_regenerate: true, confirm_nothing: true },
      }),
    unlocking: () => till.server.call(till.house.as.office, 'POST', `orders/${order}/unlock`),
  }
  it.each(Object.entries(CHANGES))('%s takes the attempt back first', async (_name, change) => {
    const intent = intentOf(await start())
    expect((await change()).status).toBe(200)
    expect(till.stripe.intents.get(intent)!.status).toBe('canceled')
  })

  it('that changes nothing, or is refused, leaves the attempt as it is', async () => {
    const intent = intentOf(await start())
    const office = (method: 'POST' | 'PATCH', path: string, body: object, headers = {}) =>
      till.server.call(till.house.as.office, method, `orders/${order}/invoice${path}`, { body, headers })
    const stranger = { id: randomUUID(), invoice_override_unit_price: '1', invoice_override_case_price: null }
    expect((await office('PATCH', '', { late_fee: '0' })).status).toBe(200)
    expect((await office('PATCH', '', { late_fee: '5' }, { 'if-match': '"1-1"' })).status).toBe(412)
    expect((await office('POST', '/itemoverride', { order_items: [stranger] })).status).toBe(400)
    expect(till.stripe.intents.get(intent)!.status).not.toBe('canceled')
    till.stripe.becomes(intent, 'succeeded', {
      latest_charge: cardCharge(till.stripe.intents.get(intent)!.amount),
    })
    await till.tell('payment_intent.succeeded', intent)
    expect(await statusOf()).toBe('p')
  })

  it('that would leave a credit above its line or its invoice asks first, and leaves the attempt as it is', async () => {
    const { pool } = till.server.database
    const { upc: product } = await makeProduct(pool)
    const line = { product, unit_quantity: 10, price_per_unit: '10.00', final_price: '100.00', picked: true }
    const { id } = await makeItem(pool, { order_id: order, ...line })
    const office = (path: string, body: object) =>
      till.server.call(till.house.as.office, 'POST', `orders/${order}/${path}`, { body })
    expect((await office('generateinvoice', { force_regenerate: true })).status).toBe(200)
    const credit = { item: id, amount: '60.00', reason: 'Spoilt' }
    expect((await office('invoice/credit', credit)).status).toBe(200)
    const intent = intentOf(await start())
    const cheaper = { id, invoice_override_unit_price: '1.00', invoice_override_case_price: null }
    expect((await office('invoice/itemoverride', { order_items: [cheaper] })).body).toMatchObject({
      code: 'credit_exceeds_line',
    })
    expect(till.stripe.intents.get(intent)!.status).not.toBe('canceled')
    const slip = { amount: '1250.00', reason: 'Late' }
    expect((await office('invoice/credit', slip)).body).toMatchObject({ code: 'credit_exceeds_invoice' })
    expect(till.stripe.intents.get(intent)!.status).not.toBe('canceled')
    const answered = { order_items: [cheaper], credits: [{ item: id, act: 'lower' }] }
    expect((await office('invoice/itemoverride', answered)).status).toBe(200)
    expect(till.stripe.intents.get(intent)!.status).toBe('canceled')
  })

  it.each(Object.entries(CHANGES))('%s is refused where the payment was quicker', async (_name, change) => {
    till.stripe.becomes(intentOf(await start('ach')), 'processing')
    expect((await change()).status).toBe(409)
    expect(await till.stored(order)).toMatchObject({ paid_status: 'i', grand_total: '100.00' })
  })

  it.each(Object.entries(CHANGES))(
    '%s is refused while the status of the payment is unknown',
    async (_n, change) => {
      await start()
      till.stripe.before = () => {
        throw new Error('cut off')
      }
      expect((await change()).status).toBe(503)
      expect((await till.stored(order)).grand_total).toBe('100.00')
    },
  )

  it('by a user who may not change it leaves the attempt as it is', async () => {
    const intent = intentOf(await start())
    await till.server.call(till.payer, 'PATCH', `orders/${order}/invoice`, { body: { late_fee: '0' } })
    await till.server.call(till.payer, 'POST', `orders/${order}/unlock`)
    await call(till.payer, 'POST', 'setnotpayable')
    expect(till.stripe.intents.get(intent)!.status).toBe('requires_payment_method')
  })
})

describe('the page', () => {
  it('B285 has no key of its own in what is shipped', () => {
    const folders = ['contract', 'server', 'src', 'sw', 'public']
    const files = folders.flatMap((folder) =>
      readdirSync(path.join(checkout, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() && /\.(ts|tsx|css|json|html)$/.test(entry.name)
          ? [path.join(entry.parentPath, entry.name)]
          : [],
      ),
    )
    expect(files.length).toBeGreaterThan(400)
    expect(files.filter((file) => /pk_(live|test)_\w/.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('B285 gets the publishable key by a call, and may load the provider’s form and no other', async () => {
    const { body } = await till.server.call(till.payer, 'GET', 'paymentprovider')
    expect(body).toEqual({ publishable_key: 'pk_of_the_stand_in', takes_test_cards: false })
    const { headers } = await till.server.app.inject({ method: 'GET', url: '/' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(
      "script-src 'self' 'wasm-unsafe-eval' https://js.stripe.com https://*.js.stripe.com;",
    )
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(policy).toContain(' https://hooks.stripe.com')
  })

  it('its address is logged without the secret that the provider leaves in it', async () => {
    await till.server.app.inject({
      method: 'GET',
      url: `/order/5/invoice?payment_intent=pi_1&payment_intent_client_secret=shh&redirect_status=succeeded`,
    })
    const line = till.server.logged.find(({ url }) => url?.startsWith('/order/5/invoice'))
    expect(line?.url).toBe(
      '/order/5/invoice?payment_intent=pi_1&payment_intent_client_secret=…&redirect_status=succeeded',
    )
  })
})

describe('a bank account that is verified by small deposits first', () => {
  const WAITS = { next_action: { type: 'verify_with_microdeposits' } }
  const waits = async ({ isTold = true } = {}) => {
    const intent = intentOf(await start('ach'))
    till.stripe.becomes(intent, 'requires_action', WAITS)
    if (isTold) await till.tell('payment_intent.requires_action', intent)
    return intent
  }

  it('is a payment that is pending verification, and not paid; no other begins beside it', async () => {
    const intent = await waits()
    expect(await till.invoice(order)).toMatchObject({
      paid_status: 'r',
      payment_in_progress: true,
      payment_state: 'verification',
      payable: false,
    })
    expect(await till.details(order)).toMatchObject([{ status_label: 'Pending verification' }])
    for (const method of ['ach', 'card'])
      expect((await start(method)).body.message).toContain('waits until the bank account is verified')
    till.stripe.becomes(intent, 'processing', { next_action: null })
    await till.tell('payment_intent.processing', intent)
    expect(await statusOf()).toBe('i')
  })

  it('is found out before its event has come, and no other payment begins', async () => {
    const intent = await waits({ isTold: false })
    for (const method of ['ach', 'card'])
      expect((await start(method)).body.message).toContain('waits until the bank account is verified')
    expect(till.stripe.intents.get(intent)!.status).toBe('requires_action')
  })

  const ACTS = {
    'other fees': () =>
      till.server.call(till.house.as.office, 'PATCH', `orders/${order}/invoice`, { body: { late_fee: '5' } }),
    unlocking: () => till.server.call(till.house.as.office, 'POST', `orders/${order}/unlock`),
    'taking ready back': () => call(till.house.as.office, 'POST', 'setnotpayable'),
    'a check that came': () => call(till.house.as.office, 'POST', 'setpaidexternally', {}),
  }
  it.each(Object.entries(ACTS))('is not ended unasked by %s, with an event or not', async (_name, act) => {
    for (const isTold of [true, false]) {
      order = await till.makeInvoice()
      const intent = await waits({ isTold })
      const { status, body } = await act()
      expect([status, body.message]).toEqual([409, expect.stringContaining('Cancel that payment')])
      expect(till.stripe.intents.get(intent)!.status).toBe('requires_action')
    }
  })

  it('is ended by the office, which says so, and the invoice can be paid again', async () => {
    const intent = await waits()
    expect((await call(till.payer, 'POST', 'cancelpayment')).status).toBe(403)
    const cancel = () => call(till.house.as.office, 'POST', 'cancelpayment')
    expect((await cancel()).status).toBe(204)
    expect((await cancel()).status).toBe(204)
    expect(till.stripe.intents.get(intent)!.status).toBe('canceled')
    const said = `Canceled by ${till.house.as.office} before the bank account was verified.`
    expect(await till.invoice(order)).toMatchObject({
      payment_state: 'failed',
      payment_error: said,
      payable: true,
    })
    expect((await start()).status).toBe(200)
  })

  it('is ended by the office also where the keys are gone meanwhile, and the invoice can be paid again', async () => {
    await waits()
    const { id, username } = till.house.people.office
    const person: Person = { id, username, role_id: ROLE.office, is_staff: true, company: null }
    await cancelVerification({ ...till.server.app.larder, stripe: null }, person, order)
    const said = `Canceled by ${username} before the bank account was verified. The payment provider was not informed: online payment was not set up.`
    expect(await till.invoice(order)).toMatchObject({
      payment_state: 'failed',
      payment_error: said,
      payable: true,
    })
    expect(await till.details(order)).toMatchObject([{ status_label: 'Failed', error_message: said }])
  })
})

describe('a second factor that a card asks for', () => {
  it('leaves the same form open', async () => {
    const intent = intentOf(await start())
    till.stripe.becomes(intent, 'requires_action', { next_action: { type: 'use_stripe_sdk' } })
    expect(intentOf(await start())).toBe(intent)
    expect((await till.invoice(order)).payment_state).toBe('')
  })
})

describe('without keys', () => {
  it('B286 nothing is started, nothing reaches the provider, and the page may load nothing of it', async () => {
    const plain = await testServer()
    const { pool } = plain.database
    const own = await makeHouse(pool)
    await pool.query('update company_locations set payments_enabled = true where id = $1', [own.location.id])
    await pool.query('update users set can_see_payments_column = true where id = $1', [
      own.people.customer.id,
    ])
    const { id } = await makeOrder(pool, {
      ...orderAt(own.location),
      customer_id: own.people.customer.id,
      invoiced: true,
      paid_status: 'r',
    })
    await makeInvoice(pool, id, '5.00')
    const as = own.as.customer
    const preview = await plain.call(as, 'GET', `orders/${id}/invoice/paymentpreview`)
    expect(preview.body).toMatchObject({ payment_method_options: [], invoice_payment_summary: {} })
    const answer = await plain.call(as, 'POST', `orders/${id}/invoice/payment`, {
      body: { payment_method: 'card' },
    })
    expect([answer.status, answer.body.message]).toEqual([503, 'Online payment is not set up.'])
    // A person who does not own the invoice, or may not pay, gets that refusal and not what the server lacks.
    const stranger = await makeHouse(pool)
    for (const [who, status] of [
      [stranger.as.customer, 404],
      [own.as.picker, 403],
    ] as const) {
      const refused = await plain.call(who, 'POST', `orders/${id}/invoice/payment`, {
        body: { payment_method: 'card' },
      })
      expect([refused.status, refused.body.message]).not.toContain('Online payment is not set up.')
      expect(refused.status).toBe(status)
    }
    expect((await plain.call(as, 'GET', 'paymentprovider')).body).toEqual({
      publishable_key: null,
      takes_test_cards: false,
    })
    const event = till.stripe.event('payment_intent.succeeded', 'pi_1')
    expect((await plain.call(null, 'POST', 'stripe/webhook', event)).status).toBe(503)
    const { headers } = await plain.app.inject({ method: 'GET', url: '/' })
    expect(String(headers['content-security-policy'])).not.toContain('stripe')
    await plain.close()
  })

  it('the page learns of a test key in production', async () => {
    const settings = {
      ...till.stripe.settings,
      NODE_ENV: 'production',
      STRIPE_SECRET_KEY: 'sk_test_of_the_test',
    }
    const inTest = await testServer({ settings })
    const { as } = await makeHouse(inTest.database.pool)
    expect((await inTest.call(as.customer, 'GET', 'paymentprovider')).body.takes_test_cards).toBe(true)
    await inTest.close()
  })

  it('B286 where one of them is missing, it is as if there were none', async () => {
    const { STRIPE_WEBHOOK_SECRET: _missing, ...settings } = till.stripe.settings
    const half = await testServer({ settings })
    const { as } = await makeHouse(half.database.pool)
    expect((await half.call(as.customer, 'GET', 'paymentprovider')).body).toEqual({
      publishable_key: null,
      takes_test_cards: false,
    })
    const { headers } = await half.app.inject({ method: 'GET', url: '/' })
    expect(String(headers['content-security-policy'])).not.toContain('stripe')
    await half.close()
  })
})

it('the preview of a location that does not pay online has no method, and no payment is started', async () => {
  const { pool } = till.server.database
  const open = (enabled: boolean) =>
    pool.query('update company_locations set payments_enabled = $2 where id = $1', [
      till.house.location.id,
      enabled,
    ])
  await open(false)
  const { status, body } = await call(till.payer, 'GET', 'paymentpreview')
  expect([status, body.payment_method_options]).toEqual([200, []])
  expect((await start()).status).toBe(409)
  await open(true)
})
