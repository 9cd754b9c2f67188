/**
 * Asks Stripe as well as waiting for its events: an event is lost where the webhook's address, its secret or the
 * server's clock was wrong for days. Asks about unfinished payments once an hour, and reads Stripe's own lists once a
 * day.
 */
import type Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { queryRows, TextIdRow } from '../../platform/rows.ts'
import { checkKeys } from './keys.ts'
import { settlePayment } from './settle.ts'
import { keepOfStripe, knownOfStripe } from './state.ts'
import { hear, hearAgain } from './webhook.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** An event of this age is no longer on its way. */
const SETTLED_MS = 5 * MINUTE_MS
/** An attempt that is unpaid at this age counts as abandoned. The daily lists find what becomes of it. */
const LEFT_MS = 2 * DAY_MS
/** Lists are read from so long before the last reading, because Stripe's clock is not ours. */
const OVERLAP_MS = 60 * MINUTE_MS
/** How long Stripe keeps events. */
const MOST_BACK_MS = 30 * DAY_MS

/** The events by which a payment changes, as README names them for the webhook. */
const EVENT_TYPES = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'charge.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
]

/** Runs the hourly job. A question that Stripe does not answer is repeated in an hour. */
export async function askStripe(context: Context): Promise<void> {
  const { stripe, clock, log } = context
  if (!stripe) return
  const now = clock().getTime()
  try {
    // With another account's keys Stripe would know none of the payments.
    if (!(await checkKeys(context, stripe))) return
    await settleUnfinished(context, now)
    await hearUnhandled(context, now)
    await walkDaily(context, stripe, now)
    await keepOfStripe(context, 'asked', new Date(now).toISOString())
  } catch (error) {
    log.warn(error, 'the payment provider could not be asked')
  }
}

/**
 * Runs `look`. One payment that cannot be asked about does not keep the others from it. Rejects where Stripe cannot be
 * reached.
 */
async function one({ log }: Pick<Context, 'log'>, look: () => Promise<void>): Promise<void> {
  try {
    await look()
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 503) throw error
    log.warn(error, 'a payment could not be asked about')
  }
}

async function settleUnfinished(context: Context, now: number): Promise<void> {
  const unfinished = await queryRows(
    context.pool,
    TextIdRow,
    `select id from payments
      where intent_id is not null and created_at < $1
        and (status in ('verifying', 'processing') or status = 'open' and created_at > $2) order by id`,
    [new Date(now - SETTLED_MS), new Date(now - LEFT_MS)],
  )
  for (const { id } of unfinished) await one(context, () => settlePayment(context, id))
}

/** Handles events that arrived but were not handled, because Stripe did not answer then and did not send them again. */
async function hearUnhandled(context: Context, now: number): Promise<void> {
  const events = await queryRows(
    context.pool,
    TextIdRow,
    'select id from payment_events where handled_at is null and received_at < $1 order by received_at, id',
    [new Date(now - SETTLED_MS)],
  )
  for (const { id } of events) await one(context, () => hearAgain(context, id))
}

/** Reads what happened at Stripe since the last reading. An interrupted reading starts again in an hour. */
async function walkDaily(context: Context, stripe: Stripe, now: number): Promise<void> {
  const { walked } = await knownOfStripe(context)
  const last = walked === undefined ? now - MOST_BACK_MS : Date.parse(walked)
  if (walked !== undefined && now - last < DAY_MS) return
  const from = Math.max(last - OVERLAP_MS, now - MOST_BACK_MS)
  const created = { gte: Math.floor(from / 1_000) }
  for await (const event of stripe.events.list({ created, types: EVENT_TYPES, limit: 100 }))
    await one(context, () => hear(context, event))
  const intents = new Set<string>()
  for (const list of [
    stripe.disputes.list({ created, limit: 100 }),
    stripe.refunds.list({ created, limit: 100 }),
  ])
    for await (const { payment_intent } of list)
      if (payment_intent !== null)
        intents.add(typeof payment_intent === 'string' ? payment_intent : payment_intent.id)
  const payments = await queryRows(
    context.pool,
    TextIdRow,
    'select id from payments where intent_id = any($1::text[]) order by id',
    [[...intents]],
  )
  for (const { id } of payments) await one(context, () => settlePayment(context, id))
  await keepOfStripe(context, 'walked', new Date(now).toISOString())
}
