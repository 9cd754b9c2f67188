/** What customers owe, by location: one statement over all invoices that stand. */
import type { OpenBalance } from '#contract/invoices/balances.ts'
import { can, type Person } from '#contract/permissions.ts'
import { DUE_DAY_SQL } from './due-day.ts'
import { today, type Context } from '../platform/context.ts'
import { forbidden } from '../platform/problem.ts'

/** Every location with an invoice or a waiting credit, by name. Throws 403 for who does not manage payments. */
export async function listBalances(context: Context, person: Person): Promise<OpenBalance[]> {
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may see what customers owe.')
  const { rows } = await context.pool.query<OpenBalance>(
    `with invoiced as (
       select o.company_location_id as id, o.paid_status, v.grand_total, v.on_time_discount,
              case when o.paid_status in ('p', 'e') then coalesce(
                     (select sum(p.amount) from payments p where p.order_id = o.id and p.status = 'succeeded'),
                     v.grand_total - v.on_time_discount) end as received,
              o.paid_status in ('', 'r') as is_open, ${DUE_DAY_SQL} as due
         from invoices v join orders o on o.id = v.order_id join company_locations l on l.id = o.company_location_id
     ), sums as (
       select id, count(*)::int as invoices, sum(grand_total) as invoiced,
              sum(received) as paid,
              sum(on_time_discount) filter (where paid_status in ('p', 'e')) as discounts,
              sum(grand_total) filter (where paid_status = 'i') as pending,
              sum(grand_total) filter (where is_open) as open,
              sum(grand_total) filter (where is_open and due < $1::date) as overdue,
              min(due) filter (where is_open and grand_total > 0) as oldest_due
         from invoiced group by id
     ), waiting as (
       select c.company_location_id as id, sum(c.total + c.tax) as credits
         from invoice_credits c left join invoices v on v.order_id = c.order_id
        where v.order_id is null and c.reversed_at is null group by c.company_location_id
     )
     select l.id as company_location, l.name, coalesce(s.invoices, 0) as invoices,
            ${['invoiced', 'paid', 'discounts', 'pending', 'open', 'overdue']
              .map((sum) => `coalesce(s.${sum}, 0)::numeric(14, 2)::text as ${sum}`)
              .join(', ')},
            s.oldest_due::text, coalesce(w.credits, 0)::numeric(14, 2)::text as credits
       from company_locations l left join sums s on s.id = l.id left join waiting w on w.id = l.id
      where s.id is not null or w.credits <> 0 order by l.name, l.id`,
    [today(context)],
  )
  return rows
}
