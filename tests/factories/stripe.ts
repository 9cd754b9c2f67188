/**
 * A stand-in for Stripe, which tests cannot reach: a small HTTP server that the real `stripe` package calls. It is as
 * strict as Stripe: it refuses a call or a parameter that is not listed here, and the lists are checked against the
 * types of the package. It stores customers, PaymentIntents and disputes, leaves out what a call does not ask it to
 * expand, honours idempotency keys, and signs events with the real algorithm. A test uses `becomes` and `disputes` for
 * the acts of a payer in the payment form, and of a bank afterwards.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

const WEBHOOK_SECRET = 'whsec_of_the_stand_in'
/** Stripe's own least amount in cents. */
const SMALLEST = 50

type Sent = Record<string, string>

interface Charge {
  id: string
  amount_refunded: number
  disputed: boolean
  [field: string]: unknown
}

interface Intent {
  id: string
  status: string
  amount: number
  amount_received: number
  currency: string
  client_secret: string
  metadata: Record<string, string>
  last_payment_error: { message: string } | null
  latest_charge: Charge | null
  [field: string]: unknown
}

interface Event {
  id: string
  type: string
  created: number
  data: { object: unknown }
}

interface Dispute {
  id: string
  payment_intent: string
  created: number
  status: Stripe.Dispute.Status
  reason: string
  [field: string]: unknown
}

/** A movement of the account's balance. */
export interface Moved {
  id: string
  object: 'balance_transaction'
  created: number
  currency: string
  reporting_category: string
  amount: number
  fee: number
  net: number
  source: { id: string; object: string; payment_intent: string } | null
  /** The payout that contains it. Stripe does not send it with the movement. */
  payout: string | null
}

export interface StripeStandIn {
  /** The settings of a server that uses this stand-in for payments. */
  settings: Record<string, string>
  /** Every call that was made, as `POST /v1/…`, with the parameters that it sent. */
  calls: { call: string; sent: Sent; key: string | undefined }[]
  intents: Map<string, Intent>
  /**
   * Moves a payment on, as the payer, their bank, or the dashboard does. A payment that succeeds is received in full,
   * unless `over` says otherwise.
   */
  becomes(intent: string, status: string, over?: Partial<Intent>): void
  /** Takes the money back, or decides about that, as the payer's bank or card issuer does. */
  disputes(intent: string, status: Stripe.Dispute.Status, reason?: string, created?: number): void
  /** The movements of the account's balance, and its payouts, as Stripe lists them. */
  movements: Moved[]
  payouts: { id: string; created: number; arrival_date: number }[]
  /** Deletes all customers, as a user of the dashboard does. */
  forgetCustomers(): void
  /** Runs before a call is answered; throwing breaks the connection off. */
  before: (call: string) => Promise<void> | void
  /** The call that is answered 500, as `POST /v1/payment_intents`; the answer is kept under its key. */
  fault: string | null
  /** The calls that the key may not make: they are answered 403. */
  forbidden: Set<string>
  /** Whether the key is valid. Without it every call is answered 401. */
  isKeyKnown: boolean
  /** The account that the key belongs to. */
  account: string
  /** Runs when the answer is made and not yet sent. */
  onItsWay: (call: string) => Promise<void> | void
  /** Returns a signed event as Stripe posts it: `text` and `headers` of a test server's call. */
  event(type: string, intent: string, over?: { secret?: string; sentAt?: number }): SignedEvent
  close(): Promise<void>
}

interface SignedEvent {
  text: string
  headers: Record<string, string>
}

/** Names of parameters, as deep as the package's types have them; `true` allows all that is below. */
type Names<T> = T extends object ? { readonly [K in keyof T]?: true | Names<T[K]> } : never

/** The calls that Larder makes, with the parameters that it sends. */
const CALLS: Record<string, object> = {
  'POST /v1/customers': {
    name: true,
    email: true,
    metadata: true,
  } satisfies Names<Stripe.CustomerCreateParams>,
  'POST /v1/customer_sessions': {
    customer: true,
    components: {
      payment_element: {
        enabled: true,
        features: {
          payment_method_redisplay: true,
          payment_method_save: true,
          payment_method_save_usage: true,
          payment_method_remove: true,
        },
      },
    },
  } satisfies Names<Stripe.CustomerSessionCreateParams>,
  'POST /v1/payment_intents': {
    amount: true,
    currency: true,
    customer: true,
    allowed_payment_method_types: true,
    description: true,
    metadata: true,
  } satisfies Names<Stripe.PaymentIntentCreateParams>,
  'GET /v1/payment_intents/:id': { expand: true } satisfies Names<Stripe.PaymentIntentRetrieveParams>,
  'POST /v1/payment_intents/:id': { amount: true } satisfies Names<Stripe.PaymentIntentUpdateParams>,
  'GET /v1/confirmation_tokens/:id': {} satisfies Names<Stripe.ConfirmationTokenRetrieveParams>,
  'POST /v1/payment_intents/:id/cancel': {} satisfies Names<Stripe.PaymentIntentCancelParams>,
  'GET /v1/disputes': {
    payment_intent: true,
    created: true,
    limit: true,
  } satisfies Names<Stripe.DisputeListParams>,
  'GET /v1/refunds': {
    payment_intent: true,
    created: true,
    limit: true,
  } satisfies Names<Stripe.RefundListParams>,
  'GET /v1/events': { created: true, types: true, limit: true } satisfies Names<Stripe.EventListParams>,
  'GET /v1/payment_intents': { limit: true } satisfies Names<Stripe.PaymentIntentListParams>,
  'GET /v1/customers': { limit: true } satisfies Names<Stripe.CustomerListParams>,
  'GET /v1/charges': { limit: true } satisfies Names<Stripe.ChargeListParams>,
  'GET /v1/balance_transactions': {
    limit: true,
    created: true,
    expand: true,
    payout: true,
  } satisfies Names<Stripe.BalanceTransactionListParams>,
  'GET /v1/payouts': { limit: true, created: true } satisfies Names<Stripe.PayoutListParams>,
  'GET /v1/account': {},
}
const REQUIRED: Record<string, readonly string[]> = {
  'POST /v1/payment_intents': ['amount', 'currency'],
  'POST /v1/customer_sessions': ['customer'],
}
const METHOD_TYPES = ['card', 'us_bank_account']

/** Whether `components[payment_element][enabled]` is one of these names. */
function isListed(names: object, parameter: string): boolean {
  let below: unknown = names
  for (const name of parameter.split(/[[\]]+/).filter(Boolean)) {
    if (below === true) return true
    below = (below as Record<string, unknown>)[name]
    if (below === undefined) return false
  }
  return below === true
}

/** Returns the charge of a payment of this amount: 2.9 % + 30 ¢ of fees. */
export function cardCharge(amount: number, over: Record<string, unknown> = {}): Charge {
  const fee = Math.round(amount * 0.029) + 30
  return {
    ...charge('card', { brand: 'visa', last4: '4242', network: 'visa' }),
    balance_transaction: {
      id: 'txn_1',
      object: 'balance_transaction',
      net: amount - fee,
      fee_details: [{ description: 'Stripe processing fees', amount: fee, type: 'stripe_fee' }],
    },
    ...over,
  }
}

/** Returns a debit of a bank account. */
export const bankCharge = (): Charge =>
  charge('us_bank_account', { bank_name: 'STRIPE TEST BANK', last4: '6789' })

const charge = (type: string, method: object): Charge => ({
  id: 'ch_1',
  object: 'charge',
  created: Math.floor(Date.now() / 1_000),
  amount_refunded: 0,
  disputed: false,
  payment_method_details: { type, [type]: method },
  refunds: { object: 'list', data: [] },
})

export async function stripeStandIn(): Promise<StripeStandIn> {
  let number = 0
  const made = new Map<string, { body: object; call: string }>()
  const customers = new Set<string>()
  const intents = new Map<string, Intent>()
  const disputes: Dispute[] = []
  const events: Event[] = []

  function newIntent(sent: Sent): object {
    const amount = Number(sent['amount'])
    if (!Number.isSafeInteger(amount)) return refused('parameter_invalid_integer', 'Invalid integer.')
    if (amount < SMALLEST) return refused('amount_too_small', 'Amount must be at least $0.50 usd')
    const unknown = below(sent, 'allowed_payment_method_types').find((type) => !METHOD_TYPES.includes(type))
    if (unknown) return refused('payment_intent_invalid_parameter', `No such payment method type: ${unknown}`)
    if (sent['currency'] !== 'usd')
      return refused('currency_not_supported', `Invalid currency: ${sent['currency']}`)
    const id = `pi_${(number += 1)}`
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount,
      amount_received: 0,
      currency: sent['currency'],
      customer: sent['customer'],
      livemode: false,
      client_secret: `${id}_secret`,
      metadata: Object.fromEntries(
        Object.entries(sent).flatMap(([name, value]) => {
          const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
          return key ? [[key, value]] : []
        }),
      ),
      last_payment_error: null,
      next_action: null,
      latest_charge: null,
    }
    intents.set(id, intent)
    return intent
  }

  /** Returns the refunds of all intents. */
  const refunds = () =>
    [...intents.values()].flatMap(({ id, latest_charge }) =>
      ((latest_charge?.['refunds'] as { data: { created: number }[] } | undefined)?.data ?? []).map(
        (refund) => ({
          ...refund,
          payment_intent: id,
        }),
      ),
    )

  function listOf(call: string, sent: Sent): object {
    const since = Number(sent['created[gte]'] ?? 0)
    const until = Number(sent['created[lt]'] ?? Infinity)
    const types = below(sent, 'types')
    const intent = sent['payment_intent']
    const rows: Record<string, { created: number; type?: string; payment_intent?: string }[]> = {
      'GET /v1/disputes': disputes.filter((one) => intent === undefined || one.payment_intent === intent),
      'GET /v1/refunds': refunds().filter((one) => intent === undefined || one.payment_intent === intent),
      'GET /v1/balance_transactions': standIn.movements.filter(
        ({ payout }) => sent['payout'] === undefined || payout === sent['payout'],
      ),
      'GET /v1/payouts': standIn.payouts,
      // The newest come first, as at Stripe.
      'GET /v1/events': events.filter(({ type }) => types.length === 0 || types.includes(type)).toReversed(),
    }
    return {
      object: 'list',
      data: (rows[call] ?? []).filter(({ created }) => created >= since && created < until),
      has_more: false,
    }
  }

  function answer(call: string, id: string, sent: Sent): object {
    const names = CALLS[call]
    if (!names) return refused('url_invalid', `Unrecognized request URL (${call}).`)
    for (const parameter of Object.keys(sent))
      if (!isListed(names, parameter))
        return refused('parameter_unknown', `Received unknown parameter: ${parameter}`)
    const missing = REQUIRED[call]?.find((name) => !sent[name])
    if (missing) return refused('parameter_missing', `Missing required param: ${missing}.`)
    if (sent['customer'] && !customers.has(sent['customer']))
      return refused('resource_missing', `No such customer: '${sent['customer']}'`)
    if (call === 'POST /v1/customers') {
      const customer = `cus_${(number += 1)}`
      customers.add(customer)
      return { id: customer, object: 'customer' }
    }
    if (call === 'POST /v1/customer_sessions')
      return { object: 'customer_session', client_secret: `session of ${sent['customer']}` }
    if (call === 'POST /v1/payment_intents') return newIntent(sent)
    if (call === 'GET /v1/account') return { id: standIn.account, object: 'account' }
    if (call.startsWith('GET') && id === '') return listOf(call, sent)
    if (call === 'GET /v1/confirmation_tokens/:id') return tokenOf(id)
    const intent = intents.get(id)
    if (!intent) return refused('resource_missing', `No such payment_intent: '${id}'`)
    if (call.startsWith('GET')) return expanded(intent, below(sent, 'expand'))
    if (!intent.status.startsWith('requires_'))
      return refused('payment_intent_unexpected_state', `It has a status of ${intent.status}.`)
    if (call === 'POST /v1/payment_intents/:id') {
      intent.amount = Number(sent['amount'])
      return expanded(intent, [])
    }
    intent.status = 'canceled'
    return expanded(intent, [])
  }

  const standIn: Omit<StripeStandIn, 'settings'> = {
    calls: [],
    intents,
    before: () => undefined,
    fault: null,
    forbidden: new Set(),
    movements: [],
    payouts: [],
    isKeyKnown: true,
    account: 'acct_of_the_stand_in',
    onItsWay: () => undefined,
    becomes(id, status, over = {}) {
      const intent = intents.get(id)!
      const amount_received = status === 'succeeded' ? (over.amount ?? intent.amount) : 0
      Object.assign(intent, { status, amount_received, ...over })
    },
    disputes(intent, status, reason = 'insufficient_funds', created = Math.floor(Date.now() / 1_000)) {
      const { latest_charge, amount, currency } = intents.get(intent)!
      latest_charge!.disputed = true
      const known = disputes.find((one) => one.payment_intent === intent)
      if (known) Object.assign(known, { status, reason })
      else
        disputes.push({
          id: `du_${(number += 1)}`,
          object: 'dispute',
          charge: latest_charge!.id,
          payment_intent: intent,
          amount,
          currency,
          created,
          status,
          reason,
          evidence_details: { due_by: created + 7 * 86_400 },
        })
    },
    forgetCustomers: () => customers.clear(),
    event(type, intent, { secret = WEBHOOK_SECRET, sentAt = Date.now() } = {}) {
      const object = type.startsWith('payment_intent.')
        ? expanded(intents.get(intent) ?? { id: intent }, [])
        : type.startsWith('charge.dispute.')
          ? disputes.find((one) => one.payment_intent === intent)
          : { id: 'ch_1', object: 'charge', payment_intent: intent }
      const timestamp = Math.floor(sentAt / 1_000)
      const event = {
        id: `evt_${(number += 1)}`,
        object: 'event',
        type,
        created: timestamp,
        data: { object },
      }
      events.push(structuredClone(event))
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      return { text: payload, headers: { 'stripe-signature': signature } }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  const server = createServer(async (request: IncomingMessage, reply) => {
    const url = new URL(request.url!, 'http://stripe')
    const sent = Object.fromEntries(
      request.method === 'GET' ? url.searchParams : new URLSearchParams(await text(request)),
    )
    const call = `${request.method} ${url.pathname}`
    const [, id = ''] = /\/(?:payment_intents|confirmation_tokens)\/(\w+)/.exec(url.pathname) ?? []
    const key = request.headers['idempotency-key']?.toString()
    const route = id ? call.replace(id, ':id') : call
    standIn.calls.push({ call, sent, key })
    try {
      await standIn.before(call)
    } catch {
      reply.destroy()
      return
    }
    // Stripe keeps an answer under its key for a day, unchanged, and only for the identical call.
    const known = key === undefined ? undefined : made.get(key)
    const same = `${call} ${JSON.stringify(sent)}`
    const body = !known
      ? standIn.fault === call
        ? FAULT
        : !standIn.isKeyKnown
          ? UNKNOWN_KEY
          : standIn.forbidden.has(route)
            ? FORBIDDEN
            : structuredClone(answer(route, id, sent))
      : known.call === same
        ? known.body
        : REUSED_KEY
    if (key !== undefined && !known) made.set(key, { body, call: same })
    await standIn.onItsWay(call)
    const status = STATUS.get(body) ?? ('error' in body ? 400 : 200)
    reply.writeHead(status, { 'content-type': 'application/json' })
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

/** Returns a typed card. Its token says how it is funded, as `ctoken_debit_1`. */
function tokenOf(id: string): object {
  const [, funding] = /^ctoken_(debit|prepaid|credit)/.exec(id) ?? []
  return funding
    ? { id, object: 'confirmation_token', payment_method_preview: { type: 'card', card: { funding } } }
    : refused('resource_missing', `No such confirmation_token: '${id}'`)
}

/** Returns the members of a list that was sent: `expand[0]`, `expand[1]` … */
const below = (sent: Sent, list: string): string[] =>
  Object.entries(sent).flatMap(([name, value]) => (name.startsWith(`${list}[`) ? [value] : []))

/** Stripe expands a list to so many of its rows. */
const EXPANDED_ROWS = 10
function beginningOf(list: unknown): object {
  const { data } = list as { data: unknown[] }
  return { object: 'list', data: data.slice(0, EXPANDED_ROWS), has_more: data.length > EXPANDED_ROWS }
}

/** Returns an intent with only the requested parts of its charge: an unexpanded part is an id, or left out. */
function expanded(intent: Pick<Intent, 'id'> & Partial<Intent>, paths: readonly string[]): object {
  const { latest_charge } = intent
  if (!latest_charge) return intent
  if (!paths.some((path) => path.startsWith('latest_charge')))
    return { ...intent, latest_charge: latest_charge.id }
  const { refunds, balance_transaction, ...charge } = latest_charge
  return {
    ...intent,
    latest_charge: {
      ...charge,
      balance_transaction: paths.includes('latest_charge.balance_transaction')
        ? (balance_transaction ?? null)
        : 'txn_1',
      ...(paths.includes('latest_charge.refunds') && { refunds: beginningOf(refunds) }),
    },
  }
}

const FAULT = { error: { type: 'api_error', message: 'An unknown error occurred.' } }
const REUSED_KEY = {
  error: {
    type: 'idempotency_error',
    message: 'Keys can only be used with the parameters of their first call.',
  },
}
const UNKNOWN_KEY = { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } }
const FORBIDDEN = {
  error: {
    type: 'invalid_request_error',
    message: 'The provided key does not have the required permissions.',
  },
}
const STATUS = new Map<object, number>([
  [FAULT, 500],
  [UNKNOWN_KEY, 401],
  [FORBIDDEN, 403],
])

const refused = (code: string, message: string) => ({
  error: { type: 'invalid_request_error', code, message },
})
