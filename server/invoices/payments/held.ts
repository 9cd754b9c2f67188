/** Arrived money that does not fit its invoice, or names none. The office applies it or says that it is refunded. */
import type pg from 'pg'
import { HeldPayment, type ApplyPayment } from '#contract/invoices/payment.ts'
import { cents, money } from '#contract/money.ts'
import { isPaid } from '#contract/orders/paid-status.ts'
import { can, type Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../../platform/context.ts'
import { forbidden, notFound, Problem } from '../../platform/problem.ts'
import { queryRow, queryRows } from '../../platform/rows.ts'
import { addHistory } from '../history.ts'
import { GrandTotalRow } from '../invoice-row.ts'
import { CURRENCY } from './intent.ts'
import { letWait } from './kept.ts'
import { lockInvoice, noInvoice, paymentById, type PaymentRow } from './rows.ts'
import { bookPaid, settlePayment } from './settle.ts'
import { markPaid } from './status.ts'
import { mustNotBePaying, withdrawPayment } from './withdraw.ts'

function mustManage(person: Person): void {
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may see the payments.')
}

/** Lists held payments, newest first. */
export async function listHeld({ pool }: Context, person: Person): Promise<HeldPayment[]> {
  mustManage(person)
  return queryRows(
    pool,
    HeldPayment,
    `select p.id, p.order_id as "order", l.name as location, u.username as customer, p.method,
            p.created_at as created_date, coalesce(p.intent->>'payment_amount', p.amount::text) as payment_amount,
            (p.refunded + p.disputed)::text as went_back,
            coalesce(p.intent->>'currency', $1) as currency, p.invoice_total, i.grand_total,
            p.error_message as reason, p.intent->>'url' as url
       from payments p left join orders o on o.id = p.order_id
       left join company_locations l on l.id = o.company_location_id
       left join users u on u.id = coalesce(p.created_by, o.customer_id)
       left join invoices i on i.order_id = o.id and o.invoiced
      where p.status = 'held' order by p.created_at desc, p.id desc`,
    [CURRENCY],
  )
}

/**
 * Pays the invoice of this order, as it is now, with held money; a part of it where the money is less than is due. Asks
 * the provider first, and books what arrived and has not gone back. The card fee and the discount of the attempt are
 * booked on the order that it was made for, and on no other. The order that it came for, and the one that it was held at,
 * keep a line of their history (docs/decisions/0189). Throws 404 where there is no such payment or order, and 409 where
 * another user has dealt with it meanwhile, where the order has no invoice, or one that is paid or being paid, and where
 * the money is of another currency.
 */
export async function applyHeld(
  context: Context,
  person: Person,
  id: string,
  { order, note }: ApplyPayment,
): Promise<void> {
  mustManage(person)
  const to = order ?? (await paymentById(context.pool, id))?.order_id
  if (to == null) throw new Problem(409, 'This payment names no order. Say which order it pays.')
  await askProvider(context, id)
  await withdrawPayment(context, person, to, 'payments.manage')
  const company = await transaction(context.pool, async (client) => {
    const { grand_total, paid_status, company, due } = await lockInvoice(client, person, to)
    const payment = await lockHeld(client, id)
    if (payment.currency !== CURRENCY)
      throw new Problem(409, `This payment is in ${payment.currency}: it can only be refunded.`)
    if (cents(payment.left) <= 0n)
      throw new Problem(409, 'All of this payment has gone back. Say that it was refunded.')
    if (grand_total === null) throw noInvoice(to)
    if (isPaid(paid_status)) throw new Problem(409, `Order ${to} is paid.`)
    await mustNotBePaying(client, to)
    await resolve(client, payment, 'succeeded', `Applied to order ${to} by ${person.username}.`, note)
    // No more discount is booked than is due of the invoice by now.
    const most = cents(due) > 0n ? cents(due) : 0n
    const discount = cents(payment.discount) > most ? money(most) : payment.discount
    const none = { card_fee: '0.00', discount: '0.00' }
    const booked = { ...payment, discount, amount: payment.arrived, ...(payment.order_id !== to && none) }
    await client.query(
      `update payments set came_for = coalesce(came_for, nullif(order_id, $2)), order_id = $2, amount = $3, card_fee = $4,
              discount = $5
        where id = $1`,
      [id, to, booked.amount, booked.card_fee, booked.discount],
    )
    await bookPaid(client, to, { ...booked, amount: payment.left }, person)
    const others = ordersOf(payment).filter((one) => one !== to)
    await recordHeld(client, person, others, `${payment.left} was applied to order ${to}`)
    // Too little leaves the rest due. A surplus waits for the location (readings, "Paid in parts").
    const over = cents(payment.left) + cents(booked.discount) - cents(booked.card_fee) - cents(due)
    if (over > 0n) await letWait(client, person, to, over)
    if (over >= 0n) await markPaid(client, to, 'p')
    return company
  })
  context.announcer.announce([company])
}

/**
 * Records that the office has given the money back. The invoice can be paid again. Throws 409 `not_refunded` where the
 * provider still has some of it and no note says how it was given back. Throws 404 and 409 as above.
 */
export async function refundHeld(context: Context, person: Person, id: string, note: string): Promise<void> {
  mustManage(person)
  await askProvider(context, id)
  await transaction(context.pool, async (client) => {
    const payment = await lockHeld(client, id)
    if (context.stripe && cents(payment.left) > 0n && note === '')
      throw new Problem(
        409,
        `The payment provider still has ${payment.left} of it. Refund it there, or say in the note how it was given back.`,
        { code: 'not_refunded' },
      )
    await resolve(client, payment, 'refunded', `Refunded, as ${person.username} says.`, note)
    const said = [`${payment.arrived} was refunded`, note].filter(Boolean).join(': ')
    await recordHeld(client, person, ordersOf(payment), said)
  })
}

/** Asks the provider what became of a held payment. Throws 503 where it does not answer. */
async function askProvider(context: Context, id: string): Promise<void> {
  if (context.stripe) await settlePayment(context, id)
}

/** Returns the order that held money came for, and the one that it is held at. */
const ordersOf = ({ came_for, order_id }: PaymentRow): number[] => [
  ...new Set([came_for, order_id].filter((id) => id !== null)),
]

/** Adds a line to the history of each of these orders. */
async function recordHeld(
  client: pg.ClientBase,
  person: Person,
  orders: readonly number[],
  said: string,
): Promise<void> {
  for (const order of orders) {
    const sql = 'select grand_total from invoices where order_id = $1'
    const invoice = await queryRow(client, GrandTotalRow, sql, [order])
    await addHistory(client, person, order, 'held', invoice?.grand_total ?? '0', said)
  }
}

/** @returns `arrived`: the money that came, where the provider reported it; `left`: the part that has not gone back */
async function lockHeld(
  client: pg.ClientBase,
  id: string,
): Promise<PaymentRow & { currency: string; arrived: string; left: string }> {
  const payment = await paymentById(client, id, 'for update')
  if (!payment) throw notFound('payment')
  if (payment.status !== 'held')
    throw new Problem(409, `This payment is no longer held. ${payment.error_message ?? ''}`.trim())
  const { currency, payment_amount } = (payment.intent ?? {}) as {
    currency?: string
    payment_amount?: string
  }
  const arrived = payment_amount ?? payment.amount
  const left = money(cents(arrived) - cents(payment.refunded) - cents(payment.disputed))
  return { ...payment, currency: currency ?? CURRENCY, arrived, left }
}

/** Keeps the reason for the hold, beside what was done about it. */
const resolve = (
  client: pg.ClientBase,
  { id, error_message }: PaymentRow,
  status: 'succeeded' | 'refunded',
  done: string,
  note: string,
) =>
  client.query(
    `update payments set status = $2, error_message = $3, note = $4, modified_at = now(), version = version + 1
      where id = $1`,
    [id, status, `${error_message} ${done}`, note],
  )
