/** Taking back an attempt to pay, before the invoice that it is for changes. */
import type pg from 'pg'
import { can, type Capability, type Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { problemOf, refusal } from './provider.ts'
import { openPayment, type PaymentRow } from './rows.ts'
import { settle } from './settle.ts'

/**
 * Ends the attempt of this order that waits for its customer, if there is one, so that nobody pays what the invoice no
 * longer comes to. To be called before the order is locked, since the provider is asked; who may not do what comes next
 * ends nothing. A payment that has arrived meanwhile is stored instead, and the caller finds the order paid.
 *
 * Throws 503 where the provider does not answer: the customer may be paying in this very moment.
 */
export async function withdrawPayment(
  context: Context,
  person: Person,
  order: number,
  capability: Capability,
): Promise<void> {
  if (!can(person, capability)) return
  const payment = await openPayment(context.pool, order)
  if (payment?.status === 'open') await withdraw(context, payment)
}

/** The same for an attempt at hand. */
export async function withdraw(context: Context, { id, intent_id }: PaymentRow): Promise<void> {
  if (intent_id === null || !context.stripe) {
    // Whoever is just making the intent finds this, cancels it, and has told nobody of it.
    await context.pool.query(
      `update payments set status = 'canceled', modified_at = now(), version = version + 1
        where id = $1 and status = 'open' and intent_id is not distinct from $2`,
      [id, intent_id],
    )
    return
  }
  await cancelIntent(context, intent_id)
  await settle(context, id)
}

/** Cancels it where it can be: one that has gone through or is gone already tells so when it is asked for next. */
export async function cancelIntent(context: Context, intent: string): Promise<void> {
  try {
    await context.stripe?.paymentIntents.cancel(intent)
  } catch (error) {
    if (refusal(error)?.type !== 'StripeInvalidRequestError') throw problemOf(context, error)
  }
}

/** Within a change's transaction, under the order's lock: throws 409 where somebody began to pay since `withdrawPayment`. */
export async function mustNotBePaying(client: pg.ClientBase, order: number): Promise<void> {
  if (await openPayment(client, order))
    throw new Problem(409, 'The customer is about to pay this invoice. Please try again in a moment.')
}
