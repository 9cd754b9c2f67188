/**
 * The ledger: what each location owes, as rows that are only added (docs/decisions/0242). Paid state, open balances and
 * the difference to an export follow from its sums.
 */
import { z } from 'zod'
import { cents, money } from '../money.ts'
import { Id, Money } from '../values.ts'

/**
 * What a row is about. `invoice` is the charge of an invoice without its credits and card fee; a change adds the
 * difference. `credit` is below 0, and above 0 where it is reversed. Payments, external payments and opening amounts are
 * below 0; a bank's `return`, a `refund` and a `dispute` of a card are above 0. `held` money has arrived and pays no
 * invoice yet; `held_back` is the part of it that went back. An overpaid amount is `moved` from its invoice (above 0)
 * to a credit of the location.
 */
export const LEDGER_KINDS = [
  'invoice',
  'credit',
  'card_fee',
  'discount',
  'payment',
  'external',
  'return',
  'refund',
  'dispute',
  'held',
  'held_back',
  'moved',
  'opening',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** A row of the ledger: what a location owes more (above 0) or less (below 0). */
export const LedgerRow = z.object({
  id: z.string(),
  /** An instant. */
  at: z.string(),
  kind: z.enum(LEDGER_KINDS),
  amount: Money,
  company_location: Id.nullable(),
  location_name: z.string(),
  /** The invoice that the amount is part of; null for a credit that waits, and for money that names no order. */
  order: z.int().nullable(),
  /** Who did it; '' for what the payment provider said. */
  username: z.string(),
  /** What was done, in words; '' where the history has no line of it. */
  detail: z.string(),
})
export type LedgerRow = z.infer<typeof LedgerRow>

/** What an invoice comes to, with its credits and card fees. */
const CHARGES: readonly LedgerKind[] = ['invoice', 'credit', 'card_fee']
/** Money that came for it, and that went back. */
export const MONEY_KINDS: readonly LedgerKind[] = [
  'payment',
  'external',
  'return',
  'refund',
  'dispute',
  'opening',
  'moved',
]

export interface LedgerSums {
  /** What the invoices come to, with their credits and card fees. */
  invoiced: string
  /** The money that came and did not go back. */
  kept: string
  /** What paying on time took off. */
  discounts: string
  /** What is still to be paid; below 0 where more came than was charged. */
  due: string
}

/** The sums of rows that belong together, such as those of one invoice. Held money pays nothing yet. */
export function sumsOf(rows: readonly Pick<LedgerRow, 'kind' | 'amount'>[]): LedgerSums {
  const sum = (kinds: readonly LedgerKind[]) =>
    rows.reduce((all, { kind, amount }) => (kinds.includes(kind) ? all + cents(amount) : all), 0n)
  const [invoiced, kept, discounts] = [sum(CHARGES), -sum(MONEY_KINDS), -sum(['discount'])]
  return {
    invoiced: money(invoiced),
    kept: money(kept),
    discounts: money(discounts),
    due: money(invoiced - kept - discounts),
  }
}
