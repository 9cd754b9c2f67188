/**
 * Handles the events that Stripe sends. An event only says which payment to look at; its state is then asked of the
 * provider.
 */
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { queryOnlyRow, queryRow, TextIdRow } from '../../platform/rows.ts'
import { mustBeSetUp } from './provider.ts'
import { askAbout, settlePayment } from './settle.ts'
import { keepHeard, keepUnsigned } from './state.ts'

/** Returns the event in these bytes. Throws 400 unless Stripe has signed them, with our secret and not long ago. */
export async function readEvent(context: Context, body: Buffer, signature: string): Promise<Stripe.Event> {
  const stripe = mustBeSetUp(context)
  try {
    const event = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      context.env.STRIPE_WEBHOOK_SECRET!,
    )
    await keepHeard(context)
    return event
  } catch (error) {
    context.log.warn(error, 'an event was not signed by the payment provider')
    await keepUnsigned(context)
    throw new Problem(400, 'The signature is not right.')
  }
}

const HeardEvent = z.object({ is_new: z.boolean() })

/**
 * Stores an event once, and asks the provider about its payment once. Throws 503 where that cannot be done now: the
 * provider then sends the event again.
 */
export async function hear(context: Context, event: Stripe.Event): Promise<void> {
  const about = subjectOf(event)
  const { is_new } = await queryOnlyRow(
    context.pool,
    HeardEvent,
    `insert into payment_events as e (id, type, intent_id, object) values ($1, $2, $3, $4)
       on conflict (id) do update set type = e.type returning handled_at is null as is_new`,
    [event.id, event.type, about.intent, JSON.stringify({ ...event.data.object, client_secret: undefined })],
  )
  if (is_new) await handle(context, event.id, about)
}

const StoredEvent = z.object({ type: z.string(), object: z.record(z.string(), z.unknown()) })

/** Handles an event that was stored but could not be handled then. */
export async function hearAgain(context: Context, id: string): Promise<void> {
  const event = await queryRow(
    context.pool,
    StoredEvent,
    'select type, object from payment_events where id = $1 and handled_at is null',
    [id],
  )
  if (event) await handle(context, id, subjectOf({ type: event.type, data: event }))
}

/** Asks the provider about an event's payment. */
async function handle(context: Context, event: string, about: Subject): Promise<void> {
  const payment = about.intent && ((await paymentOf(context, about)) ?? (await adopt(context, about.intent)))
  if (payment) await settlePayment(context, payment)
  await context.pool.query('update payment_events set handled_at = now(), payment_id = $2 where id = $1', [
    event,
    payment,
  ])
}

interface Subject {
  intent: string | null
  /** Our payment that the intent was made for, as the event says. */
  named: string | null
}

function subjectOf({ data, type }: { type: string; data: { object: object } }): Subject {
  const object = data.object as { id?: unknown; payment_intent?: unknown; metadata?: { payment?: unknown } }
  const isIntent = type.startsWith('payment_intent.')
  const intent = isIntent ? object.id : object.payment_intent
  const named = isIntent ? object.metadata?.payment : null
  return {
    intent: typeof intent === 'string' ? intent : null,
    named: typeof named === 'string' ? named : null,
  }
}

async function paymentOf({ pool }: Context, { intent, named }: Subject): Promise<string | null> {
  // An event may arrive before the call that made the intent has stored its number.
  const payment = await queryRow(
    pool,
    TextIdRow,
    `update payments set intent_id = $1 where intent_id = $1 or (id::text = $2 and intent_id is null and status = 'open')
      returning id`,
    [intent, named],
  )
  return payment?.id ?? null
}

/**
 * Stores money that arrived for no known payment: of another shop on the same account, of an invoice by hand in the
 * dashboard, or of ours and lost with a restored backup. It is held for the office. Money that has not arrived is not
 * stored.
 */
async function adopt(context: Context, intent: string): Promise<string | null> {
  const reading = await askAbout(context, intent)
  if (reading?.status !== 'succeeded') return null
  const { id } = await queryOnlyRow(
    context.pool,
    TextIdRow,
    `insert into payments (id, order_id, method, status, invoice_total, amount, intent_id, error_message)
     values ($1, $2, $3, 'held', $4, $4, $5, 'It was paid without a request from here.')
       on conflict (intent_id) do update set intent_id = excluded.intent_id returning id`,
    [randomUUID(), reading.order, reading.method, reading.received, intent],
  )
  return id
}
