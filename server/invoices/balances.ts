/** What customers owe, by location: sums of the ledger. */
import type { OpenBalance } from '#contract/invoices/balances.ts'
import { can, type Person } from '#contract/permissions.ts'
import { DUE_DAY_SQL } from './due-day.ts'
import { INVOICE_SUMS_SQL } from './ledger.ts'
import { today, type Context } from '../platform/context.ts'
import { forbidden } from '../platform/problem.ts'

/** Every location with an invoice or a waiting credit, by name. Throws 403 for who does not manage payments. */
export async function listBalances(context: Context, person: Person): Promise<OpenBalance[]> {
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may see what customers owe.')
  const { rows } = await context.pool.query<OpenBalance>(
    `with invoiced as (
       select o.company_location_id as id, o.paid_status, s.invoiced, s.kept, s.discounts, coalesce(s.due, 0) as amount_due,
              ${DUE_DAY_SQL} as due
         from invoices v join orders o on o.id = v.order_id join company_locations l on l.id = o.company_location_id
         left join (${INVOICE_SUMS_SQL}) s on s.order_id = o.id
     ), sums as (
       select id, count(*)::int as invoices, sum(invoiced) as invoiced, sum(kept) as paid, sum(discounts) as discounts,
              sum(amount_due) filter (where paid_status = 'i') as pending,
              sum(amount_due) filter (where paid_status <> 'i') as open,
              sum(amount_due) filter (where paid_status in ('', 'r') and due < $1::date) as overdue,
              min(due) filter (where paid_status in ('', 'r') and amount_due > 0) as oldest_due
         from invoiced group by id
     ), waiting as (
       select company_location_id as id, sum(amount) as credits
         from ledger where kind = 'credit' and order_id is null group by company_location_id
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
