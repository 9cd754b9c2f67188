import { PaymentProvider } from '#contract/invoices/payment.ts'
import type { z } from 'zod'
import type { ServerQuery } from './server-query.ts'

/** B285: how the page reaches the provider. */
export const PROVIDER: ServerQuery<z.infer<typeof PaymentProvider>> = {
  queryKey: ['paymentprovider'],
  read: (client, signal) => client.api('GET', 'paymentprovider', { schema: PaymentProvider, signal }),
}
