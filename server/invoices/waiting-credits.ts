/** Credits that are on no invoice yet. */
import type pg from 'pg'
import { WaitingCredit } from '#contract/invoices/schema.ts'
import { secondSql } from '../platform/json.ts'
import { queryRows } from '../platform/rows.ts'
import { AMOUNT_SQL, WAITS_FOR_ORDER_SQL } from './credits.ts'

/**
 * Returns the credits that wait, by location and oldest first: those of a location, and those bound to an order without
 * an invoice.
 * @param order only those that the next invoice of this order takes: its own, and those of its location; null for all
 */
export const listWaitingCredits = (pool: pg.Pool, order: number | null): Promise<WaitingCredit[]> =>
  queryRows(
    pool,
    WaitingCredit,
    `select c.id, c.of_order, c.company_location_id as company_location, l.name as location_name, c.reason,
            ${AMOUNT_SQL}, c.total::text, c.tax::text, ${secondSql('c.created_at')} as created_date, u.username, c.is_overpaid,
            c.order_id is not null as is_bound, g.id is null as is_order_gone
       from invoice_credits c join company_locations l on l.id = c.company_location_id
       left join users u on u.id = c.created_by left join orders g on g.id = c.of_order
       left join orders o on o.id = c.order_id
      where c.reversed_at is null
        and ${order === null ? '(c.order_id is null or not o.invoiced)' : `(${WAITS_FOR_ORDER_SQL} or c.order_id = $1 and not o.invoiced)`}
      order by l.name, l.id, c.id`,
    order === null ? [] : [order],
  )
