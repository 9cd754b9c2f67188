/** The state of the connection to Stripe that the office sees. Stored in `facts`, for all of the server's processes. */
import { z } from 'zod'
import type { PaymentProviderState } from '#contract/invoices/payment.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { forbidden } from '../../platform/problem.ts'
import { queryRows } from '../../platform/rows.ts'

type Parts = Pick<Context, 'pool' | 'clock'>

/**
 * `heard` and `unsigned` are the instants of the last event with a right and with a wrong signature. `asked` is the
 * instant of the last answer to the hourly job, `walked` the instant up to which the job has read Stripe's lists.
 * `problem` is the fault of the keys. `account` is the account of the keys.
 */
const Name = z.enum(['heard', 'unsigned', 'asked', 'walked', 'problem', 'account'])
type Name = z.infer<typeof Name>

const keyOf = (name: Name) => `stripe_${name}`

/** Stores a value; null deletes it. */
export async function keepOfStripe(
  { pool }: Pick<Parts, 'pool'>,
  name: Name,
  value: string | null,
): Promise<void> {
  if (value === null) await pool.query('delete from facts where key = $1', [keyOf(name)])
  else
    await pool.query(
      'insert into facts (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [keyOf(name), value],
    )
}

const StripeFact = z.object({ name: Name, value: z.string() })

export async function knownOfStripe({ pool }: Pick<Parts, 'pool'>): Promise<Partial<Record<Name, string>>> {
  const facts = await queryRows(
    pool,
    StripeFact,
    `select substr(key, 8) as name, value from facts where key like 'stripe\\_%'`,
  )
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]))
}

/** How often a wrong signature is stored: anyone may post one. */
const UNSIGNED_EVERY_MS = 60_000

export const keepHeard = (parts: Parts): Promise<void> =>
  keepOfStripe(parts, 'heard', parts.clock().toISOString())

export async function keepUnsigned({ pool, clock }: Parts): Promise<void> {
  const now = clock()
  await pool.query(
    `insert into facts (key, value) values ($1, $2)
       on conflict (key) do update set value = excluded.value where facts.value not between $3 and $2`,
    [keyOf('unsigned'), now.toISOString(), new Date(now.getTime() - UNSIGNED_EVERY_MS).toISOString()],
  )
}

/** Returns the state. Throws 403 for people other than the office. */
export async function stateOfStripe(
  context: Pick<Context, 'pool' | 'stripe'>,
  person: Person,
): Promise<PaymentProviderState> {
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may see how the provider is reached.')
  const { heard, unsigned, asked, problem } = await knownOfStripe(context)
  const isFailing = unsigned !== undefined && (heard === undefined || heard < unsigned)
  return {
    is_set_up: context.stripe !== null,
    heard_at: heard ?? null,
    asked_at: asked ?? null,
    unsigned_at: isFailing ? unsigned : null,
    problem: problem ?? null,
  }
}
