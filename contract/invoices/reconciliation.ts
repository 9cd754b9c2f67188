/** What the provider moved, by day and payout, against what Larder shows as paid: `GET reconciliation`. Pure. */
import { z } from 'zod'
import { money } from '../money.ts'
import { Day, Money } from '../values.ts'

/** The provider is asked for no more days at once. */
export const RECONCILED_DAYS_MAX = 31

export const ReconciliationRow = z.object({
  /** On which the provider moved it, by the distributor's clock. */
  day: Day,
  /** The provider's number of the payout that it is part of, and the day on which that is at the bank; null while it is in none. */
  payout: z.string().nullable(),
  arrives: Day.nullable(),
  payments: Money,
  /** The amount that went back, above 0; a refund that failed is below. */
  refunds: Money,
  /** The amount that disputes took, above 0; a won one is below. */
  disputes: Money,
  fees: Money,
  /** What the payout gets of it. */
  net: Money,
  /** What Larder shows of the same payments, refunds and disputes. */
  shown: Money,
  /** `payments` less `refunds` less `disputes` less `shown`: 0.00 where all is known here. */
  difference: Money,
})
export type ReconciliationRow = z.infer<typeof ReconciliationRow>

/** One movement at the provider. Cents. */
export interface Movement {
  day: string
  payout: string | null
  kind: 'payment' | 'refund' | 'dispute' | 'other'
  /** With its sign: a refund is below 0. */
  amount: bigint
  fee: bigint
  net: bigint
  /** What Larder shows of it, with its sign; 0 where it knows nothing of it. */
  shown: bigint
}

/** The payouts' days at the bank, by their numbers. */
export type Arrivals = ReadonlyMap<string, string>

/** The sums of each day and payout: the newest day first, and what is in no payout yet before what is. */
export function reconcile(movements: readonly Movement[], arrivals: Arrivals): ReconciliationRow[] {
  const groups = new Map<string, Movement[]>()
  for (const movement of movements) {
    const key = `${movement.day} ${movement.payout ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), movement])
  }
  return [...groups.values()]
    .map((group) => rowOf(group, arrivals))
    .sort((a, b) => (a.day === b.day ? compare(a.payout ?? '', b.payout ?? '') : compare(b.day, a.day)))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function rowOf(group: readonly Movement[], arrivals: Arrivals): ReconciliationRow {
  const { day, payout } = group[0]!
  const sum = (of: 'amount' | 'fee' | 'net' | 'shown', kind?: Movement['kind']) =>
    group.reduce((all, one) => (kind === undefined || one.kind === kind ? all + one[of] : all), 0n)
  const moved = sum('amount', 'payment') + sum('amount', 'refund') + sum('amount', 'dispute')
  return {
    day,
    payout,
    arrives: payout === null ? null : (arrivals.get(payout) ?? null),
    payments: money(sum('amount', 'payment')),
    refunds: money(-sum('amount', 'refund')),
    disputes: money(-sum('amount', 'dispute')),
    // Every other movement is a charge of the provider's.
    fees: money(sum('fee') - sum('amount', 'other')),
    net: money(sum('net')),
    shown: money(sum('shown')),
    difference: money(moved - sum('shown')),
  }
}
