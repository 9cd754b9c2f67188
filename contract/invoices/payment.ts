/**
 * Paying an invoice online, as it travels (B §3, B093–B096), and who may pay what. Money is a decimal string; what a
 * screen reads may also come as a number, and is shown as it came: nothing is ever divided by 100 (B094).
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

/** The token by which the provider tells what kind of card was typed into its form. */
export const CardShown = z.strictObject({ confirmation_token: z.string().regex(/^ctoken_\w{1,200}$/) })

/** Ours are decimal strings; a number is read as well. */
const Amount = z.union([Money, z.number()])
export type ReadAmount = z.infer<typeof Amount>

const Note = z.string().trim().max(200).default('')

/** How money comes that does not come online. */
export const EXTERNAL_WAYS = ['check', 'cash', 'transfer', 'other'] as const
export type ExternalWay = (typeof EXTERNAL_WAYS)[number]

/**
 * Money that came by check, in cash or otherwise, as it came: a part of an invoice, all of it, or more (readings, "Paid in parts"). Without an
 * amount it is what is due, today, in another way.
 */
export const ExternalPayment = z.strictObject({
  amount: Price.optional(),
  /** What paying on time takes off beside it. */
  discount: Price.optional(),
  day: Day.optional(),
  way: z.enum(EXTERNAL_WAYS).default('other'),
  note: Note,
  /** What the person saw to be due: a second press finds something else. */
  due: Money.optional(),
})
export type ExternalPayment = z.infer<typeof ExternalPayment>

/** Which part is taken back; all of them where none is named. */
export const TakenBack = z.strictObject({ payment: RowId.optional() }).nullish()

/** Why a paid invoice is opened again, or why what was paid online of an invoice is held. */
export const PaymentNote = z.strictObject({ note: z.string().trim().min(1, 'is needed').max(200) })

/**
 * Where paying an invoice stands, of the payment that matters most: one that is held, else the newest. `verification` is
 * an ACH debit that waits until its bank account is verified; `pending` one that is on its way, and not paid; `returned`
 * one that the bank took back after it was paid; `held` is money that does not fit the invoice (readings, "Paying").
 */
export const PaymentState = z.enum(['', 'verification', 'pending', 'failed', 'returned', 'held', 'paid'])
export type PaymentState = z.infer<typeof PaymentState>

/** Money that arrived and pays nothing until the office has decided: `GET heldpayments`. */
export const HeldPayment = z.object({
  id: RowId,
  /** The order that it was made for; null where it names none. The order may be gone. */
  order: Id.nullable(),
  location: z.string().nullable(),
  customer: z.string().nullable(),
  method: PaymentMethod,
  created_date: z.string(),
  /** What arrived, in `currency` (`usd`). */
  payment_amount: Amount,
  /** What went back of it since, by refunds and disputes. */
  went_back: Money.optional(),
  currency: z.string(),
  /** What the invoice came to when the payment began, and what it comes to now; null where there is no invoice. */
  invoice_total: Money,
  grand_total: Money.nullable(),
  reason: z.string(),
  /** Its page at the provider, where it can be refunded. */
  url: z.string().nullable(),
})
export type HeldPayment = z.infer<typeof HeldPayment>

/** The office says which invoice a held payment pays: the payment's own unless another order is named. */
export const ApplyPayment = z.strictObject({ order: Id.optional(), note: Note })
export type ApplyPayment = z.infer<typeof ApplyPayment>

/** The office has given a held payment back. */
export const RefundedPayment = z.strictObject({ note: Note })

/** "Invoice total", "Credit card fee", "Total" → the amount of each. */
export const PaymentSummary = z.record(z.string(), Amount)
export type PaymentSummary = z.infer<typeof PaymentSummary>

/** B095. */
export const PaymentPreview = z.object({
  payment_method_options: z.array(z.string()),
  /** By method. */
  invoice_payment_summary: z.record(z.string(), PaymentSummary),
  /** Why the last attempt came to nothing, in the provider's words. */
  last_error: z.string().nullish(),
})
export type PaymentPreview = z.infer<typeof PaymentPreview>

/** The offered methods that this app knows, in one order. */
export const offered = ({ payment_method_options }: PaymentPreview): PaymentMethod[] =>
  PAYMENT_METHODS.filter((method) => payment_method_options.includes(method))

/** B096. The summary is keyed by method as the preview's is; the labels alone are read as well. */
export const PaymentStart = z.object({
  stripe_client_secret: z.string(),
  customer_session_client_secret: z.string().nullish(),
  invoice_payment_summary: z.union([z.record(z.string(), PaymentSummary), PaymentSummary]).nullish(),
})
export type PaymentStart = z.infer<typeof PaymentStart>

/** What is charged once the card's fee is off. */
export const FeeTakenOff = PaymentStart.pick({ invoice_payment_summary: true })

const MoneyBack = z.object({
  /** The provider's number; earlier releases did not keep it. */
  id: z.string().nullish(),
  amount: Amount,
  /** The provider's words for how far it is, and for why. */
  status: z.string().nullish(),
  reason: z.string().nullish(),
  created_date: z.string(),
  /** Of a dispute: until when it can be answered at the provider, an instant. */
  due_date: z.string().nullish(),
})
export type MoneyBack = z.infer<typeof MoneyBack>

/** What the provider keeps of a payment. `payment_method_details` has more than these two, and all of it is shown. */
export const PaymentIntentFacts = z.object({
  payment_amount: Amount.nullish(),
  net_amount: Amount.nullish(),
  fees: z.array(z.object({ description: z.string().nullish(), amount: Amount })).nullish(),
  payment_method_details: z
    .looseObject({ type: z.string().nullish(), last4: z.string().nullish() })
    .nullish(),
  url: z.string().nullish(),
  /** What `payment_amount` is in, where that is not our currency: `eur`. */
  currency: z.string().nullish(),
  /** What was given back, and what a bank or a card issuer took or asked back: shown, and left out where there is none. */
  refunds: z.array(MoneyBack).nullish(),
  disputes: z.array(MoneyBack).nullish(),
})
export type PaymentIntentFacts = z.infer<typeof PaymentIntentFacts>

/** A dispute of a payment: `GET disputes`. */
export const PaymentDispute = z.object({
  order: Id.nullable(),
  location: z.string().nullable(),
  amount: Amount,
  /** The provider's words for how far it is, and for why. */
  status: z.string(),
  reason: z.string(),
  created_date: z.string(),
  due_date: z.string().nullable(),
  /** The payment's page at the provider, where it is answered. */
  url: z.string().nullable(),
})
export type PaymentDispute = z.infer<typeof PaymentDispute>

/** B093. */
export const Payment = z.object({
  payment_amount: Amount.nullish(),
  status_label: z.string().nullish(),
  error_message: z.string().nullish(),
  /** Of an external payment: what the office wrote down, and who. */
  note: z.string().nullish(),
  by: z.string().nullish(),
  /** Of an external payment that counts: its number, by which it is taken back. */
  part: RowId.nullish(),
  /** Of an online payment: it counts, and can be held while its invoice is open. */
  holdable: z.boolean().nullish(),
  /** How it came (`EXTERNAL_WAYS`), and on which day. */
  way: z.string().nullish(),
  day: Day.nullish(),
  created_date: z.string().nullish(),
  modified_date: z.string().nullish(),
  stripe_payment_intent: PaymentIntentFacts.nullish(),
})
export type Payment = z.infer<typeof Payment>

/** B094: one, or a list. */
export const PaymentDetails = z.union([z.array(Payment), Payment])

/** B285: how the page reaches the provider. */
export const PaymentProvider = z.object({
  /** Null where online payment is not set up (B286). */
  publishable_key: z.string().nullable(),
  /** The server runs in production with a test key: a test card pays an invoice, and no money arrives. */
  takes_test_cards: z.boolean(),
})

/** How the server and the provider hear of each other, for the office. */
export const PaymentProviderState = z.object({
  /** Whether the server has keys. */
  is_set_up: z.boolean(),
  /** When the provider told of something last: an instant; null where it never did. */
  heard_at: z.string().nullable(),
  /** When it answered the hourly job last: an instant. */
  asked_at: z.string().nullable(),
  /** When an event with a wrong signature came last, and none with a right one since: an instant. */
  unsigned_at: z.string().nullable(),
  /** What is wrong with the keys, as a sentence. */
  problem: z.string().nullable(),
})
export type PaymentProviderState = z.infer<typeof PaymentProviderState>

/** What payment asks of an invoice: `paid_status` is the order's, with `i` for a payment on its way. */
export interface Payability {
  paid_status: string
  /** The location's. */
  payments_enabled: boolean
  /** What is still to be paid of the invoice. */
  due: string
  payment_state: PaymentState
}

/** The provider takes no less. */
const LEAST_PAYMENT_CENTS = 50n
/** Whether an amount is too small to be paid online. */
export const isBelowLeast = (amount: string): boolean => cents(amount) < LEAST_PAYMENT_CENTS
export const BELOW_LEAST = 'This is less than can be paid online.'

/** Why this invoice cannot be paid online now, as a sentence; null where it can. */
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

/** B113–B115: only the invoice's own customer, by username, and only with the right to see payments. */
export const isPayer = (
  person: Pick<Person, 'username'> & { can_see_payments_column: boolean },
  invoice: { customer: { username: string } },
): boolean => person.can_see_payments_column && person.username === invoice.customer.username

/** What the price of paying follows from: the invoice, and its location's terms. Money; percentages with up to four places. */
export interface Payable {
  subtotal: string
  grand_total: string
  /** The money that came and did not go back, and what paying on time has taken off already. */
  kept: string
  discounted: string
  /** What the invoice carries of one already: then a card costs nothing more. */
  credit_card_fee: string
  charge_fee: string
  discount: string
  /** So many days after its delivery, that day included, it is paid on time. */
  discount_days: number
  delivery_date: string
}

/** What is charged for an invoice. Money. */
export interface Due {
  invoice_total: string
  /** What paying on time takes off, 0 or more; of an invoice that is paid in parts, of this part. */
  discount: string
  /** What earlier parts have paid, and what paying on time took off with them. */
  paid_already: string
  discounted: string
  card_fee: string
  total: string
}

/** The day on which an invoice is due (readings, "Due date"): paid until then, it is paid on time. */
const dueDay = ({ delivery_date, discount_days }: Payable): string => addDays(delivery_date, discount_days)

/**
 * What paying costs by each method (readings, "Paying"): paid on time, a percentage of the subtotal less; by card, the
 * location's percentage of what is left more. Each is rounded once, half up. Of an invoice that is paid in parts it is the rest (readings,
 * "Paid in parts"); the discount is given once.
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

/** The same under the labels that people read. What is nothing is no line. */
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
