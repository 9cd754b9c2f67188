/** The invoice as paying needs it, and the rows of its payments. */
import type pg from 'pg'
import { z } from 'zod'
import {
  isPayer,
  notPayable,
  PAYMENT_METHODS,
  PaymentMethod,
  PaymentState,
  type Payability,
  type Payable,
} from '#contract/invoices/payment.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { lockOrderRow } from '../../orders/lock.ts'
import { MONEY_JOIN } from '../ledger.ts'
import { MOST_CARD_FEE_SQL } from '../../settings/store.ts'
import { companyOf, ofCompany } from '../../platform/scope.ts'
import { forbidden, notFound, Problem } from '../../platform/problem.ts'
import { queryRow } from '../../platform/rows.ts'
import { PaymentStatus } from './intent.ts'

/** `Payable` where the order has an invoice, and everything else that paying needs of it. */
export const PaidInvoice = z.object({
  order: z.number(),
  company: z.number(),
  paid_status: OrderRow.shape.paid_status,
  /** These four are null where the order has no invoice. */
  grand_total: z.string().nullable(),
  subtotal: z.string().nullable(),
  credit_card_fee: z.string().nullable(),
  discounted: z.string().nullable(),
  payments_enabled: z.boolean(),
  payment_state: PaymentState,
  kept: z.string(),
  /** The amount still due on the invoice; below 0 where more arrived than it comes to. */
  due: z.string(),
  delivery_date: z.string(),
  charge_fee: z.string(),
  discount: z.string(),
  discount_days: z.number(),
  customer: z.string(),
})
export type PaidInvoice = z.infer<typeof PaidInvoice>

/**
 * Joins `payment_state` and `payment_error` to an order `o` (`PaymentState` in contract/invoices/payment.ts). Both are
 * null where no payment was ever tried. An attempt that its customer has only begun has no state yet.
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

/** Locks the order, and reads its invoice. Throws 404 where this person may not know of it. */
export async function lockInvoice(
  client: pg.ClientBase,
  person: Person,
  order: number,
): Promise<PaidInvoice> {
  await lockOrderRow(client, person, order)
  return readPaidInvoice(client, person, order)
}

/** Reads an order's invoice without a lock. Throws 404 where this person may not know of it. */
export async function readPaidInvoice(
  db: pg.Pool | pg.ClientBase,
  person: Person,
  order: number,
): Promise<PaidInvoice> {
  const invoice = await queryRow(
    db,
    PaidInvoice,
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
  if (!invoice) throw notFound('order')
  return invoice
}

const SeenByPayer = z.object({ can_see_payments_column: z.boolean() })

/**
 * Locks and reads an invoice whose customer this person is. Throws 403 where it is not theirs to pay, 409 where there
 * is none.
 */
export async function lockOwn(
  client: pg.ClientBase,
  person: Person,
  order: number,
): Promise<PaidInvoice & Payable> {
  const invoice = await lockInvoice(client, person, order)
  const seen = await queryRow(
    client,
    SeenByPayer,
    'select can_see_payments_column from users where id = $1',
    [person.id],
  )
  const may = {
    username: person.username,
    can_see_payments_column: seen?.can_see_payments_column ?? false,
  }
  if (!isPayer(may, { customer: { username: invoice.customer } }))
    throw forbidden('Only the customer of this invoice may pay it.')
  const { grand_total, subtotal, credit_card_fee, discounted } = invoice
  if (grand_total === null || subtotal === null || credit_card_fee === null || discounted === null)
    throw noInvoice(order)
  return { ...invoice, grand_total, subtotal, credit_card_fee, discounted }
}

/** Locks and reads an invoice that this person may pay now. Also throws 409 where it is not payable. */
export async function lockPayable(
  client: pg.ClientBase,
  person: Person,
  order: number,
): Promise<PaidInvoice & Payable> {
  const invoice = await lockOwn(client, person, order)
  mustBePayable(invoice)
  return invoice
}

export function mustBePayable(invoice: Payability): void {
  const reason = notPayable(invoice)
  if (reason) throw new Problem(409, reason)
}

export const noInvoice = (order: number) => new Problem(409, `Order ${order} has no invoice.`)

/** A payment. An external payment is never open, and the provider is not asked about it. */
export const PaymentRow = z.object({
  id: z.string(),
  order_id: z.number().nullable(),
  /** The order that held money came for, where it was applied to another one. */
  came_for: z.number().nullable(),
  method: z.enum([...PAYMENT_METHODS, 'external']),
  status: PaymentStatus,
  invoice_total: z.string(),
  discount: z.string(),
  card_fee: z.string(),
  amount: z.string(),
  /** The amounts that went back after it arrived: by refunds, and by disputes of a card. */
  refunded: z.string(),
  disputed: z.string(),
  intent_id: z.string().nullable(),
  error_message: z.string().nullable(),
  intent: z.unknown(),
  created_by: z.number().nullable(),
  version: z.number(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

/** An attempt to pay online. */
export const OnlinePayment = PaymentRow.extend({ method: PaymentMethod })
export type OnlinePayment = z.infer<typeof OnlinePayment>

const PAYMENT_SQL = `
  select id, order_id, came_for, method, status, invoice_total, discount, card_fee, amount, refunded, disputed, intent_id, error_message, intent,
         created_by, version from payments`

export async function paymentById(
  client: pg.Pool | pg.ClientBase,
  id: string,
  lock: '' | 'for update' = '',
): Promise<PaymentRow | null> {
  return (await queryRow(client, PaymentRow, `${PAYMENT_SQL} where id = $1 ${lock}`, [id])) ?? null
}

/** Returns the one attempt of an order that is not over. */
export async function openPayment(
  client: pg.Pool | pg.ClientBase,
  order: number,
): Promise<OnlinePayment | null> {
  const payment = await queryRow(
    client,
    OnlinePayment,
    {
      name: 'open payment',
      text: `${PAYMENT_SQL} where order_id = $1 and status in ('open', 'verifying', 'processing')`,
    },
    [order],
  )
  return payment ?? null
}
