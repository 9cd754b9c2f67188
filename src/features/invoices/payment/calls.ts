/** The calls about paying an invoice (B107, B222). Each throws what the client throws. */
import { FeeTakenOff, PaymentStart, type PaymentMethod } from '#contract/invoices/payment.ts'
import type { Client } from '#src/api/client.ts'

/** The address of a call. */
export const at = (order: number, call: string) => `orders/${order}/invoice/${call}`

/** Resolves when the server has stored it; throws the server's error. */
export const setReady = (client: Client, order: number, ready: boolean) =>
  client.api('POST', at(order, ready ? 'setpayable' : 'setnotpayable'))

/** @param payment the part to take back; null for all */
export const setNotPaidExternally = (client: Client, order: number, payment: string | null) =>
  client.api('POST', at(order, 'setnotpaidexternally'), { ...(payment !== null && { body: { payment } }) })

/** Holds what was paid online of an open invoice: it pays nothing until the office has decided. */
export const holdPayments = (client: Client, order: number, note: string) =>
  client.api('POST', at(order, 'holdpayments'), { body: { note } })

/** Opens a paid invoice again, after money of it went back. */
export const openAgain = (client: Client, order: number, note: string) =>
  client.api('POST', at(order, 'openagain'), { body: { note } })

/** Has the server ask the provider for the payment's state, before the provider's event, which may be late. */
export const refreshPayment = (client: Client, order: number) =>
  client.api('POST', at(order, 'refreshpayment'))

/** Ends a payment whose bank account is not verified yet. */
export const cancelPayment = (client: Client, order: number) => client.api('POST', at(order, 'cancelpayment'))

/** Takes the fee off, because the typed card costs none. The charge is then smaller. Returns the new summary. */
export const takeFeeOff = (client: Client, order: number, confirmation_token: string) =>
  client.api('POST', at(order, 'payment/withoutfee'), { body: { confirmation_token }, schema: FeeTakenOff })

/** Starts a payment. A second press is the same payment: the server returns the open one. */
export const startPayment = (client: Client, order: number, payment_method: PaymentMethod) =>
  client.api('POST', at(order, 'payment'), { body: { payment_method }, schema: PaymentStart })
