/** The queries about the payment of an invoice (B221, B223). */
import { PaymentDetails, PaymentPreview, type Payment } from '#contract/invoices/payment.ts'
import { PROVIDER } from '#src/queries/payment-provider.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { invoiceKey } from '../queries.ts'
import { at } from './calls.ts'

interface Preview {
  preview: PaymentPreview
  /** The key with which the page reaches the provider; null where none is set. */
  publishableKey: string | null
}

/** The costs of paying. Read again whenever the dialog is opened. */
export const paymentPreview = (order: number): ServerQuery<Preview> => ({
  queryKey: [...invoiceKey(order), 'paymentpreview'],
  isForm: true,
  async read(client, signal) {
    const [preview, { publishable_key }] = await Promise.all([
      client.api('GET', at(order, 'paymentpreview'), { schema: PaymentPreview, signal }),
      PROVIDER.read(client, signal),
    ])
    return { preview, publishableKey: publishable_key }
  },
})

/** B094: one payment or several, in the server's order, newest first. */
export const paymentDetails = (order: number): ServerQuery<Payment[]> => ({
  queryKey: [...invoiceKey(order), 'paymentdetails'],
  async read(client, signal) {
    const answer = await client.api('GET', at(order, 'paymentdetails'), { schema: PaymentDetails, signal })
    return Array.isArray(answer) ? answer : [answer]
  },
})
