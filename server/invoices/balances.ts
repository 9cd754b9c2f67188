/** What customers owe, by location: the kept sums of the ledger (`location_sums`), and what is not paid yet. */
import { OpenBalance } from '#contract/invoices/balances.ts'
import { can, type Person } from '#contract/permissions.ts'
import { DUE_DAY_SQL } from './due-day.ts'
import { MONEY_JOIN } from './ledger.ts'
import { today, type Context } from '../platform/context.ts'
import { forbidden } from '../platform/problem.ts'
import { queryRows } from '../platform/rows.ts'

/** Every location with an invoice or a waiting credit, the oldest due first. Throws 403 for who does not manage payments. */
export async function listBalances(context: Context, person: Person): Promise<OpenBalance[]> {
  if (!can(person, 'payments.manage')) throw forbidden('Only the office may see what customers owe.')
  return readBalances(context, null)
}

/** The same without a look at the person; of one location where it is named. */
export async function readBalances(context: Context, location: number | null): Promise<OpenBalance[]> {
  const only = (id: string) => (location === null ? '' : `and ${id} = $2`)
  return queryRows(
    context.pool,
    OpenBalance,
    `with counted as (
       select company_location_id as id, count(*)::int as invoices from orders where invoiced ${only('company_location_id')} group by 1
     ), unpaid as (
       select o.company_location_id as id, o.paid_status, ${DUE_DAY_SQL} as due_on, money.due::numeric
         from orders o join company_locations l on l.id = o.company_location_id ${MONEY_JOIN}
        where o.invoiced and o.paid_status in ('', 'r', 'i') ${only('o.company_location_id')}
     ), owed as (
       select id, sum(due) filter (where paid_status = 'i') as pending,
              sum(due) filter (where paid_status <> 'i' and due_on < $1::date) as overdue,
              min(due_on) filter (where paid_status <> 'i' and due > 0) as oldest_due
         from unpaid group by id
     )
     select l.id as company_location, l.name, coalesce(c.invoices, 0) as invoices, owed.oldest_due::text,
            ${Object.entries({
              invoiced: 's.invoiced',
              paid: 's.kept',
              discounts: 's.discounts',
              pending: 'owed.pending',
              open: 's.invoiced - s.kept - s.discounts - coalesce(owed.pending, 0)',
              overdue: 'owed.overdue',
              credits: 's.credits',
            })
              .map(([name, sum]) => `coalesce(${sum}, 0)::numeric(14, 2)::text as ${name}`)
              .join(', ')}
       from company_locations l left join location_sums s on s.company_location_id = l.id
       left join counted c on c.id = l.id left join owed on owed.id = l.id
      where (c.id is not null or s.credits <> 0) ${only('l.id')} order by owed.oldest_due nulls last, l.name, l.id`,
    [today(context), ...(location === null ? [] : [location])],
  )
}
