/** The invoice as paying needs it, under its order's lock, and the rows of its payments. */
import type pg from 'pg'
import {
  isPayer,
  notPayable,
  type Payability,
  type Payable,
  type PaymentMethod,
  type PaymentState,
} from '#contract/invoices/payment.ts'
import type { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { lockOrderRow } from '../../orders/lock.ts'
import { MONEY_JOIN } from '../ledger.ts'
import { MOST_CARD_FEE_SQL } from '../../settings/store.ts'
import { companyOf, ofCompany } from '../../platform/scope.ts'
import { forbidden, notFound, Problem } from '../../platform/problem.ts'
import type { PaymentStatus } from './intent.ts'

export interface PaidInvoice extends Omit<Payable, 'grand_total'> {
  order: number
  company: number
  paid_status: OrderRow['paid_status']
  /** Null where the order has no invoice. */
  grand_total: string | null
  payments_enabled: boolean
  payment_state: PaymentState
  /** What is still to be paid of the invoice; below 0 where more came than it is. */
  due: string
  customer: string
}

/**
 * Joins to an order `o` its `payment_state` and `payment_error` (`PaymentState` in contract/invoices/payment.ts), both null
 * where nothing was ever tried. An attempt that its customer has only begun says nothing yet.
 */
export const PAYMENT_STATE_JOIN = `
  left join lateral (
    select case when p.status = 'held' then 'held'
                when p.status = 'verifying' then 'verification'
                when p.status = 'processing' then 'pending'
                when p.amount < 0 then 'returned'
                when p.status = 'succeeded' then 'paid'
                else 'failed' end as payment_state,
           case when p.amount < 0 or p.status in ('held', 'open', 'canceled') then p.error_message end as payment_error
      from payments p
     where p.order_id = o.id and (p.status in ('held', 'verifying', 'processing', 'succeeded')
             or p.status in ('open', 'canceled') and p.error_message is not null and p.method <> 'external')
     order by (p.status = 'held') desc, p.created_at desc, p.id desc limit 1) paying on true`

/** Locks the order, and reads its invoice; 404 where it is not this person's to know of. */
export async function lockInvoice(
  client: pg.ClientBase,
  person: Person,
  order: number,
): Promise<PaidInvoice> {
  await lockOrderRow(client, person, order)
  const { rows } = await client.query<PaidInvoice>(
    `select o.id as "order", o.company_id as company, o.paid_status, i.grand_total, l.payments_enabled,
            i.subtotal, i.credit_card_fee, i.on_time_discount as discounted, money.kept, money.due, o.delivery_date::text, least(l.credit_card_charge_fee, ${MOST_CARD_FEE_SQL}) as charge_fee,
            l.on_time_payment_discount_amount as discount, l.on_time_payment_days_threshold as discount_days,
            coalesce(u.username, '') as customer,
            coalesce(paying.payment_state, '') as payment_state
       from orders o join company_locations l on l.id = o.company_location_id
       left join users u on u.id = o.customer_id left join invoices i on i.order_id = o.id and o.invoiced
       ${PAYMENT_STATE_JOIN} ${MONEY_JOIN}
      where o.id = $1 and ${ofCompany('$2', 'o')}`,
    [order, companyOf(person)],
  )
  if (!rows[0]) throw notFound('order')
  return rows[0]
}

/** An invoice whose customer this person is: 403 where it is not theirs to pay, 409 where there is none. */
export async function lockOwn(
  client: pg.ClientBase,
  person: Person,
  order: number,
): Promise<PaidInvoice & { grand_total: string }> {
  const invoice = await lockInvoice(client, person, order)
  const { rows } = await client.query<{ can_see_payments_column: boolean }>(
    'select can_see_payments_column from users where id = $1',
    [person.id],
  )
  const may = {
    username: person.username,
    can_see_payments_column: rows[0]?.can_see_payments_column ?? false,
  }
  if (!isPayer(may, { customer: { username: invoice.customer } }))
    throw forbidden('Only the customer of this invoice may pay it.')
  const { grand_total } = invoice
  if (grand_total === null) throw noInvoice(order)
  return { ...invoice, grand_total }
}

/** One that this person may pay now: also 409 where it is not payable. */
export async function lockPayable(
  client: pg.ClientBase,
  person: Person,
  order: number,
): Promise<PaidInvoice & { grand_total: string }> {
  const invoice = await lockOwn(client, person, order)
  mustBePayable(invoice)
  return invoice
}

export function mustBePayable(invoice: Payability): void {
  const reason = notPayable(invoice)
  if (reason) throw new Problem(409, reason)
}

export const noInvoice = (order: number) => new Problem(409, `Order ${order} has no invoice.`)

/** An attempt to pay online. One that came externally is never open, and nobody asks the provider for it. */
export interface PaymentRow {
  id: string
  order_id: number | null
  method: PaymentMethod
  status: PaymentStatus
  invoice_total: string
  discount: string
  card_fee: string
  amount: string
  /** What went back of it after it arrived: by refunds, and by disputes of a card. */
  refunded: string
  disputed: string
  intent_id: string | null
  error_message: string | null
  intent: unknown
  created_by: number | null
  version: number
}

const PAYMENT_SQL = `
  select id, order_id, method, status, invoice_total, discount, card_fee, amount, refunded, disputed, intent_id, error_message, intent, created_by,
         version from payments`

export async function paymentById(
  client: pg.Pool | pg.ClientBase,
  id: string,
  lock: '' | 'for update' = '',
): Promise<PaymentRow | null> {
  const { rows } = await client.query<PaymentRow>(`${PAYMENT_SQL} where id = $1 ${lock}`, [id])
  return rows[0] ?? null
}

/** The one attempt of an order that is not over. */
export async function openPayment(
  client: pg.Pool | pg.ClientBase,
  order: number,
): Promise<PaymentRow | null> {
  const { rows } = await client.query<PaymentRow>({
    name: 'open payment',
    text: `${PAYMENT_SQL} where order_id = $1 and status in ('open', 'verifying', 'processing')`,
    values: [order],
  })
  return rows[0] ?? null
}
