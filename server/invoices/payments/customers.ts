/** The payer's customer record at the provider, which keeps their cards and accounts for the next time. */
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { queryRow } from '../../platform/rows.ts'
import { ask, isKeySpent, isUnknown } from './provider.ts'
import type { PaymentRow } from './rows.ts'
import { withdrawOpenPayment } from './withdraw.ts'

const Payer = z.object({ email: z.string(), name: z.string() })

/** @param payment the attempt to pay: two starts of one attempt make one customer */
export async function stripeCustomerOf(
  context: Context,
  person: Person,
  payment: PaymentRow,
): Promise<string> {
  const known = await knownCustomer(context, person)
  if (known) return known
  const payer = await queryRow(
    context.pool,
    Payer,
    `select email, trim(first_name || ' ' || last_name) as name from users where id = $1`,
    [person.id],
  )
  const { email, name } = payer ?? { email: '', name: '' }
  const made = await ask(context, async (stripe) => {
    try {
      return await stripe.customers.create(
        { name: name || person.username, ...(email && { email }), metadata: { username: person.username } },
        { idempotencyKey: `customer ${payment.id}` },
      )
    } catch (error) {
      // The next press is another attempt, with another key.
      if (isKeySpent(error)) await withdrawOpenPayment(context, payment)
      throw error
    }
  })
  await context.pool.query(
    'insert into payment_customers (user_id, provider_id) values ($1, $2) on conflict (user_id) do nothing',
    [person.id, made.id],
  )
  return (await knownCustomer(context, person)) ?? made.id
}

const KnownCustomer = z.object({ provider_id: z.string() })

async function knownCustomer({ pool }: Context, person: Person): Promise<string | null> {
  const known = await queryRow(
    pool,
    KnownCustomer,
    'select provider_id from payment_customers where user_id = $1',
    [person.id],
  )
  return known?.provider_id ?? null
}

/**
 * Forgets a customer that the provider does not know: the keys are another account's now, or a person deleted the
 * customer there.
 */
export const forgetCustomer = ({ pool }: Context, person: Person) =>
  pool.query('delete from payment_customers where user_id = $1', [person.id])

/**
 * Returns the secret that lets the page show a customer's own cards and accounts. Null where the provider has forgotten
 * the customer; then Larder has too.
 */
export async function customerSession(context: Context, person: Person): Promise<string | null> {
  const customer = await knownCustomer(context, person)
  if (!customer) return null
  return ask(context, async (stripe) => {
    try {
      return (await stripe.customerSessions.create(sessionOf(customer))).client_secret
    } catch (error) {
      if (!isUnknown(error)) throw error
      await forgetCustomer(context, person)
      return null
    }
  })
}

const sessionOf = (customer: string): Stripe.CustomerSessionCreateParams => ({
  customer,
  components: {
    payment_element: {
      enabled: true,
      features: {
        payment_method_redisplay: 'enabled',
        payment_method_save: 'enabled',
        payment_method_save_usage: 'on_session',
        payment_method_remove: 'enabled',
      },
    },
  },
})
