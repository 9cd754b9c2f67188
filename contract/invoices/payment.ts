/**
 * Online payment of an invoice, as it is transmitted (B §3, B093–B096), and who may pay what. Money is a decimal
 * string. An amount that a screen reads may also be a number, and is shown as it arrived: nothing is ever divided by
 * 100 (B094).
 */
import { z } from 'zod'
import { addDays } from '../day.ts'
import { isPaid } from '../orders/paid-status.ts'
import { cents, money, percentOf } from '../money.ts'
import { Day, Id, Money, Price, RowId } from '../values.ts'
import type { Person } from '../permissions.ts'

/** B001: exactly these two. */
export const PAYMENT_METHODS = ['ach', 'card'] as const
export const PaymentMethod = z.enum(PAYMENT_METHODS)
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** B222. */
export const StartPayment = z.strictObject({ payment_method: PaymentMethod })

/** The token by which the provider reports the kind of card that was typed into its form. */
export const CardShown = z.strictObject({ confirmation_token: z.string().regex(/^ctoken_\w{1,200}$/) })

/** Our amounts are decimal strings; a number is accepted as well. */
const Amount = z.union([Money, z.number()])
export type ReadAmount = z.infer<typeof Amount>

const Note = z.string().trim().max(200).default('')

/** The ways in which money arrives outside online payment. */
export const EXTERNAL_WAYS = ['check', 'cash', 'transfer', 'other'] as const
export type ExternalWay = (typeof EXTERNAL_WAYS)[number]

/**
 * Money that arrived by check, in cash or otherwise: a part of an invoice, all of it, or more (readings, "Paid in
 * parts"). By default it is the amount due, today, in another way.
 */
export const ExternalPayment = z.strictObject({
  amount: Price.optional(),
  /** The amount that paying on time takes off in addition. */
  discount: Price.optional(),
  day: Day.optional(),
  way: z.enum(EXTERNAL_WAYS).default('other'),
  note: Note,
  /** The amount due that the person saw. After a first press it is another one, so a second press is noticed. */
  due: Money.optional(),
})
export type ExternalPayment = z.infer<typeof ExternalPayment>

/** The payment that is taken back; all of them where none is named. */
export const TakenBack = z.strictObject({ payment: RowId.optional() }).nullish()

/** Why a paid invoice is opened again, or why an online payment of an invoice is held. */
export const PaymentNote = z.strictObject({ note: z.string().trim().min(1, 'is needed').max(200) })

/**
 * The state of the payment that matters most for an invoice: a held one, else the newest. `verification`: an ACH
 * debit that waits until its bank account is verified. `pending`: on its way, and not paid. `returned`: taken back by
 * the bank after it was paid. `held`: money that does not fit the invoice (readings, "Paying").
 */
export const PaymentState = z.enum(['', 'verification', 'pending', 'failed', 'returned', 'held', 'paid'])
export type PaymentState = z.infer<typeof PaymentState>

/** Money that arrived and pays nothing until the office decides: `GET heldpayments`. */
export const HeldPayment = z.object({
  id: RowId,
  /** The order that the payment was made for; null where it names none. The order may be gone. */
  order: Id.nullable(),
  location: z.string().nullable(),
  customer: z.string().nullable(),
  method: PaymentMethod,
  created_date: z.string(),
  /** The amount that arrived, in `currency` (`usd`). */
  payment_amount: Amount,
  /** The amount that went back since, by refunds and disputes. */
  went_back: Money.optional(),
  currency: z.string(),
  /** The invoice's total when the payment began, and its total now; null where there is no invoice. */
  invoice_total: Money,
  grand_total: Money.nullable(),
  reason: z.string(),
  /** The payment's page at the provider, where it can be refunded. */
  url: z.string().nullable(),
})
export type HeldPayment = z.infer<typeof HeldPayment>

/** The office's choice of the invoice that a held payment pays: the payment's own unless another order is named. */
export const ApplyPayment = z.strictObject({ order: Id.optional(), note: Note })
export type ApplyPayment = z.infer<typeof ApplyPayment>

/** The office's report that it has given a held payment back. */
export const RefundedPayment = z.strictObject({ note: Note })

/** "Invoice total", "Credit card fee", "Total" → the amount of each. */
export const PaymentSummary = z.record(z.string(), Amount)
export type PaymentSummary = z.infer<typeof PaymentSummary>

/** B095. */
export const PaymentPreview = z.object({
  payment_method_options: z.array(z.string()),
  /** By method. */
  invoice_payment_summary: z.record(z.string(), PaymentSummary),
  /** Why the last attempt failed, in the provider's words. */
  last_error: z.string().nullish(),
})
export type PaymentPreview = z.infer<typeof PaymentPreview>

/** Returns the offered methods that this app knows, in a fixed order. */
export const offered = ({ payment_method_options }: PaymentPreview): PaymentMethod[] =>
  PAYMENT_METHODS.filter((method) => payment_method_options.includes(method))

/** B096. The summary is keyed by method like the preview's; a summary by label alone is read as well. */
export const PaymentStart = z.object({
  stripe_client_secret: z.string(),
  customer_session_client_secret: z.string().nullish(),
  invoice_payment_summary: z.union([z.record(z.string(), PaymentSummary), PaymentSummary]).nullish(),
})
export type PaymentStart = z.infer<typeof PaymentStart>

/** The charge after the card's fee is taken off. */
export const FeeTakenOff = PaymentStart.pick({ invoice_payment_summary: true })

const MoneyBack = z.object({
  /** The provider's number; earlier releases did not store it. */
  id: z.string().nullish(),
  amount: Amount,
  /** The provider's words for the progress and for the reason. */
  status: z.string().nullish(),
  reason: z.string().nullish(),
  created_date: z.string(),
  /** For a dispute: the instant until which it can be answered at the provider. */
  due_date: z.string().nullish(),
})
export type MoneyBack = z.infer<typeof MoneyBack>

/**
 * The provider's record of a payment. `payment_method_details` has more than these two fields, and all of it is
 * shown.
 */
export const PaymentIntentFacts = z.object({
  payment_amount: Amount.nullish(),
  net_amount: Amount.nullish(),
  fees: z.array(z.object({ description: z.string().nullish(), amount: Amount })).nullish(),
  payment_method_details: z
    .looseObject({ type: z.string().nullish(), last4: z.string().nullish() })
    .nullish(),
  url: z.string().nullish(),
  /** The currency of `payment_amount`, where it is not ours: `eur`. */
  currency: z.string().nullish(),
  /**
   * Money that was given back, and money that a bank or a card issuer took or asked back. It is shown, and left out
   * where there is none.
   */
  refunds: z.array(MoneyBack).nullish(),
  disputes: z.array(MoneyBack).nullish(),
})
export type PaymentIntentFacts = z.infer<typeof PaymentIntentFacts>

/** A dispute of a payment: `GET disputes`. */
export const PaymentDispute = z.object({
  order: Id.nullable(),
  location: z.string().nullable(),
  amount: Amount,
  /** The provider's words for the progress and for the reason. */
  status: z.string(),
  reason: z.string(),
  created_date: z.string(),
  due_date: z.string().nullable(),
  /** The payment's page at the provider, where the dispute is answered. */
  url: z.string().nullable(),
})
export type PaymentDispute = z.infer<typeof PaymentDispute>

/** B093. */
export const Payment = z.object({
  payment_amount: Amount.nullish(),
  status_label: z.string().nullish(),
  error_message: z.string().nullish(),
  /** For an external payment: the office's note, and its author. */
  note: z.string().nullish(),
  by: z.string().nullish(),
  /** For an external payment that counts: its number, by which it is taken back. */
  part: RowId.nullish(),
  /** An online payment that counts and can be held while its invoice is open. */
  holdable: z.boolean().nullish(),
  /** How the money arrived (`EXTERNAL_WAYS`), and on which day. */
  way: z.string().nullish(),
  day: Day.nullish(),
  created_date: z.string().nullish(),
  modified_date: z.string().nullish(),
  stripe_payment_intent: PaymentIntentFacts.nullish(),
})
export type Payment = z.infer<typeof Payment>

/** B094: one payment, or a list. */
export const PaymentDetails = z.union([z.array(Payment), Payment])

/** B285: how the page reaches the provider. */
export const PaymentProvider = z.object({
  /** Null where online payment is not set up (B286). */
  publishable_key: z.string().nullable(),
  /** The server runs in production with a test key: a test card pays an invoice, and no money arrives. */
  takes_test_cards: z.boolean(),
})

/** The contact between the server and the payment provider, for the office. */
export const PaymentProviderState = z.object({
  /** Whether the server has keys. */
  is_set_up: z.boolean(),
  /** When the provider last reported something: an instant; null where it never did. */
  heard_at: z.string().nullable(),
  /** When the provider last answered the hourly job: an instant. */
  asked_at: z.string().nullable(),
  /** When the last event with a wrong signature arrived, if none with a right one came since: an instant. */
  unsigned_at: z.string().nullable(),
  /** The fault in the keys, as a sentence. */
  problem: z.string().nullable(),
})
export type PaymentProviderState = z.infer<typeof PaymentProviderState>

/**
 * The facts that decide whether an invoice can be paid. `paid_status` is the order's, with `i` for a payment on its
 * way.
 */
export interface Payability {
  paid_status: string
  /** The location's. */
  payments_enabled: boolean
  /** The amount of the invoice that is still to be paid. */
  due: string
  payment_state: PaymentState
}

/** The least amount that the provider accepts. */
const LEAST_PAYMENT_CENTS = 50n
/** Returns whether an amount is too small to be paid online. */
export const isBelowLeast = (amount: string): boolean => cents(amount) < LEAST_PAYMENT_CENTS
export const BELOW_LEAST = 'This is less than can be paid online.'

/** Returns why this invoice cannot be paid online now, as a sentence; null where it can. */
export function notPayable(invoice: Payability): string | null {
  const { paid_status, payments_enabled, due, payment_state } = invoice
  if (isPaid(paid_status)) return 'This invoice is paid.'
  if (paid_status === 'i') return 'A payment of this invoice is in progress.'
  if (payment_state === 'held') return 'A payment of this invoice has arrived and is being checked.'
  if (payment_state === 'verification')
    return 'A payment of this invoice waits until the bank account is verified.'
  if (paid_status !== 'r') return 'This invoice is not ready for payment yet.'
  if (!payments_enabled) return 'Online payment is not open to this location.'
  if (cents(due) <= 0n) return 'There is nothing to pay on this invoice.'
  return isBelowLeast(due) ? BELOW_LEAST : null
}

/** B084's `payable`. */
export const isPayable = (invoice: Payability): boolean => notPayable(invoice) === null

/** B113–B115: only the invoice's own customer may pay, by username, and only with the right to see payments. */
export const isPayer = (
  person: Pick<Person, 'username'> & { can_see_payments_column: boolean },
  invoice: { customer: { username: string } },
): boolean => person.can_see_payments_column && person.username === invoice.customer.username

/**
 * The facts that decide the price of paying: the invoice, and its location's terms. Money; percentages with up to
 * four places.
 */
export interface Payable {
  subtotal: string
  grand_total: string
  /** The money that arrived and did not go back, and the amount that paying on time has already taken off. */
  kept: string
  discounted: string
  /** The card fee that the invoice already carries: then a card costs nothing more. */
  credit_card_fee: string
  charge_fee: string
  discount: string
  /** The number of days after delivery until which paying is on time, the last day included. */
  discount_days: number
  delivery_date: string
}

/** The charge for an invoice. Money. */
export interface Due {
  invoice_total: string
  /** The amount that paying on time takes off, 0 or more; for an invoice that is paid in parts, off this part. */
  discount: string
  /** The amount that earlier parts have paid, and the amount that paying on time took off with them. */
  paid_already: string
  discounted: string
  card_fee: string
  total: string
}

/** Returns the day on which an invoice is due (readings, "Due date"): until then it is paid on time. */
const dueDay = ({ delivery_date, discount_days }: Payable): string => addDays(delivery_date, discount_days)

/**
 * Returns what paying costs by a method (readings, "Paying"). On time, it costs a percentage of the subtotal less. By
 * card, it costs the location's percentage of the remainder more. Each is rounded once, half up. An invoice that is
 * paid in parts costs its rest (readings, "Paid in parts"); the discount is given once.
 * @param today the distributor's day, `YYYY-MM-DD`
 */
export function dueBy(method: PaymentMethod, invoice: Payable, today: string): Due {
  const [total, kept, discounted] = [
    cents(invoice.grand_total),
    cents(invoice.kept),
    cents(invoice.discounted),
  ]
  const open = total - kept - discounted
  const rest = open < 0n ? 0n : open
  const isOnTime = discounted === 0n && today <= dueDay(invoice)
  const off = isOnTime ? cents(percentOf(invoice.discount, invoice.subtotal)) : 0n
  const discount = off < 0n ? 0n : off > rest ? rest : off
  const hasFee = cents(invoice.credit_card_fee) > 0n
  const fee = method === 'card' && !hasFee ? cents(percentOf(invoice.charge_fee, money(rest - discount))) : 0n
  return {
    invoice_total: money(total),
    discount: money(discount),
    paid_already: money(kept),
    discounted: money(discounted),
    card_fee: money(fee),
    total: money(rest - discount + fee),
  }
}

/** The label of the card's fee. */
export const CARD_FEE = 'Credit card fee'

/** Returns the same amounts under the labels that people read. An amount of zero has no line. */
export const summaryOf = ({
  invoice_total,
  discount,
  discounted,
  paid_already,
  card_fee,
  total,
}: Due): PaymentSummary => ({
  'Invoice total': invoice_total,
  ...(cents(discount) + cents(discounted) !== 0n && {
    'On-time discount': money(-cents(discount) - cents(discounted)),
  }),
  ...(cents(paid_already) !== 0n && { 'Paid already': money(-cents(paid_already)) }),
  ...(cents(card_fee) !== 0n && { [CARD_FEE]: card_fee }),
  Total: total,
})
