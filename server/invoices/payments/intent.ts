/** What the provider says of a PaymentIntent, read: where the payment stands, and what is kept of it. */
import type Stripe from 'stripe'
import type { PaymentIntentFacts } from '#contract/invoices/payment.ts'
import { money } from '#contract/money.ts'

export type PaymentStatus = 'open' | 'processing' | 'succeeded' | 'canceled'

export interface Reading {
  status: PaymentStatus
  /** The provider's words for what went wrong last. */
  error: string | null
  facts: PaymentIntentFacts
}

/** The provider counts in cents. */
const amountOf = (cents: number) => money(BigInt(cents))

/** @param intent with `latest_charge.balance_transaction` expanded */
export function readIntent(intent: Stripe.PaymentIntent): Reading {
  const { last_payment_error, latest_charge, id, livemode, amount } = intent
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  const balance = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  return {
    status: statusOf(intent.status),
    error: last_payment_error
      ? (last_payment_error.message ?? last_payment_error.code ?? 'It failed.')
      : null,
    facts: {
      payment_amount: amountOf(amount),
      net_amount: balance && amountOf(balance.net),
      fees:
        balance &&
        balance.fee_details.map((fee) => ({ description: fee.description, amount: amountOf(fee.amount) })),
      payment_method_details: charge?.payment_method_details ? methodOf(charge.payment_method_details) : null,
      url: `https://dashboard.stripe.com/${livemode ? '' : 'test/'}payments/${id}`,
    },
  }
}

function statusOf(status: string): PaymentStatus {
  if (status === 'succeeded' || status === 'processing' || status === 'canceled') return status
  // It waits for a method, for a second factor, or to be confirmed.
  return 'open'
}

/** What says by which card or account: a few words of many. */
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
