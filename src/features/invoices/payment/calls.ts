/** The calls behind paying an invoice online (B107, B221–B223). */
import {
  PaymentDetails,
  PaymentPreview,
  PaymentProvider,
  PaymentStart,
  type Payment,
  type PaymentMethod,
} from '#contract/invoices/payment.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'

const at = (order: number, call: string) => `orders/${order}/invoice/${call}`

/** Resolves when the server has it; throws with what it said. */
export const setReady = (client: Client, order: number, ready: boolean) =>
  client.api('POST', at(order, ready ? 'setpayable' : 'setnotpayable'))

/** The office was paid by check, in cash or otherwise. Resolves when the server has it. */
export const setPaidExternally = (client: Client, order: number, note: string) =>
  client.api('POST', at(order, 'setpaidexternally'), { body: { note } })

export const setNotPaidExternally = (client: Client, order: number) =>
  client.api('POST', at(order, 'setnotpaidexternally'))

/** The provider is asked how the payment stands: ahead of its event, which may be late. */
export const refreshPayment = (client: Client, order: number) =>
  client.api('POST', at(order, 'refreshpayment'))

/** Ends a payment whose bank account is not verified yet. Throws the server's words. */
export async function cancelPayment(client: Client, order: number): Promise<void> {
  try {
    await client.api('POST', at(order, 'cancelpayment'))
  } catch (error) {
    throw new Error(errorText(error), { cause: error })
  }
}

/** What paying would cost, and the key by which the page reaches the provider: null where nobody set one. */
export async function fetchPreview(client: Client, order: number, signal: AbortSignal) {
  const [preview, { publishable_key }] = await Promise.all([
    client.api('GET', at(order, 'paymentpreview'), { schema: PaymentPreview, signal }),
    client.api('GET', 'paymentprovider', { schema: PaymentProvider, signal }),
  ])
  return { preview, publishableKey: publishable_key }
}

/** Pressed twice it is one payment: the server answers the one that is open. */
export const startPayment = (client: Client, order: number, payment_method: PaymentMethod) =>
  client.api('POST', at(order, 'payment'), { body: { payment_method }, schema: PaymentStart })

/** B094: one payment or several, newest as the server orders them. */
export async function fetchDetails(client: Client, order: number, signal: AbortSignal): Promise<Payment[]> {
  const answer = await client.api('GET', at(order, 'paymentdetails'), { schema: PaymentDetails, signal })
  return Array.isArray(answer) ? answer : [answer]
}
