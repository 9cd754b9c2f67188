/** What is done about paying an invoice (B107, B222). Each throws what the client throws. */
import { FeeTakenOff, PaymentStart, type PaymentMethod } from '#contract/invoices/payment.ts'
import type { Client } from '#src/api/client.ts'

/** The address of a call. */
export const at = (order: number, call: string) => `orders/${order}/invoice/${call}`

/** Resolves when the server has it; throws with what it said. */
export const setReady = (client: Client, order: number, ready: boolean) =>
  client.api('POST', at(order, ready ? 'setpayable' : 'setnotpayable'))

/** @param payment the part that is taken back; null for all */
export const setNotPaidExternally = (client: Client, order: number, payment: string | null) =>
  client.api('POST', at(order, 'setnotpaidexternally'), { ...(payment !== null && { body: { payment } }) })

/** What was paid online of an open invoice pays nothing until the office has decided. */
export const holdPayments = (client: Client, order: number, note: string) =>
  client.api('POST', at(order, 'holdpayments'), { body: { note } })

/** A paid invoice of which money went back is open again. */
export const openAgain = (client: Client, order: number, note: string) =>
  client.api('POST', at(order, 'openagain'), { body: { note } })

/** The provider is asked how the payment stands: ahead of its event, which may be late. */
export const refreshPayment = (client: Client, order: number) =>
  client.api('POST', at(order, 'refreshpayment'))

/** Ends a payment whose bank account is not verified yet. */
export const cancelPayment = (client: Client, order: number) => client.api('POST', at(order, 'cancelpayment'))

/** The card that was typed costs no fee: what is charged is less now. Answers its summary. */
export const takeFeeOff = (client: Client, order: number, confirmation_token: string) =>
  client.api('POST', at(order, 'payment/withoutfee'), { body: { confirmation_token }, schema: FeeTakenOff })

/** Pressed twice it is one payment: the server answers the one that is open. */
export const startPayment = (client: Client, order: number, payment_method: PaymentMethod) =>
  client.api('POST', at(order, 'payment'), { body: { payment_method }, schema: PaymentStart })
