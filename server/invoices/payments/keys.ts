/** Checks whether Stripe's keys do what Larder needs, with one harmless read of each kind (README, "Paying online"). */
import type Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { isUnknown, refusal } from './provider.ts'
import { keepOfStripe, knownOfStripe } from './state.ts'

/** The resources that a restricted key must be allowed to read, by Stripe's names, each with a call that reads it. */
const RIGHTS: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  PaymentIntents: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  Customers: (stripe) => stripe.customers.list({ limit: 1 }),
  // There is no list of them. An unknown one is refused as unknown, and without the right as not allowed.
  'Confirmation tokens': (stripe) => stripe.confirmationTokens.retrieve('ctoken_none'),
  Charges: (stripe) => stripe.charges.list({ limit: 1 }),
  'Balance transactions': (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
  Payouts: (stripe) => stripe.payouts.list({ limit: 1 }),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
  Disputes: (stripe) => stripe.disputes.list({ limit: 1 }),
  Events: (stripe) => stripe.events.list({ limit: 1 }),
}

/** Returns whether the key lacks the right to this read. Rejects where Stripe cannot be reached. */
async function lacksRight(stripe: Stripe, read: (stripe: Stripe) => Promise<unknown>): Promise<boolean> {
  try {
    await read(stripe)
    return false
  } catch (error) {
    if (refusal(error)?.type === 'StripePermissionError') return true
    if (isUnknown(error)) return false
    throw error
  }
}

/**
 * Stores what is wrong with the keys, in words for the office, or that nothing is. Rejects where Stripe cannot be
 * reached; the stored result then stays.
 * @returns whether they are right
 */
export async function checkKeys(context: Pick<Context, 'pool' | 'log'>, stripe: Stripe): Promise<boolean> {
  const problem = await problemOfKeys(context, stripe)
  if (problem) context.log.warn({ problem }, 'the keys of the payment provider are not right')
  await keepOfStripe(context, 'problem', problem)
  return problem === null
}

async function problemOfKeys(context: Pick<Context, 'pool'>, stripe: Stripe): Promise<string | null> {
  const lacking: string[] = []
  try {
    for (const [right, read] of Object.entries(RIGHTS))
      if (await lacksRight(stripe, read)) lacking.push(right)
  } catch (error) {
    if (refusal(error)?.type !== 'StripeAuthenticationError') throw error
    return 'Stripe does not take the server’s secret key: it is wrong, or it was replaced.'
  }
  if (lacking.length > 0) return `The server’s secret key may not read: ${lacking.join(', ')}.`
  return problemOfAccount(context, stripe)
}

/** Returns what is wrong with the keys' account: payments on their way belong to the account that began them. */
async function problemOfAccount(context: Pick<Context, 'pool'>, stripe: Stripe): Promise<string | null> {
  const account = await accountOf(stripe)
  if (account === null) return null
  const { account: before = account } = await knownOfStripe(context)
  const { rowCount } = await context.pool.query(
    `select from payments where intent_id is not null and status in ('open', 'verifying', 'processing', 'held') limit 1`,
  )
  if (before !== account && rowCount !== 0)
    return `The keys are those of the account ${account}. Payments that are not finished were begun with ${before}, and nothing is heard of them.`
  await keepOfStripe(context, 'account', account)
  return null
}

/** Returns the account of the key; null where a restricted key may not read it. */
async function accountOf(stripe: Stripe): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (error) {
    if (refusal(error)?.type === 'StripePermissionError') return null
    throw error
  }
}
