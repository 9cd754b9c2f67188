/**
 * Updates a payment to the provider's state. Never trusts an event's content, but asks the provider, so that events may
 * arrive twice, late, or in any order.
 *
 *   open ──► verifying ──► processing (ACH) ──► succeeded ──► a row that reverses it: the bank took the money back
 *    ▲  └────────┴──────────────┬──────────────────▲  │
 *    │   it bounced             │ by card          │  │ what arrived, or the invoice, is not as it was
 *    └──────────────────────────┘                  │  ▼
 *   open ──► canceled                the office applies ─ held ──► refunded
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type Stripe from 'stripe'
import { z } from 'zod'
import { FEE_LABELS } from '#contract/invoices/schema.ts'
import { showDay } from '#contract/format.ts'
import { cents, money } from '#contract/money.ts'
import { isPaid } from '#contract/orders/paid-status.ts'
import type { Person } from '#contract/permissions.ts'
import { lockOrderRow } from '../../orders/lock.ts'
import { dayAt, transaction, type Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { queryRow } from '../../platform/rows.ts'
import { DUE_DAY_SQL } from '../due-day.ts'
import { addHistory } from '../history.ts'
import { lastChargeOf, CURRENCY, readIntent, type PaymentStatus, type Reading } from './intent.ts'
import { MONEY_JOIN } from '../ledger.ts'
import { mailNewDispute } from './dispute-mail.ts'
import { handTermsOn, letOverWait, takeReturnedBack } from './kept.ts'
import { ask, isUnknown } from './provider.ts'
import { paymentById, type PaymentRow } from './rows.ts'
import { markPaid } from './status.ts'
import { changeTerms, forgetPromise } from './terms.ts'

/** So many changes between asking and storing are no coincidence. */
const TRIES = 5

const EXPAND = ['latest_charge.balance_transaction', 'latest_charge.refunds']

/** Returns the intent with its charge; null where the provider knows none with this number. */
export async function fetchIntent(context: Context, intent: string): Promise<Stripe.PaymentIntent | null> {
  return ask(context, async (stripe) => {
    try {
      return await stripe.paymentIntents.retrieve(intent, { expand: EXPAND })
    } catch (error) {
      if (isUnknown(error)) return null
      throw error
    }
  })
}

/** The most refunds that are read of one payment. */
const MOST_REFUNDS = 1_000

/** Returns the refunds of an intent. The expanded list ends after ten: where there are more, the whole list is read. */
async function refundsOf(context: Context, intent: Stripe.PaymentIntent): Promise<Stripe.Refund[]> {
  const expanded = lastChargeOf(intent)?.refunds
  if (!expanded?.has_more) return expanded?.data ?? []
  return ask(context, (stripe) =>
    stripe.refunds.list({ payment_intent: intent.id, limit: 100 }).autoPagingToArray({ limit: MOST_REFUNDS }),
  )
}

/**
 * Returns what the provider says of this intent, and of its refunds and disputes; null where it knows none with this
 * number.
 */
export async function askAbout(context: Context, id: string): Promise<Reading | null> {
  const intent = await fetchIntent(context, id)
  if (!intent) return null
  const disputes = lastChargeOf(intent)?.disputed
    ? await ask(context, (stripe) => stripe.disputes.list({ payment_intent: id }))
    : { data: [] }
  return readIntent(intent, { refunds: await refundsOf(context, intent), disputes: disputes.data })
}

/** Asks the provider about a payment, and stores the answer. Throws 503 where the provider does not answer. */
export async function settlePayment(context: Context, id: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await paymentById(context.pool, id)
    if (!before?.intent_id) return
    const reading = await askAbout(context, before.intent_id)
    const settled = await transaction(context.pool, (client) => store(context, client, before, reading))
    // Another call has stored an answer meanwhile, and ours may be older.
    if (settled === 'changed') continue
    if (settled !== null) context.announcer.announce([settled])
    context.outbox.wake()
    return
  }
  throw new Problem(503, 'The payment is changing too quickly. Please try again.')
}

const OrderToPay = z.object({
  company_id: z.number(),
  paid_status: z.string(),
  grand_total: z.string().nullable(),
  /** The day on which the invoice is due, `YYYY-MM-DD`. */
  due: z.string(),
  /** The amount still due on it. */
  owed: z.string(),
})
type OrderToPay = z.infer<typeof OrderToPay>

/**
 * Stores an answer. Returns the company to notify, null where nothing changed for it, or 'changed' where `before` is
 * outdated.
 */
async function store(
  context: Pick<Context, 'env' | 'outbox'>,
  client: pg.ClientBase,
  before: PaymentRow,
  reading: Reading | null,
): Promise<number | 'changed' | null> {
  await lockOrderRow(client, null, before.order_id)
  const order = await queryRow(
    client,
    OrderToPay,
    `select o.company_id, o.paid_status, i.grand_total, (${DUE_DAY_SQL})::text as due, money.due as owed
       from orders o join company_locations l on l.id = o.company_location_id
       left join invoices i on i.order_id = o.id and o.invoiced ${MONEY_JOIN} where o.id = $1`,
    [before.order_id],
  )
  const payment = await paymentById(client, before.id, 'for update')
  if (payment?.version !== before.version) return 'changed'
  const paidOn = reading?.charged_at ? dayAt(context, new Date(reading.charged_at)) : null
  const back = reading ? cameBack(payment, reading) : 0n
  const { status, problem } = after(payment, reading, order, paidOn, back)
  const changed = await client.query(
    `update payments set status = $2, error_message = $3, intent = coalesce($4, intent), refunded = coalesce($5, refunded),
            disputed = coalesce($6, disputed), modified_at = now(), version = version + 1
      where id = $1 and (status, error_message, intent, refunded, disputed)
            is distinct from ($2, $3, coalesce($4, intent), coalesce($5, refunded), coalesce($6, disputed))`,
    [
      payment.id,
      status,
      problem,
      reading && JSON.stringify(reading.facts),
      reading?.refunded ?? null,
      reading?.disputed ?? null,
    ],
  )
  if (changed.rowCount === 0) return null
  if (order?.grand_total && reading && payment.status === 'succeeded')
    await recordGivenBack(client, payment, reading, order.grand_total)
  await mailNewDispute(context, client, payment, reading)
  if (payment.status === 'succeeded' && status === 'held') await takeOff(client, payment, order)
  // The money that came back may be more than is due by now.
  else if (payment.status === 'succeeded' && order?.grand_total && back > 0n)
    await letOverWait(client, null, payment.order_id!, order.grand_total)
  const moved = order && (await moveOrder(client, payment, order, status))
  const isPromiseOver = payment.status === 'processing' && status !== 'processing' && status !== 'succeeded'
  if (isPromiseOver && order?.grand_total && cents(payment.discount) > 0n)
    await forgetPromise(client, payment.order_id!)
  const hasInvoice = order?.grand_total != null
  const booked = status === 'succeeded' && reading && (await bookReturn(client, payment, reading, hasInvoice))
  const isHeld = payment.status !== 'held' && status === 'held'
  return order && (moved || booked || isHeld) ? order.company_id : null
}

interface Step {
  status: PaymentStatus
  /** The message about it. */
  problem: string | null
}

const REFUND_FAILED = 'The refund has failed, and the money is here again.'
const DISPUTE_WON = 'The dispute was won, and the money is here again.'
const CAME_BACK = 'Money that had gone back is here again, after the invoice was opened again.'
const GONE = 'The payment provider does not know this payment.'

/**
 * Returns the next status of a payment. A payment that has ended keeps its status. Three things still change it: money
 * that arrives after all, held money that the bank takes back, and a refund that fails.
 */
function after(
  payment: PaymentRow,
  reading: Reading | null,
  order: OrderToPay | undefined,
  paidOn: string | null,
  back: bigint,
): Step {
  const { status, error_message } = payment
  const hasArrived = reading?.status === 'succeeded'
  if (status === 'refunded' && hasArrived && back > 0n) {
    const why = cents(reading.refunded) < cents(payment.refunded) ? REFUND_FAILED : DISPUTE_WON
    return { status: 'held', problem: `${error_message ?? ''} ${why}`.trim() }
  }
  if (status === 'succeeded' && hasComeBackLate(payment, order, back))
    return { status: 'held', problem: CAME_BACK }
  if (status === 'succeeded' || status === 'refunded') return { status, problem: error_message }
  const wrong =
    status === 'held' ? error_message : hasArrived ? wrongWith(payment, reading, order, paidOn) : null
  if (wrong && reading?.returned) return { status: 'refunded', problem: `${wrong} ${reading.returned}` }
  if (status === 'held') return { status, problem: wrong }
  if (hasArrived) return { status: wrong ? 'held' : 'succeeded', problem: wrong }
  // With another account's keys the provider does not know the payment. That does not end a payment on its
  // way.
  if (!reading) return { status: status === 'open' ? 'canceled' : status, problem: GONE }
  return { status: status === 'canceled' ? status : reading.status, problem: reading.error ?? error_message }
}

/**
 * Returns whether a dispute was won, or a refund has failed, after the invoice was opened again: the money then pays
 * nothing by itself (readings, "Refunds and disputes").
 */
function hasComeBackLate(payment: PaymentRow, order: OrderToPay | undefined, back: bigint): boolean {
  // A payment that still pays a part continues to pay.
  if (back <= 0n || leftOf(payment) !== 0n) return false
  return !order?.grand_total || !isPaid(order.paid_status) || cents(order.owed) < back
}

/** Returns what a payment still pays, in cents. */
const leftOf = ({ amount, refunded, disputed }: PaymentRow): bigint =>
  cents(amount) - cents(refunded) - cents(disputed)

/**
 * Returns how much of the money that had gone back is here again, in cents: above 0 where a dispute was won, or a
 * refund has failed.
 */
function cameBack(before: PaymentRow, now: Reading): bigint {
  const gone = ({ refunded, disputed }: Pick<Reading, 'refunded' | 'disputed'>) =>
    cents(refunded) + cents(disputed)
  return gone(before) - gone(now)
}

/**
 * Removes the terms of a payment that paid its invoice and is now held. Its card fee and discount go, or move to the
 * payment that has paid the invoice since.
 */
async function takeOff(
  client: pg.ClientBase,
  payment: PaymentRow,
  order: OrderToPay | undefined,
): Promise<void> {
  if (!order?.grand_total || payment.order_id === null) return
  if (isPaid(order.paid_status)) return void (await handTermsOn(client, payment.order_id, payment.id))
  const terms = { card_fee: money(-cents(payment.card_fee)), discount: money(-cents(payment.discount)) }
  const said = { person: null, act: 'held', detail: CAME_BACK } as const
  const total = await changeTerms(client, payment.order_id, terms, said)
  // Other partial payments may have paid the card fee that is removed with this one.
  await letOverWait(client, null, payment.order_id, total)
}

/** Returns why arrived money does not pay its invoice by itself; null where all is as it was when the payment began. */
function wrongWith(
  { amount, invoice_total, discount, card_fee }: PaymentRow,
  { asked, received, refunded, disputed, currency }: Reading,
  order: OrderToPay | undefined,
  paidOn: string | null,
): string | null {
  const { grand_total, paid_status, due, owed = '0' } = order ?? {}
  if (currency !== CURRENCY) return `It was paid in ${currency}, and the invoice is in ${CURRENCY}.`
  for (const other of [received, asked])
    if (cents(other) !== cents(amount)) return `It came to ${other}, and ${amount} was to be paid.`
  const back = cents(refunded) + cents(disputed)
  if (back > 0n) return `It was paid, and ${money(back)} of it went back since.`
  if (!grand_total) return 'It was paid, and the order has no invoice any more.'
  if (isPaid(paid_status)) return 'It was paid, and the invoice had been paid before.'
  if (cents(grand_total) !== cents(invoice_total))
    return `It was paid when the invoice came to ${invoice_total}, and it comes to ${grand_total} now.`
  const asked_for = cents(amount) + cents(discount) - cents(card_fee)
  if (cents(owed) !== asked_for)
    return `It was paid when ${money(asked_for)} of the invoice was due, and ${owed} is due now.`
  if (cents(discount) > 0n && paidOn !== null && due !== undefined && paidOn > due)
    return `It was paid on ${showDay(paidOn)}, and its discount of ${discount} ended on ${showDay(due)}.`
  return null
}

/**
 * Moves an order's paid status (readings, "Paid status"): r → i → p, and back to r where the payment came to nothing.
 * Returns whether the order has changed.
 */
async function moveOrder(
  client: pg.ClientBase,
  payment: PaymentRow,
  { paid_status, grand_total }: OrderToPay,
  status: PaymentStatus,
): Promise<boolean> {
  const set = async (next: string) => {
    await client.query('update orders set paid_status = $2 where id = $1', [payment.order_id, next])
    return true
  }
  if (grand_total === null || isPaid(paid_status) || status === payment.status) return false
  if (status === 'succeeded') {
    await bookPaid(client, payment.order_id!, payment, null)
    await markPaid(client, payment.order_id!, 'p')
    return true
  }
  if (status === 'processing') return set('i')
  return payment.status === 'processing' && paid_status === 'i' ? set('r') : false
}

/** The row that takes a payment back. `restored` is the row that pays the money after all; null where there is none. */
const Reversal = z.object({ id: z.string(), restored: z.string().nullable() })

/**
 * Books an ACH debit that the bank took back, which it may do for weeks after the debit has succeeded. Adds a row that
 * reverses the payment, takes back what waits of it for the location's next invoice, opens its invoice again, and
 * deletes nothing. If only money that waited went back, other payments still pay the invoice, and it stays paid. If the
 * bank gives the money again, that is a row of its own, and it is held, because the invoice may have been paid
 * otherwise by then. Returns whether the order has changed.
 */
async function bookReturn(
  client: pg.ClientBase,
  payment: PaymentRow,
  reading: Reading,
  hasInvoice: boolean,
): Promise<boolean> {
  const { returned, restored } = reading
  if (!returned && !restored) return false
  const reversal = await queryRow(
    client,
    Reversal,
    'select r.id, a.id as restored from payments r left join payments a on a.reverses = r.id where r.reverses = $1',
    [payment.id],
  )
  if (restored && reversal && !reversal.restored)
    await reverse(client, reversal.id, 'held', 'The bank had returned the debit, and has paid it after all.')
  if (!returned || reversal) return false
  await reverse(client, payment.id, 'succeeded', returned)
  const booked = cents(payment.amount) + cents(payment.discount)
  const waited = await takeReturnedBack(client, payment.order_id, booked)
  const { rowCount } = await client.query(
    `update orders set paid_status = 'r' where id = $1 and paid_status in ('p', 'e') and $2::boolean`,
    [payment.order_id, waited < booked],
  )
  const isReopened = rowCount === 1
  const act = isReopened ? 'reopened' : 'given_back'
  const detail =
    waited === 0n ? returned : `${returned}\n${money(waited)} of it waited as a credit, and is taken back`
  // The invoice was not paid on time after all.
  const terms = { card_fee: '0', discount: money(-cents(payment.discount)) }
  if (hasInvoice) {
    const total = await changeTerms(client, payment.order_id!, terms, { person: null, act, detail })
    // The credits that the discount had lowered may take the invoice below what other payments have paid.
    await letOverWait(client, null, payment.order_id!, total)
  } else if (waited > 0n) await addHistory(client, null, payment.order_id!, act, '0', detail)
  return isReopened
}

/** Adds a line to the invoice's history for what a refund, or a dispute of a card, has changed since. */
async function recordGivenBack(
  client: pg.ClientBase,
  payment: PaymentRow,
  reading: Reading,
  grandTotal: string,
): Promise<void> {
  const said = [
    cents(reading.refunded) !== cents(payment.refunded) &&
      `Refunded: ${payment.refunded} → ${reading.refunded}`,
    cents(reading.disputed) !== cents(payment.disputed) &&
      `Disputed: ${payment.disputed} → ${reading.disputed}`,
  ].filter((one) => one !== false)
  if (said.length > 0)
    await addHistory(client, null, payment.order_id!, 'given_back', grandTotal, said.join('\n'))
}

/** Adds a row over the same sums with the opposite sign. */
const reverse = (client: pg.ClientBase, id: string, status: PaymentStatus, reason: string) =>
  client.query(
    `insert into payments (id, order_id, method, status, invoice_total, discount, card_fee, amount, reverses, error_message, intent)
     select $2, order_id, method, $3, -invoice_total, -discount, -card_fee, -amount, id, $4, intent from payments where id = $1`,
    [id, randomUUID(), status, reason],
  )

/**
 * Books the card fee and the on-time discount on the invoice that was paid so (readings, "Paying"), with a line of its
 * history.
 * @param person who applied money that was held; null where it paid the invoice by itself
 */
export async function bookPaid(
  client: pg.ClientBase,
  order: number,
  { method, amount, card_fee, discount }: Pick<PaymentRow, 'method' | 'amount' | 'card_fee' | 'discount'>,
  person: Person | null,
): Promise<void> {
  const said = [
    `${amount} by ${method === 'ach' ? 'ACH' : 'card'}`,
    cents(card_fee) !== 0n && `${FEE_LABELS.credit_card_fee}: ${card_fee}`,
    cents(discount) !== 0n && `On-time discount: -${discount}`,
    person && 'Held money was applied',
  ]
  const detail = said.filter(Boolean).join('\n')
  await changeTerms(client, order, { card_fee, discount }, { person, act: 'paid', detail })
}
