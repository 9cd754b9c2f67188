/**
 * Stands in for Stripe, which tests cannot reach: a small HTTP server that the real `stripe` package talks to. It keeps
 * customers and PaymentIntents as Stripe does, honours idempotency keys, and signs events with the real algorithm; what a
 * payer does in the payment form, a test does by `becomes`.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

const WEBHOOK_SECRET = 'whsec_of_the_stand_in'

interface Intent {
  id: string
  status: string
  amount: number
  client_secret: string
  metadata: Record<string, string>
  last_payment_error: { message: string } | null
  latest_charge: object | null
  [field: string]: unknown
}

export interface StripeStandIn {
  /** Settings of a server that pays by this one. */
  settings: Record<string, string>
  /** Every call that was made, as `POST /v1/…`, with what it sent. */
  calls: { call: string; sent: Record<string, string>; key: string | undefined }[]
  intents: Map<string, Intent>
  /** The payer, their bank, or the dashboard moves a payment on. */
  becomes(intent: string, status: string, over?: Partial<Intent>): void
  /** Runs before a call is answered; throwing breaks the connection off. */
  before: (call: string) => Promise<void> | void
  /** Runs when the answer is made and not yet sent. */
  onItsWay: (call: string) => Promise<void> | void
  /** A signed event as Stripe posts it: `text` and `headers` of a test server's call. */
  event(
    type: string,
    intent: string,
    over?: { secret?: string; sentAt?: number },
  ): { text: string; headers: Record<string, string> }
  close(): Promise<void>
}

/** What a card payment of this amount leaves behind: 2.9 % + 30 ¢ of fees. */
export function cardCharge(amount: number): object {
  const fee = Math.round(amount * 0.029) + 30
  return {
    id: 'ch_1',
    object: 'charge',
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242', network: 'visa' } },
    balance_transaction: {
      id: 'txn_1',
      object: 'balance_transaction',
      net: amount - fee,
      fee_details: [{ description: 'Stripe processing fees', amount: fee, type: 'stripe_fee' }],
    },
  }
}

export async function stripeStandIn(): Promise<StripeStandIn> {
  let number = 0
  const made = new Map<string, object>()
  const customers = new Set<string>()
  const intents = new Map<string, Intent>()

  function newIntent(sent: Record<string, string>): Intent {
    const id = `pi_${(number += 1)}`
    const metadata = Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
        return key ? [[key, value]] : []
      }),
    )
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: Number(sent['amount']),
      currency: sent['currency'],
      livemode: false,
      client_secret: `${id}_secret`,
      metadata,
      last_payment_error: null,
      latest_charge: null,
    }
    intents.set(id, intent)
    return intent
  }

  function answer(call: string, sent: Record<string, string>): object {
    if (call === 'POST /v1/customers') {
      const id = `cus_${(number += 1)}`
      customers.add(id)
      return { id, object: 'customer' }
    }
    if (sent['customer'] && !customers.has(sent['customer']))
      return refused('resource_missing', `No such customer: '${sent['customer']}'`)
    if (call === 'POST /v1/customer_sessions')
      return { object: 'customer_session', client_secret: `session of ${sent['customer']}` }
    if (call === 'POST /v1/payment_intents') return newIntent(sent)
    const [, id = '', cancel] = /^\w+ \/v1\/payment_intents\/(\w+)(\/cancel)?$/.exec(call) ?? []
    const intent = intents.get(id)
    if (!intent) return refused('resource_missing', `No such payment_intent: '${id}'`)
    if (!cancel) return intent
    if (!intent.status.startsWith('requires_'))
      return refused('payment_intent_unexpected_state', `It has a status of ${intent.status}.`)
    intent.status = 'canceled'
    return intent
  }

  const standIn: Omit<StripeStandIn, 'settings'> = {
    calls: [],
    intents,
    before: () => undefined,
    onItsWay: () => undefined,
    becomes(id, status, over = {}) {
      Object.assign(intents.get(id)!, { status, ...over })
    },
    event(type, intent, { secret = WEBHOOK_SECRET, sentAt = Date.now() } = {}) {
      const object = type.startsWith('payment_intent.')
        ? intents.get(intent)
        : { id: 'ch_1', object: 'charge', payment_intent: intent }
      const payload = JSON.stringify({ id: `evt_${(number += 1)}`, object: 'event', type, data: { object } })
      const timestamp = Math.floor(sentAt / 1_000)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      return { text: payload, headers: { 'stripe-signature': signature } }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const server = createServer(async (request: IncomingMessage, reply) => {
    const sent = Object.fromEntries(new URLSearchParams(await text(request)))
    const call = `${request.method} ${request.url?.split('?')[0]}`
    const key = request.headers['idempotency-key']?.toString()
    standIn.calls.push({ call, sent, key })
    try {
      await standIn.before(call)
    } catch {
      reply.destroy()
      return
    }
    // Stripe keeps what it has answered under a key for a day, as it was then.
    const body = (key !== undefined && made.get(key)) || structuredClone(answer(call, sent))
    if (key !== undefined) made.set(key, body)
    await standIn.onItsWay(call)
    reply.writeHead('error' in body ? 400 : 200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(standIn, {
    settings: {
      STRIPE_SECRET_KEY: 'sk_of_the_stand_in',
      STRIPE_PUBLISHABLE_KEY: 'pk_of_the_stand_in',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  })
}

const refused = (code: string, message: string) => ({
  error: { type: 'invalid_request_error', code, message },
})
