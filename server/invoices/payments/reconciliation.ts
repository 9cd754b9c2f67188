/** Compares what the provider moved with what Larder shows as paid. Asks the provider, and stores nothing. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { addDays, type Days } from '#contract/day.ts'
import {
  reconcile,
  RECONCILED_DAYS_MAX,
  type Movement,
  type ReconciliationRow,
} from '#contract/invoices/reconciliation.ts'
import { cents } from '#contract/money.ts'
import { can, type Person } from '#contract/permissions.ts'
import { dayAt, type Context } from '../../platform/context.ts'
import { forbidden, wrongField } from '../../platform/problem.ts'
import { queryRows } from '../../platform/rows.ts'
import { CURRENCY, PaymentStatus } from './intent.ts'
import { ask } from './provider.ts'
import { fetchIntent } from './settle.ts'

/** A payout contains movements of at most so many days before it. */
const PAYOUT_DAYS = 14
const PAGE = { limit: 100 }

const KINDS: Partial<Record<string, Movement['kind']>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
}

/** A refund or a dispute that the provider has reported of a payment. */
const KnownMove = z.object({
  id: z.string().nullish(),
  amount: z.string(),
  status: z.string().nullish(),
})
type KnownMove = z.infer<typeof KnownMove>
/** A payment as Larder shows it, by its intent. */
const Shown = z.object({
  intent_id: z.string(),
  status: PaymentStatus,
  /** The amount that arrived. */
  received: z.string(),
  refunds: z.array(KnownMove).nullable(),
  disputes: z.array(KnownMove).nullable(),
  /** Whether the bank took the money back, and whether it paid it after all. */
  is_returned: z.boolean(),
  is_restored: z.boolean(),
})
type Shown = z.infer<typeof Shown>

/**
 * Returns the comparison by day and payout. Throws 403 for people other than the office, 400 for too many days, 503
 * where the provider is out of reach.
 */
export async function readReconciliation(
  context: Context,
  person: Person,
  { start, end }: Days,
): Promise<ReconciliationRow[]> {
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may see what the provider moved.')
  if (end < start) throw wrongField('end_date', 'is before start_date')
  if (end > addDays(start, RECONCILED_DAYS_MAX - 1))
    throw wrongField('end_date', `makes more than ${RECONCILED_DAYS_MAX} days`)
  // Without a provider nothing was ever moved.
  if (!context.stripe) return []
  const [transactions, payouts] = await ask(context, (stripe) =>
    Promise.all([movedAt(stripe, { start, end }), payoutsOf(stripe, { start, end })]),
  )
  const here = transactions.filter(({ created }) => isWithin(dayOf(context, created), { start, end }))
  const shown = await shownOf(
    context,
    here.flatMap((one) => intentOf(one) ?? []),
  )
  const movements = here.map((one): Movement => {
    const kind = KINDS[one.reporting_category] ?? 'other'
    return {
      day: dayOf(context, one.created),
      payout: payouts.of.get(one.id) ?? null,
      kind,
      amount: BigInt(one.amount),
      fee: BigInt(one.fee),
      net: BigInt(one.net),
      shown: kind === 'other' ? 0n : shownFor(one, kind, shown.get(intentOf(one) ?? '')),
    }
  })
  return reconcile([...movements, ...(await unmoved(context, { start, end }, shown))], payouts.arrivals)
}

const dayOf = (context: Pick<Context, 'env'>, seconds: number) => dayAt(context, new Date(seconds * 1_000))
const isWithin = (day: string, { start, end }: Days) => start <= day && day <= end
/** A day begins at another moment at the provider than here. One more day on each side covers all movements. */
const created = ({ start, end }: Days, later = 0) => ({
  gte: Date.parse(addDays(start, -1)) / 1_000,
  lt: Date.parse(addDays(end, 2 + later)) / 1_000,
})

async function movedAt(stripe: Stripe, days: Days): Promise<Stripe.BalanceTransaction[]> {
  const all: Stripe.BalanceTransaction[] = []
  const list = stripe.balanceTransactions.list({ created: created(days), expand: ['data.source'], ...PAGE })
  for await (const one of list)
    if (one.currency === CURRENCY && one.reporting_category !== 'payout') all.push(one)
  return all
}

/** Returns the payout of each movement, and the day on which each payout arrives at the bank. */
async function payoutsOf(stripe: Stripe, days: Days) {
  const of = new Map<string, string>()
  const arrivals = new Map<string, string>()
  for await (const { id, arrival_date } of stripe.payouts.list({
    created: created(days, PAYOUT_DAYS),
    ...PAGE,
  })) {
    // The provider gives its own calendar day, as midnight UTC.
    arrivals.set(id, new Date(arrival_date * 1_000).toISOString().slice(0, 10))
    for await (const moved of stripe.balanceTransactions.list({ payout: id, ...PAGE })) of.set(moved.id, id)
  }
  return { of, arrivals }
}

/** Returns the intent of a movement: of a charge, a refund or a dispute. */
function intentOf({ source }: Stripe.BalanceTransaction): string | null {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return null
  const { payment_intent: intent } = source
  return typeof intent === 'object' ? (intent?.id ?? null) : (intent ?? null)
}

async function shownOf(
  { pool }: Pick<Context, 'pool'>,
  intents: readonly string[],
): Promise<Map<string, Shown>> {
  const payments = await queryRows(
    pool,
    Shown,
    `select p.intent_id, p.status, coalesce(case when p.status <> 'succeeded' then p.intent ->> 'payment_amount' end, p.amount::text) as received,
            p.intent -> 'refunds' as refunds, p.intent -> 'disputes' as disputes,
            r.id is not null as is_returned, a.id is not null as is_restored
       from payments p left join payments r on r.reverses = p.id left join payments a on a.reverses = r.id
      where p.intent_id = any($1::text[])`,
    [intents],
  )
  return new Map(payments.map((row) => [row.intent_id, row]))
}

/** Returns what Larder shows of one movement, in cents with its sign. */
function shownFor(
  one: Stripe.BalanceTransaction,
  kind: 'payment' | 'refund' | 'dispute',
  shown?: Shown,
): bigint {
  if (!shown || !['succeeded', 'held', 'refunded'].includes(shown.status)) return 0n
  if (kind === 'payment') return cents(shown.received)
  const found = (kind === 'refund' ? shown.refunds : shown.disputes)?.find((known) => isKnown(one, known))
  const isBack = one.amount > 0
  if (kind === 'refund' && found) return !isBack || found.status === 'failed' ? BigInt(one.amount) : 0n
  // A bank's return is a separate row here, whatever the provider calls it.
  if (shown.is_returned) return isBack && !shown.is_restored ? 0n : BigInt(one.amount)
  return found && (!isBack || found.status === 'won') ? BigInt(one.amount) : 0n
}

/** Returns whether the movement is this known refund or dispute. Facts of earlier releases have no number. */
function isKnown({ source, amount }: Stripe.BalanceTransaction, known: KnownMove): boolean {
  if (source === null || typeof source === 'string') return false
  if (known.id !== undefined) return known.id === source.id
  return cents(known.amount) === BigInt(Math.abs(amount))
}

const BookedPayment = z.object({ intent_id: z.string(), at: z.string(), amount: z.string() })

/**
 * Returns what Larder shows as paid on these days and the provider has not moved: a difference with nothing on its
 * other side.
 */
async function unmoved(context: Context, days: Days, known: ReadonlyMap<string, Shown>): Promise<Movement[]> {
  const booked = await queryRows(
    context.pool,
    BookedPayment,
    `select p.intent_id, min(l.at) as at, (-sum(l.amount))::text as amount
       from ledger l join payments p on p.id = l.payment_id
      where l.kind in ('payment', 'held') and p.intent_id is not null and p.status in ('succeeded', 'held')
        and l.at >= $1::date - 1 and l.at < $2::date + 2
      group by 1 having sum(l.amount) < 0 order by 1`,
    [days.start, days.end],
  )
  const found: Movement[] = []
  for (const { intent_id, at, amount } of booked) {
    const day = dayAt(context, new Date(at))
    if (known.has(intent_id) || !isWithin(day, days)) continue
    // Most were moved on a day other than that on which Larder learned of them.
    const intent = await fetchIntent(context, intent_id)
    const charge = intent?.latest_charge
    if (charge && typeof charge !== 'string' && charge.balance_transaction !== null) continue
    found.push({ day, payout: null, kind: 'payment', amount: 0n, fee: 0n, net: 0n, shown: cents(amount) })
  }
  return found
}
