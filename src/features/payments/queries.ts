/** The queries and calls of the lists of held payments (docs/decisions/0092, 0243) and of open balances (0109). */
import type { Days } from '#contract/day.ts'
import { OpenBalance } from '#contract/invoices/balances.ts'
import { ReconciliationRow } from '#contract/invoices/reconciliation.ts'
import { InvoiceSummary } from '#contract/invoices/summary.ts'
import { HeldPayment, PaymentDispute, PaymentProviderState } from '#contract/invoices/payment.ts'
import type { Client } from '#src/api/client.ts'
import type { RowsQuery, ServerQuery } from '#src/queries/server-query.ts'

/** An act on a held payment. */
export type HeldAct = 'apply' | 'refunded'

export const HELD: RowsQuery<HeldPayment> = {
  queryKey: ['heldpayments'],
  keyOf: ({ id }) => id,
  read: (client, signal) => client.api('GET', 'heldpayments', { schema: HeldPayment.array(), signal }),
}

export const DISPUTES: RowsQuery<PaymentDispute> = {
  queryKey: ['disputes'],
  keyOf: ({ order, created_date }) => `${order} ${created_date}`,
  read: (client, signal) => client.api('GET', 'disputes', { schema: PaymentDispute.array(), signal }),
}

export const PROVIDER_STATE: ServerQuery<PaymentProviderState> = {
  queryKey: ['paymentprovider', 'state'],
  read: (client, signal) =>
    client.api('GET', 'paymentprovider/state', { schema: PaymentProviderState, signal }),
}

export const BALANCES: RowsQuery<OpenBalance> = {
  queryKey: ['openbalances'],
  keyOf: ({ company_location }) => String(company_location),
  read: (client, signal) => client.api('GET', 'openbalances', { schema: OpenBalance.array(), signal }),
}

/** The invoices that are not paid, oldest due first. */
export const OPEN_INVOICES: RowsQuery<InvoiceSummary> = {
  queryKey: ['invoicesummaries', 'of all'],
  keyOf: ({ id }) => id,
  read: (client, signal) =>
    client.api('GET', 'invoicesummaries', {
      query: { open: 1, no_page: 1 },
      schema: InvoiceSummary.array(),
      signal,
    }),
}

export const reconciliationOf = ({ start, end }: Days): RowsQuery<ReconciliationRow> => ({
  queryKey: ['reconciliation', start, end],
  keyOf: ({ day, payout }) => `${day} ${payout ?? ''}`,
  read: (client, signal) =>
    client.api('GET', `reconciliation?start_date=${start}&end_date=${end}`, {
      schema: ReconciliationRow.array(),
      signal,
    }),
})

/** The office's decision about a payment. */
export interface Decision {
  id: string
  act: HeldAct
  /** The order whose invoice the payment pays, where it is applied and names none. */
  order?: number
  note: string
}

/** Rejects with the server's error, such as that another user has decided meanwhile. */
export const decideHeld = async (client: Client, { id, act, order, note }: Decision): Promise<void> =>
  void (await client.api('POST', `heldpayments/${id}/${act}`, {
    body: { ...(act === 'apply' && order !== undefined && { order }), note },
  }))
