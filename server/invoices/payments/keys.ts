/** Whether Stripe's keys do what Larder needs: one harmless reading of each kind (README, "Paying online"). */
import type Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { isUnknown, refusal } from './provider.ts'
import { keepOfStripe, knownOfStripe } from './state.ts'

/** What a restricted key must be allowed to read, as Stripe names it, by a call that reads it. */
const RIGHTS: Record<string, (stripe: Stripe) => Promise<unknown>> = {
  PaymentIntents: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  Customers: (stripe) => stripe.customers.list({ limit: 1 }),
  // They have no list. One that does not exist is refused as unknown, and without the right as not allowed.
  'Confirmation tokens': (stripe) => stripe.confirmationTokens.retrieve('ctoken_none'),
  Charges: (stripe) => stripe.charges.list({ limit: 1 }),
  'Balance transactions': (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
  Payouts: (stripe) => stripe.payouts.list({ limit: 1 }),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
  Disputes: (stripe) => stripe.disputes.list({ limit: 1 }),
  Events: (stripe) => stripe.events.list({ limit: 1 }),
}

/** Rejects where Stripe cannot be reached. */
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
 * Stores what is wrong with the keys, in words for the office, or that nothing is. Rejects where Stripe cannot be reached:
 * then what was known stands.
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

/** Payments that are on their way belong to the account that they were begun with. */
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

/** Null where the key may not read it, as a restricted one. */
async function accountOf(stripe: Stripe): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (error) {
    if (refusal(error)?.type === 'StripePermissionError') return null
    throw error
  }
}
