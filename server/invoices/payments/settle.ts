/**
 * Brings a payment to where the provider has it. What an event says is never taken for it: the provider is asked, so that
 * events may come twice, late, or in any order.
 *
 *   open ──► processing (ACH) ──► succeeded
 *    ▲  └───────────┬─────────────────▲
 *    │   it bounced │                 │ by card
 *    └──────────────┘   open ─────────┘      open ──► canceled
 */
import type pg from 'pg'
import type Stripe from 'stripe'
import { cents, money } from '#contract/money.ts'
import { transaction, type Context } from '../../platform/context.ts'
import { Problem } from '../../platform/problem.ts'
import { readIntent, type PaymentStatus, type Reading } from './intent.ts'
import { ask, isUnknown } from './provider.ts'
import { paymentById, type PaymentRow } from './rows.ts'

/** So many changes between asking and storing are no chance. */
const TRIES = 5

/** The intent with what it says of its charge; null where the provider knows none with this number. */
export async function fetchIntent(context: Context, intent: string): Promise<Stripe.PaymentIntent | null> {
  return ask(context, async (stripe) => {
    try {
      return await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge.balance_transaction'] })
    } catch (error) {
      if (isUnknown(error)) return null
      throw error
    }
  })
}

const GONE: Reading = {
  status: 'canceled',
  error: 'The payment provider does not know this payment.',
  facts: {},
}

/** Throws 503 where the provider does not answer. */
export async function settle(context: Context, id: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await paymentById(context.pool, id)
    if (!before?.intent_id) return
    const intent = await fetchIntent(context, before.intent_id)
    const reading = intent ? readIntent(intent) : GONE
    const settled = await transaction(context.pool, (client) => store(client, before, reading))
    // Somebody else has stored an answer meanwhile, and ours may be older than theirs.
    if (settled === 'changed') continue
    if (settled !== null) context.announcer.announce([settled])
    return
  }
  throw new Problem(503, 'The payment is changing too quickly. Please try again.')
}

interface LockedOrder {
  company_id: number
  paid_status: string
  grand_total: string | null
}

/** The company to tell of it, null where nothing changed for it. */
async function store(
  client: pg.ClientBase,
  before: PaymentRow,
  reading: Reading,
): Promise<number | 'changed' | null> {
  const { rows } = await client.query<LockedOrder>(
    `select o.company_id, o.paid_status, i.grand_total
       from orders o left join invoices i on i.order_id = o.id and o.invoiced where o.id = $1 for update of o`,
    [before.order_id],
  )
  const payment = await paymentById(client, before.id, 'for update')
  if (payment?.version !== before.version) return 'changed'
  const order = rows[0]
  const status = after(payment.status, reading.status)
  const arrives = status === 'succeeded' && payment.status !== 'succeeded'
  const problem = arrives
    ? wrongWith(payment, order)
    : payment.status === 'succeeded'
      ? payment.error_message
      : (reading.error ?? payment.error_message)
  const changed = await client.query(
    `update payments set status = $2, error_message = $3, intent = $4, modified_at = now(), version = version + 1
      where id = $1 and (status, error_message, intent) is distinct from ($2, $3, $4::jsonb)`,
    [payment.id, status, problem, JSON.stringify(reading.facts)],
  )
  if (changed.rowCount === 0 || !order) return null
  const moved = await moveOrder(client, payment, order, status)
  return moved ? order.company_id : null
}

/** What is over stays over, but for money that arrived after all. */
function after(before: PaymentStatus, now: PaymentStatus): PaymentStatus {
  const isOver = before === 'succeeded' || before === 'canceled'
  return isOver && now !== 'succeeded' ? before : now
}

const PAID = ['p', 'e']

/** What somebody must look at in a payment that arrived; null where all is as it was when it began. */
function wrongWith(payment: PaymentRow, order: LockedOrder | undefined): string | null {
  const { grand_total, paid_status } = order ?? {}
  if (!grand_total) return 'It was paid, and the order has no invoice any more.'
  if (PAID.includes(paid_status ?? '')) return 'It was paid, and the invoice had been paid before.'
  if (cents(grand_total) !== cents(payment.invoice_total))
    return `It was paid when the invoice came to ${payment.invoice_total}, and it comes to ${grand_total} now.`
  return null
}

/** Readings, "Paid status": r → i → p, and back to r where it came to nothing. Answers whether the order has changed. */
async function moveOrder(
  client: pg.ClientBase,
  payment: PaymentRow,
  { paid_status, grand_total }: LockedOrder,
  status: PaymentStatus,
): Promise<boolean> {
  const set = async (next: string) => {
    await client.query('update orders set paid_status = $2 where id = $1', [payment.order_id, next])
    return true
  }
  if (grand_total === null || PAID.includes(paid_status) || status === payment.status) return false
  if (status === 'succeeded') {
    await chargeCardFee(client, payment)
    return set('p')
  }
  if (status === 'processing') return set('i')
  return payment.status === 'processing' && paid_status === 'i' ? set('r') : false
}

/** What the card cost stands on the invoice that was paid with it, and its total is what was charged. */
async function chargeCardFee(client: pg.ClientBase, { order_id, card_fee }: PaymentRow): Promise<void> {
  if (cents(card_fee) === 0n) return
  const { rows } = await client.query<{ credit_card_fee: string; grand_total: string }>(
    'select credit_card_fee, grand_total from invoices where order_id = $1',
    [order_id],
  )
  const { credit_card_fee, grand_total } = rows[0]!
  const add = (amount: string) => money(cents(amount) + cents(card_fee))
  await client.query(
    `update invoices set credit_card_fee = $2, grand_total = $3, version = version + 1 where order_id = $1`,
    [order_id, add(credit_card_fee), add(grand_total)],
  )
  await client.query('update orders set invoice_total = $2 where id = $1', [order_id, add(grand_total)])
}
