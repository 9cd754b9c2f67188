/** The totals of invoices that were exported to QuickBooks. */
import type pg from 'pg'
import { ChangedExport } from '#contract/invoices/quickbooks.ts'
import { can, type Person } from '#contract/permissions.ts'
import { forbidden } from '../platform/problem.ts'
import { queryRows } from '../platform/rows.ts'

/** SQL of that total for an invoice `v`: null where nothing was exported, or an earlier release has not stored it. */
export const EXPORTED_TOTAL_SQL = `
  (select case when bool_and(e.total is not null) then sum(e.total)::text end
     from invoice_exports e where e.order_id = v.order_id and e.covered_by is null)`

/**
 * Lists the invoices delivered on these days that come to something else by now, by number. Throws 403 for a person who
 * does not invoice.
 */
export async function listChangedExports(
  pool: pg.Pool,
  person: Person,
  { start, end }: { start: string; end: string },
): Promise<ChangedExport[]> {
  if (!can(person, 'orders.invoice')) throw forbidden('Only the office may see what was exported.')
  return queryRows(
    pool,
    ChangedExport,
    `select v.order_id as "order", x.exported_total, v.grand_total::text
       from invoices v join orders o on o.id = v.order_id
       cross join lateral (select ${EXPORTED_TOTAL_SQL} as exported_total) x
      where o.delivery_date between $1 and $2 and x.exported_total::numeric <> v.grand_total order by v.order_id`,
    [start, end],
  )
}
