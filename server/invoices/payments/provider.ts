/** The card payment provider, Stripe: its client, and its refusals as this server's answers. */
import type { FastifyBaseLogger } from 'fastify'
import type Stripe from 'stripe'
import type { Env } from '../../env.ts'
import type { Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'

/** Long enough for a bank, shorter than the page waits for us. */
const TIMEOUT_MS = 12_000

type Settings = Pick<
  Env,
  'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL'
>

/**
 * Returns whether all three keys are set. Without the webhook's secret the server would not learn that an invoice is
 * paid. The page's security policy, the key that it is given, and the provider's client all ask only this.
 */
export const isPaymentSetUp = (env: Settings): boolean =>
  Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY && env.STRIPE_WEBHOOK_SECRET)

/** Returns whether a server in production has a test key. Test cards then pay real invoices. */
export const takesTestCards = (env: Partial<Pick<Env, 'STRIPE_SECRET_KEY' | 'NODE_ENV'>>): boolean =>
  env.NODE_ENV === 'production' && /^[sr]k_test_/.test(env.STRIPE_SECRET_KEY ?? '')

/** Makes the client; null where online payment is not set up. The package is loaded only where it is used. */
export async function makeProvider(
  env: Settings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Stripe | null> {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL } = env
  if (!key || !isPaymentSetUp(env)) {
    if (key ?? env.STRIPE_PUBLISHABLE_KEY ?? env.STRIPE_WEBHOOK_SECRET)
      log.warn('online payment is not set up: it needs all three keys of Stripe')
    return null
  }
  const { default: Client } = await import('stripe')
  const url = STRIPE_API_URL ? new URL(STRIPE_API_URL) : null
  return new Client(key, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      protocol: url.protocol === 'http:' ? 'http' : 'https',
      port: url.port || (url.protocol === 'http:' ? 80 : 443),
    }),
  })
}

/** Throws 503 where online payment is not set up (B286). */
export function mustBeSetUp({ stripe }: Pick<Context, 'stripe'>): Stripe {
  if (!stripe) throw new Problem(503, 'Online payment is not set up.')
  return stripe
}

interface Refusal {
  type: string
  code?: string
  /** The status of the answer; absent where there was none. */
  statusCode?: number
  message: string
}

/** Returns what the provider threw; null for any other error. */
export function refusal(error: unknown): Refusal | null {
  const type = error instanceof Error && 'type' in error ? error.type : null
  return typeof type === 'string' && type.startsWith('Stripe') ? (error as Error & Refusal) : null
}

/**
 * Returns whether nothing at the provider has this number: another account has it, or the provider has forgotten it.
 */
export const isUnknown = (error: unknown): boolean => refusal(error)?.code === 'resource_missing'

/**
 * Returns whether the call's key is of no use any more: for a day, the provider keeps its own fault under it, and refuses
 * it for other values than those of its first call, such as a payer's new name.
 */
export function isKeySpent(error: unknown): boolean {
  const found = refusal(error)
  // A 409 says that the same call is under way at this moment: its answer is kept under the key.
  return (
    found?.type === 'StripeAPIError' || (found?.type === 'StripeIdempotencyError' && found.statusCode !== 409)
  )
}

interface Certainty {
  /** No customer has ever received the means to pay by what is asked about. */
  isNothingCharged?: boolean
}

/** Asks the provider. A refusal becomes a 502 in its words, no answer a 503. Neither is this server's defect. */
export async function ask<T>(
  context: Context,
  work: (stripe: Stripe) => Promise<T>,
  certainty: Certainty = {},
): Promise<T> {
  const stripe = mustBeSetUp(context)
  try {
    return await work(stripe)
  } catch (error) {
    throw problemOf(context, error, certainty)
  }
}

/** Returns a refusal as the caller receives it; any other error as it is. */
export function problemOf(
  { log }: Pick<Context, 'log'>,
  error: unknown,
  { isNothingCharged = false }: Certainty = {},
): unknown {
  const refused = refusal(error)
  if (!refused) return error
  log.warn(
    { type: refused.type, code: refused.code, reason: refused.message },
    'the payment provider refused',
  )
  // Other messages may contain keys and addresses.
  if (refused.type === 'StripeInvalidRequestError' || refused.type === 'StripeCardError')
    return new Problem(502, `The payment provider said: ${refused.message}`)
  const charged = isNothingCharged ? 'Nothing was charged.' : 'Nothing is charged twice.'
  return new Problem(503, `The payment provider cannot be reached. ${charged} Please try again.`)
}
