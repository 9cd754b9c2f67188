/**
 * Starts a payment (B222). There is exactly one PaymentIntent per attempt and one attempt per invoice, however often
 * the button is pressed. A row is reserved under the order's lock, and the provider makes the intent under that row's
 * id. Only then, under the lock again and only if all is as it was, does the customer receive it. No lock is held while
 * the provider is asked.
 */
import type Stripe from 'stripe'
import type pg from 'pg'
import {
  BELOW_LEAST,
  dueBy,
  isBelowLeast,
  summaryOf,
  type Due,
  type PaymentMethod,
  type PaymentStart,
} from '#contract/invoices/payment.ts'
import { cents } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { v7 } from '../../platform/auth/uuid.ts'
import { today, transaction, type Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { stripeCustomerOf, customerSession, forgetCustomer } from './customers.ts'
import { CURRENCY, statusOf } from './intent.ts'
import { ask, isKeySpent, isUnknown, mustBeSetUp } from './provider.ts'
import { lockPayable, openPayment, paymentById, type OnlinePayment } from './rows.ts'
import { fetchIntent, settlePayment } from './settle.ts'
import { cancelIntent, withdrawOpenPayment } from './withdraw.ts'

const TRIES = 4
/** The most that the provider takes at once, in cents. */
const MAX_ONLINE_CENTS = 99_999_999n
const TYPES: Record<PaymentMethod, string> = { ach: 'us_bank_account', card: 'card' }

/**
 * Starts or continues an attempt. Throws 409 where the invoice is not payable, 403 where this person may not pay it,
 * 502 or 503 where the provider refuses.
 */
export async function startPayment(
  context: Context,
  person: Person,
  order: number,
  method: PaymentMethod,
): Promise<PaymentStart> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { payment, due, fits } = await transaction(context.pool, (client) =>
      reserve(context, client, person, order, method),
    )
    const secret = fits ? await open(context, person, payment) : await withdrawOpenPayment(context, payment)
    if (!secret) continue
    const session = await customerSession(context, person)
    if (!session) {
      // The intent belongs to the forgotten customer: the next attempt makes both again.
      await withdrawOpenPayment(context, payment)
      continue
    }
    return {
      stripe_client_secret: secret,
      customer_session_client_secret: session,
      invoice_payment_summary: { [method]: summaryOf(due) },
    }
  }
  throw new Problem(409, 'This invoice is being changed or paid just now. Please try again.')
}

interface Reserved {
  payment: OnlinePayment
  due: Due
  /** Whether the attempt fits this person's request; else it is withdrawn first. */
  fits: boolean
}

async function reserve(
  context: Context,
  client: pg.ClientBase,
  person: Person,
  order: number,
  method: PaymentMethod,
): Promise<Reserved> {
  const invoice = await lockPayable(client, person, order)
  // A person who may not pay this invoice is refused first, whatever the server lacks.
  mustBeSetUp(context)
  const due = dueBy(method, invoice, today(context))
  // With a discount the amount may be less than the invoice's total.
  if (isBelowLeast(due.total)) throw new Problem(409, BELOW_LEAST)
  if (cents(due.total) > MAX_ONLINE_CENTS)
    throw new Problem(409, 'This is more than can be paid online at once.')
  const known = await openPayment(client, order)
  if (known)
    return {
      payment: known,
      due,
      fits:
        known.method === method &&
        known.created_by === person.id &&
        known.invoice_total === due.invoice_total &&
        known.amount === due.total &&
        // A failed attempt stays as it is, with its message.
        known.error_message === null,
    }
  const id = v7(context.clock().getTime())
  await client.query(
    `insert into payments (id, order_id, method, invoice_total, discount, card_fee, amount, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, order, method, due.invoice_total, due.discount, due.card_fee, due.total, person.id],
  )
  return { payment: { ...(await paymentById(client, id))!, method }, due, fits: true }
}

/** Returns the secret with which the page pays this attempt; null where the attempt is over meanwhile. */
async function open(context: Context, person: Person, payment: OnlinePayment): Promise<string | null> {
  const intent = payment.intent_id
    ? await fetchIntent(context, payment.intent_id)
    : await create(context, person, payment)
  if (intent && statusOf(intent) === 'open') {
    if (await keep(context, person, payment, intent.id)) return intent.client_secret
    await cancelIntent(context, intent.id)
  }
  await settlePayment(context, payment.id)
  return null
}

/** Makes the intent. Null where the provider has forgotten the customer: the next attempt makes the customer again. */
async function create(
  context: Context,
  person: Person,
  payment: OnlinePayment,
): Promise<Stripe.PaymentIntent | null> {
  const customer = await stripeCustomerOf(context, person, payment)
  const intent = async (stripe: Stripe) => {
    try {
      return await stripe.paymentIntents.create(
        {
          amount: Number(cents(payment.amount)),
          currency: CURRENCY,
          customer,
          allowed_payment_method_types: [TYPES[payment.method]],
          description: `Invoice ${payment.order_id}`,
          metadata: { payment: payment.id, order: String(payment.order_id) },
        },
        { idempotencyKey: payment.id },
      )
    } catch (error) {
      // The next press is another attempt, with another key.
      if (isKeySpent(error)) await withdrawOpenPayment(context, payment)
      if (!isUnknown(error)) throw error
      await forgetCustomer(context, person)
      await withdrawOpenPayment(context, payment)
      return null
    }
  }
  return ask(context, intent, { isNothingCharged: true })
}

/**
 * Returns whether the attempt is still what the invoice asks for, under the order's lock. If it is not, no customer has
 * received the intent. The intent's number is stored either way.
 */
async function keep(
  context: Context,
  person: Person,
  { id, order_id, method }: OnlinePayment,
  intent: string,
): Promise<boolean> {
  return transaction(context.pool, async (client) => {
    const due = await lockPayable(client, person, order_id!).then(
      (invoice) => dueBy(method, invoice, today(context)),
      (error: unknown) => {
        if (error instanceof Problem) return null
        throw error
      },
    )
    await client.query(
      `update payments set intent_id = $2, version = version + 1 where id = $1 and intent_id is null`,
      [id, intent],
    )
    const payment = await paymentById(client, id)
    return (
      payment?.status === 'open' &&
      payment.intent_id === intent &&
      payment.amount === due?.total &&
      payment.invoice_total === due.invoice_total
    )
  })
}
