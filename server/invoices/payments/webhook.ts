/** What Stripe tells by itself. An event only says which payment to look at: how it stands, the provider is asked. */
import type Stripe from 'stripe'
import type { Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { mustBeSetUp } from './provider.ts'
import { settle } from './settle.ts'

/** The event in these bytes. Throws 400 unless Stripe has signed them, with our secret and not long ago. */
export async function readEvent(context: Context, body: Buffer, signature: string): Promise<Stripe.Event> {
  const stripe = mustBeSetUp(context)
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, context.env.STRIPE_WEBHOOK_SECRET!)
  } catch (error) {
    context.log.warn(error, 'an event was not signed by the payment provider')
    throw new Problem(400, 'The signature is not right.')
  }
}

/** Events of what is no payment of ours are heard and forgotten. Throws 503 where Stripe should tell it again. */
export async function hear(context: Context, { data, type }: Stripe.Event): Promise<void> {
  const object = data.object as { id?: unknown; payment_intent?: unknown; metadata?: { payment?: unknown } }
  const intent = type.startsWith('payment_intent.') ? object.id : object.payment_intent
  if (typeof intent !== 'string') return
  const named = type.startsWith('payment_intent.') ? object.metadata?.payment : null
  // An event may come before the start that made the intent has stored its number.
  const { rows } = await context.pool.query<{ id: string }>(
    `update payments set intent_id = $1 where intent_id = $1 or (id::text = $2 and intent_id is null and status = 'open')
      returning id`,
    [intent, typeof named === 'string' ? named : null],
  )
  if (rows[0]) await settle(context, rows[0].id)
}
