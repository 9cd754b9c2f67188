/** Money for an invoice that came by check, in cash or otherwise. */
import type { ExternalPayment, ExternalWay } from '#contract/invoices/payment.ts'
import type { Client } from '#src/api/client.ts'

export const WAY_WORDS: Record<ExternalWay, string> = {
  check: 'Check',
  cash: 'Cash',
  transfer: 'Bank transfer',
  other: 'Other',
}

/** Resolves when the server has it; rejects with what it said. */
export const setPaidExternally = (client: Client, order: number, body: Partial<ExternalPayment>) =>
  client.api('POST', `orders/${order}/invoice/setpaidexternally`, { body })
