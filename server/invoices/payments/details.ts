/** What is known of an invoice's payments: all of them for the office (B093), the cost for the payer (B095). */
import type pg from 'pg'
import { z } from 'zod'
import {
  dueBy,
  isBelowLeast,
  PAYMENT_METHODS,
  PaymentIntentFacts,
  summaryOf,
  type Payment,
  type PaymentPreview,
} from '#contract/invoices/payment.ts'
import { can, type Person } from '#contract/permissions.ts'
import { mustSeeOrders } from '../../platform/scope.ts'
import { today, transaction, type Context } from '../../platform/context.ts'
import { forbidden } from '../../platform/problem.ts'
import { queryRow, queryRows } from '../../platform/rows.ts'
import { PaymentStatus } from './intent.ts'
import { isPaymentSetUp } from './provider.ts'
import { lockOwn, mustBePayable, openPayment } from './rows.ts'
import { settlePayment } from './settle.ts'

const LABEL: Record<PaymentStatus, string> = {
  open: 'Started',
  verifying: 'Pending verification',
  processing: 'In progress',
  succeeded: 'Paid',
  held: 'Held',
  refunded: 'Refunded',
  canceled: 'Failed',
}
const EXTERNAL: typeof LABEL = { ...LABEL, succeeded: 'Paid externally', canceled: 'Taken back' }

/** Newest first. An attempt that was abandoned without a result is left out. */
const DETAILS_SQL = `
  select p.amount as payment_amount, p.method, p.status, p.error_message, p.created_at as created_date,
         p.modified_at as modified_date, p.intent as stripe_payment_intent, p.note, p.way, p.received_on::text as day,
         case when p.method = 'external' and p.status = 'succeeded' then p.id end as part,
         p.method <> 'external' and p.status = 'succeeded' and p.reverses is null
           and not exists (select from payments r where r.reverses = p.id) as holdable,
         u.username as by, exists (select from payments r where r.reverses = p.id) as is_reversed
    from payments p left join users u on u.id = p.created_by
   where (p.order_id = $1 or p.came_for = $1) and (p.status <> 'canceled' or p.error_message is not null)
   order by p.created_at desc, p.id desc`

const StoredPayment = z.object({
  payment_amount: z.string(),
  method: z.string(),
  status: PaymentStatus,
  error_message: z.string().nullable(),
  created_date: z.string(),
  modified_date: z.string(),
  stripe_payment_intent: PaymentIntentFacts.nullable(),
  note: z.string(),
  way: z.string().nullable(),
  day: z.string().nullable(),
  part: z.string().nullable(),
  holdable: z.boolean(),
  by: z.string().nullable(),
  /** Whether the bank took it back. */
  is_reversed: z.boolean(),
})
type StoredPayment = z.infer<typeof StoredPayment>

function labelOf({ method, status, error_message, payment_amount, is_reversed }: StoredPayment): string {
  if (status === 'open' && error_message) return 'Failed'
  if (payment_amount.startsWith('-')) return 'Returned'
  if (is_reversed) return 'Paid, then returned'
  return (method === 'external' ? EXTERNAL : LABEL)[status]
}

export async function readPaymentDetails(
  context: Context,
  person: Person,
  order: number,
): Promise<Payment[]> {
  await mustSeeOrders(context.pool, person, [order])
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may see the payments.')
  await refresh(context, order)
  const payments = await queryRows(context.pool, StoredPayment, DETAILS_SQL, [order])
  return payments.map((row) => {
    const { method, status: _status, note, by, part, way, day, is_reversed: _is, ...payment } = row
    return {
      ...payment,
      ...(method === 'external' && { note, by, part, way, day }),
      ...(method !== 'external' && note && { note }),
      status_label: labelOf(row),
    }
  })
}

/** Asks the provider before any of its events has arrived: the payer is back from the provider, or the office looks. */
export async function refreshPayment(context: Context, person: Person, order: number): Promise<void> {
  await mustSeeOrders(context.pool, person, [order])
  if (!can(person, 'payments.manage'))
    await transaction(context.pool, (client) => lockOwn(client, person, order))
  await refresh(context, order)
}

/** Asks the provider, because an event may be lost. If the provider does not answer, the stored state stays. */
async function refresh(context: Context, order: number): Promise<void> {
  const unfinished = context.stripe && (await openPayment(context.pool, order))
  if (!unfinished) return
  await settlePayment(context, unfinished.id).catch((error: unknown) =>
    context.log.warn(error, 'a payment could not be looked up'),
  )
}

/**
 * Returns what paying costs (readings, "Paying"): no method where the location does not pay online, or no keys are set.
 */
export const readPaymentPreview = (
  context: Context,
  person: Person,
  order: number,
): Promise<PaymentPreview> =>
  transaction(context.pool, async (client) => {
    const invoice = await lockOwn(client, person, order)
    mustBePayable({ ...invoice, payments_enabled: true })
    const day = today(context)
    const methods = invoice.payments_enabled && isPaymentSetUp(context.env) ? PAYMENT_METHODS : []
    const dues = methods
      .map((method) => [method, dueBy(method, invoice, day)] as const)
      .filter(([, due]) => !isBelowLeast(due.total))
    return {
      payment_method_options: dues.map(([method]) => method),
      invoice_payment_summary: Object.fromEntries(dues.map(([method, due]) => [method, summaryOf(due)])),
      last_error: await lastError(client, order),
    }
  })

const LastAttempt = z.object({ error_message: z.string().nullable() })

async function lastError(client: pg.ClientBase, order: number): Promise<string | null> {
  const attempt = await queryRow(
    client,
    LastAttempt,
    `select case when status in ('open', 'canceled') or amount < 0 then error_message end as error_message
       from payments where order_id = $1 and method <> 'external'
      order by created_at desc, id desc limit 1`,
    [order],
  )
  return attempt?.error_message ?? null
}
