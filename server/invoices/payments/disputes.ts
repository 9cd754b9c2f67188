/** Disputes of payments, which are answered at the provider (readings, "Refunds and disputes"). */
import { PaymentDispute } from '#contract/invoices/payment.ts'
import { can, type Person } from '#contract/permissions.ts'
import type { Context } from '../../platform/context.ts'
import { forbidden } from '../../platform/problem.ts'
import { queryRows } from '../../platform/rows.ts'

/** Those that can still be answered first, by their day; then all others, the newest first. */
export async function listDisputes(
  { pool }: Pick<Context, 'pool'>,
  person: Person,
): Promise<PaymentDispute[]> {
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may see the disputes.')
  return queryRows(
    pool,
    PaymentDispute,
    `select p.order_id as "order", l.name as location, d.amount, coalesce(d.status, '') as status, coalesce(d.reason, '') as reason,
            d.created_date, d.due_date, p.intent ->> 'url' as url
       from payments p
       cross join lateral jsonb_to_recordset(p.intent -> 'disputes')
         as d (amount text, status text, reason text, created_date text, due_date text)
       left join orders o on o.id = p.order_id left join company_locations l on l.id = o.company_location_id
      where p.reverses is null and p.intent ? 'disputes'
      order by d.status like '%needs_response' desc, case when d.status like '%needs_response' then d.due_date end nulls last,
               d.created_date desc, p.id`,
  )
}
