/** What paying says to people. Amounts are shown as they came (B094). */
import type {
  ReadAmount,
  MoneyBack,
  PaymentMethod,
  PaymentStart,
  PaymentSummary,
} from '#contract/invoices/payment.ts'
import { showMoney } from '#src/ui/format.ts'

export const METHODS: Record<PaymentMethod, { name: string; what: string }> = {
  ach: { name: 'ACH', what: 'from a bank account, in a few days' },
  card: { name: 'Card', what: 'credit or debit, at once' },
}

export const showAmount = (amount: ReadAmount | null | undefined): string =>
  showMoney(typeof amount === 'number' ? amount.toFixed(2) : amount)

/** `20.00, succeeded, requested by customer`, one after the other; null for none. */
export const showMoneyBack = (given: readonly MoneyBack[] | null | undefined): string | null =>
  given?.length
    ? given
        .map(({ amount, status, reason }) => [showAmount(amount), status, reason].filter(Boolean).join(', '))
        .join('; ')
        .replaceAll('_', ' ')
    : null

/** The summary of the method that was begun, whether it came by method or alone. */
export function summaryOfStart(
  summary: PaymentStart['invoice_payment_summary'],
  method: PaymentMethod,
): PaymentSummary {
  const own = summary?.[method]
  if (typeof own === 'object') return own
  return Object.fromEntries(
    Object.entries(summary ?? {}).filter((line): line is [string, ReadAmount] => typeof line[1] !== 'object'),
  )
}

/** B255, B256: the provider's own message where it is about what was typed, else its code. */
export function providerProblem(error: {
  type: string
  message?: string | undefined
  code?: string | undefined
}): string {
  const isOnes = error.type === 'card_error' || error.type === 'validation_error'
  if (isOnes && error.message) return error.message
  return `An unexpected error occurred. [${error.code ?? error.type}]`
}

/** What the provider adds to an address on the way back. */
const RETURNED = ['payment_intent', 'payment_intent_client_secret', 'redirect_status']

/** B119: this page's own address, without what an earlier return has left in it. */
export function returnUrl(href: string): string {
  const url = new URL(href)
  const left = RETURNED.filter((name) => url.searchParams.has(name))
  if (left.length === 0) return href
  for (const name of left) url.searchParams.delete(name)
  return url.href
}
