/** A house whose invoices are paid online: the real server, the stand-in for Stripe, and one customer who pays. */
import { testServer, type Answer, type TestServer } from './app.ts'
import { makeInvoice, makeOrder, makeUser } from './business.ts'
import { makeHouse, orderAt, type House } from './house.ts'
import { bankCharge, cardCharge, stripeStandIn, type StripeStandIn } from './stripe.ts'

export interface Till {
  stripe: StripeStandIn
  server: TestServer
  house: House
  /** The username of a customer who may see payments. */
  payer: string
  /**
   * Makes an invoiced order of the payer, ready for payment, over 100.00; a card costs 2.9 % more. `over` is of the
   * order.
   */
  makeInvoice(over?: Record<string, unknown>, total?: string): Promise<number>
  /** Makes a call below `orders/{id}/invoice/`. */
  call(name: string, method: 'GET' | 'POST', order: number, path: string, body?: object): Promise<Answer>
  /** Starts a payment as the payer. */
  start(order: number, payment_method?: string): Promise<Answer>
  /**
   * Pays as the payer by this method, in full unless `over` says otherwise, and sends Stripe's event. Returns the
   * intent.
   */
  pay(order: number, method: 'card' | 'ach', over?: object): Promise<string>
  /** Returns the invoice as the office reads it. */
  invoice(order: number): Promise<Answer['body']>
  /** Returns the office's view of an order's payments. */
  details(order: number): Promise<Answer['body']>
  /** Sends Stripe's event about a payment. */
  tell(type: string, intent: string): Promise<Answer>
  /** Returns the stored invoice. */
  stored(order: number): Promise<{ paid_status: string; grand_total: string; [field: string]: unknown }>
}

/** @param settings further settings of the server */
export async function makeTill(
  settings: Record<string, string> = {},
): Promise<{ till: Till; close: () => Promise<void> }> {
  const stripe = await stripeStandIn()
  const server = await testServer({ settings: { ...stripe.settings, ...settings } })
  const { pool } = server.database
  const house = await makeHouse(pool)
  const { company_id, id: location } = house.location
  await pool.query(
    'update company_locations set payments_enabled = true, credit_card_charge_fee = 2.9 where id = $1',
    [location],
  )
  const { id: customer_id, username: payer } = await makeUser(pool, 'customer', {
    company_id,
    can_see_payments_column: true,
  })
  const call: Till['call'] = (name, method, order, path, body) =>
    server.call(name, method, `orders/${order}/invoice/${path}`, { body })

  const start: Till['start'] = (order, payment_method = 'card') =>
    call(payer, 'POST', order, 'payment', { payment_method })
  const tell: Till['tell'] = (type, intent) =>
    server.call(null, 'POST', 'stripe/webhook', stripe.event(type, intent))

  const till: Till = {
    stripe,
    server,
    house,
    payer,
    call,
    async makeInvoice(over = {}, total = '100.00') {
      const { id } = await makeOrder(pool, {
        ...orderAt(house.location),
        customer_id,
        invoiced: true,
        status: 'invoiced',
        invoice_total: total,
        paid_status: 'r',
        ...over,
      })
      await makeInvoice(pool, id, total)
      return id
    },
    start,
    async pay(order, method, over) {
      const intent = intentOf(await start(order, method))
      const latest_charge = method === 'ach' ? bankCharge() : cardCharge(stripe.intents.get(intent)!.amount)
      stripe.becomes(intent, 'succeeded', { latest_charge, ...over })
      await tell('payment_intent.succeeded', intent)
      return intent
    },
    invoice: async (order) => (await server.call(house.as.office, 'GET', `orders/${order}/invoice`)).body,
    details: async (order) => (await call(house.as.office, 'GET', order, 'paymentdetails')).body,
    tell,
    async stored(order) {
      const { rows } = await pool.query(
        `select o.paid_status, o.invoice_total, i.credit_card_fee, i.grand_total, i.version
           from orders o join invoices i on i.order_id = o.id where o.id = $1`,
        [order],
      )
      return rows[0]
    },
  }
  return {
    till,
    async close() {
      await server.close()
      await stripe.close()
    },
  }
}

/** Returns the intent of a start's answer. */
export const intentOf = ({ body }: { body: { stripe_client_secret: string } }): string =>
  body.stripe_client_secret.replace('_secret', '')
