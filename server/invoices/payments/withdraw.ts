/** Withdraws an attempt to pay, before its invoice changes. */
import type pg from 'pg'
import { can, type Capability, type Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { forbidden, Problem } from '../../platform/problem.ts'
import { mustSeeOrders } from '../../platform/scope.ts'
import { problemOf, refusal } from './provider.ts'
import { openPayment, paymentById, type PaymentRow } from './rows.ts'
import { settlePayment } from './settle.ts'

/**
 * Ends the attempt of this order that waits for its customer, if there is one, so that no customer pays a total that
 * the invoice no longer has. Must run before the order is locked, because it asks the provider. A person who may not do
 * what comes next ends nothing. A payment that has arrived meanwhile is stored instead, and the caller finds the order
 * paid.
 *
 * Throws 503 where the provider does not answer, because the customer may be paying at this very moment. Throws 409
 * while a bank account is being verified, which takes days and is ended only by `cancelVerification`.
 */
export async function withdrawPayment(
  context: Context,
  person: Person,
  order: number,
  capability: Capability,
): Promise<void> {
  if (!can(person, capability)) return
  const payment = await openPayment(context.pool, order)
  if (payment?.status === 'open') await withdrawOpenPayment(context, payment)
  if (payment && (await paymentById(context.pool, payment.id))?.status === 'verifying')
    throw new Problem(
      409,
      'A payment of this invoice waits until the customer’s bank account is verified. Cancel that payment on the invoice first.',
    )
}

/** Ends the given attempt in the same way. One whose bank account is being verified stays. */
export async function withdrawOpenPayment(context: Context, payment: PaymentRow): Promise<void> {
  const { id, intent_id } = payment
  if (intent_id === null || !context.stripe) {
    // The call that is just making the intent finds this row and cancels the intent, which no customer has.
    await context.pool.query(
      `update payments set status = 'canceled', modified_at = now(), version = version + 1
        where id = $1 and status = 'open' and intent_id is not distinct from $2`,
      [id, intent_id],
    )
    return
  }
  // The customer may have named a bank account meanwhile. Such an attempt is not ended unasked.
  await settlePayment(context, id)
  const now = await paymentById(context.pool, id)
  if (now?.status !== 'open') return
  await cancelIntent(context, intent_id)
  await settlePayment(context, id)
}

/**
 * Ends a payment that waits for its bank account to be verified, on behalf of the office. If there is none, or it has
 * gone through meanwhile, nothing is done, and the invoice shows it.
 */
export async function cancelVerification(context: Context, person: Person, order: number): Promise<void> {
  await mustSeeOrders(context.pool, person, [order])
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may cancel a payment.')
  const payment = await openPayment(context.pool, order)
  if (payment?.status !== 'verifying' || !payment.intent_id) return
  const said = `Canceled by ${person.username} before the bank account was verified.`
  if (!context.stripe) {
    // The provider cannot be notified. If the debit arrives after all, it is held or pays the invoice, as any
    // late one does.
    await context.pool.query(
      `update payments set status = 'canceled', error_message = $2, modified_at = now(), version = version + 1
        where id = $1 and status = 'verifying'`,
      [payment.id, `${said} The payment provider was not informed: online payment was not set up.`],
    )
    return
  }
  await cancelIntent(context, payment.intent_id)
  await settlePayment(context, payment.id)
  await context.pool.query(
    `update payments set error_message = $2, version = version + 1 where id = $1 and status = 'canceled'`,
    [payment.id, said],
  )
}

/**
 * Cancels an intent where it can be canceled. One that has gone through or is gone already shows that at the next
 * request.
 */
export async function cancelIntent(context: Context, intent: string): Promise<void> {
  try {
    await context.stripe?.paymentIntents.cancel(intent)
  } catch (error) {
    if (refusal(error)?.type !== 'StripeInvalidRequestError') throw problemOf(context, error)
  }
}

/**
 * Throws 409 where the customer began to pay since `withdrawPayment`. Must run within the change's transaction, under
 * the order's lock.
 */
export async function mustNotBePaying(client: pg.ClientBase, order: number): Promise<void> {
  if (await openPayment(client, order))
    throw new Problem(409, 'The customer is about to pay this invoice. Please try again in a moment.')
}
