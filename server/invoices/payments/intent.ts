/** Reads what the provider says of a PaymentIntent and of its disputes: the payment's state, and the facts to keep. */
import type Stripe from 'stripe'
import { z } from 'zod'
import type { MoneyBack, PaymentIntentFacts, PaymentMethod } from '#contract/invoices/payment.ts'
import { money } from '#contract/money.ts'
import { Id, RowId } from '#contract/values.ts'

/** The currency of everything that is asked for and charged. */
export const CURRENCY = 'usd'

/** See `payments.status` (server/schema/payments.ts). */
export const PaymentStatus = z.enum([
  'open',
  'verifying',
  'processing',
  'succeeded',
  'held',
  'refunded',
  'canceled',
])
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** The provider's state of a payment. Only Larder decides that a payment is held or refunded. */
type ReadStatus = Exclude<PaymentStatus, 'held' | 'refunded'>

export interface Reading {
  status: ReadStatus
  method: PaymentMethod
  /** The order that the intent was made for, by its own metadata; null where it is none of ours. */
  order: number | null
  /** The provider's message for what went wrong last. */
  error: string | null
  /** Money in `currency`: the amount that was asked for, and the amount that has arrived. */
  asked: string
  received: string
  /**
   * The amounts that went back: by refunds that have not failed, and by disputes of a card. A bank's return is
   * `returned`.
   */
  refunded: string
  disputed: string
  currency: string
  /** The instant when it was paid, or when its debit was begun; null while there is no charge. */
  charged_at: string | null
  /** Why the bank took back an ACH debit after it had succeeded, as a sentence. */
  returned: string | null
  /** Whether the bank took back an ACH debit and has given the money again. */
  restored: boolean
  facts: PaymentIntentFacts
}

/** The provider counts in cents. */
const amountOf = (cents: number) => money(BigInt(cents))
const sumOf = (all: readonly { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0)
const dateOf = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** The acts by which money of a payment goes back, each list as a whole. */
interface WentBack {
  refunds: readonly Stripe.Refund[]
  disputes: readonly Stripe.Dispute[]
}

/** @param intent with `latest_charge.balance_transaction` expanded */
export function readIntent(intent: Stripe.PaymentIntent, { refunds, disputes }: WentBack): Reading {
  const { last_payment_error, id, livemode, amount, amount_received, currency, metadata } = intent
  const charge = lastChargeOf(intent)
  const balance = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  const isBank = charge?.payment_method_details?.type === 'us_bank_account'
  const taken = disputes.find(({ status }) => tookMoney(status))
  return {
    status: statusOf(intent),
    order: orderOf(metadata),
    method: isBank ? 'ach' : 'card',
    error: last_payment_error
      ? (last_payment_error.message ?? last_payment_error.code ?? 'It failed.')
      : null,
    asked: amountOf(amount),
    received: amountOf(amount_received),
    refunded: amountOf(sumOf(refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled'))),
    disputed: amountOf(isBank ? 0 : sumOf(disputes.filter(({ status }) => tookMoney(status)))),
    currency,
    charged_at: charge && dateOf(charge.created),
    returned: isBank && taken ? `The bank returned the debit: ${taken.reason.replaceAll('_', ' ')}.` : null,
    restored: isBank && !taken && disputes.some(({ status }) => status === 'won'),
    facts: {
      payment_amount: amountOf(intent.status === 'succeeded' ? amount_received : amount),
      net_amount: balance && amountOf(balance.net),
      fees:
        balance &&
        balance.fee_details.map((fee) => ({ description: fee.description, amount: amountOf(fee.amount) })),
      payment_method_details: charge?.payment_method_details ? methodOf(charge.payment_method_details) : null,
      url: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}payments/${id}`,
      ...(currency !== CURRENCY && { currency }),
      ...(refunds.length > 0 && { refunds: refunds.map(moneyBack) }),
      ...(disputes.length > 0 && {
        disputes: disputes.map((dispute) => ({ ...moneyBack(dispute), due_date: dueOf(dispute) })),
      }),
    },
  }
}

/**
 * Returns the order of an intent that this product made, in this database or another. Other products may number their
 * own orders.
 */
const orderOf = ({ payment, order }: Stripe.Metadata): number | null =>
  RowId.safeParse(payment).success ? (Id.safeParse(Number(order)).data ?? null) : null

/** Returns the charge that the intent succeeded by or failed with last, where that was expanded. */
export const lastChargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null

const moneyBack = ({ id, amount, status, reason, created }: Stripe.Refund | Stripe.Dispute): MoneyBack => ({
  id,
  amount: amountOf(amount),
  status,
  reason,
  created_date: dateOf(created),
})

/** Returns until when a dispute can be answered. */
const dueOf = ({ evidence_details }: Partial<Stripe.Dispute>): string | null =>
  evidence_details?.due_by ? dateOf(evidence_details.due_by) : null

export function statusOf({ next_action, ...intent }: Stripe.PaymentIntent): ReadStatus {
  const status: string = intent.status
  if (status === 'succeeded' || status === 'processing' || status === 'canceled') return status
  if (status === 'requires_action' && next_action?.type === 'verify_with_microdeposits') return 'verifying'
  // The intent waits for a method, for a second factor, or to be confirmed.
  return 'open'
}

/** Returns whether a dispute in this state has taken the money: neither a mere inquiry nor one that was won. */
const tookMoney = (status: Stripe.Dispute.Status): boolean =>
  status !== 'won' && status !== 'prevented' && !status.startsWith('warning_')

/** The few details that identify the card or account. */
const SAID = ['last4', 'brand', 'bank_name', 'funding', 'exp_month', 'exp_year'] as const

function methodOf(details: Stripe.Charge.PaymentMethodDetails): PaymentIntentFacts['payment_method_details'] {
  const { type } = details
  const own = (details as unknown as Record<string, Record<string, unknown> | undefined>)[type] ?? {}
  return {
    type,
    ...Object.fromEntries(
      SAID.flatMap((name) => {
        const value = own[name]
        return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
      }),
    ),
  }
}
