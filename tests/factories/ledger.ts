/** The ledger of money beside the rows that it is made from (docs/decisions/0242). */
import { MONEY_KINDS } from '#contract/invoices/ledger.ts'
import type { Pool } from './business.ts'

/**
 * Throws where the ledger is not what invoices, credits and payments come to, or where the kept sums by location are not
 * what the ledger comes to.
 */
export async function checkLedger(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select kind, order_id, credit_id, payment_id, sum(amount) from (
       select kind, order_id, credit_id, payment_id, amount from ledger_state
       union all select kind, order_id, credit_id, payment_id, -amount from ledger) both_sides
      group by 1, 2, 3, 4 having sum(amount) <> 0`,
  )
  if (rows.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(rows)}`)
  const { rows: sums } = await pool.query(
    `with summed as (
       select company_location_id,
              coalesce(sum(amount) filter (where kind in ('invoice', 'credit', 'card_fee') and order_id is not null), 0)
                as invoiced,
              coalesce(-sum(amount) filter (where kind = any($1) and order_id is not null), 0) as kept,
              coalesce(-sum(amount) filter (where kind = 'discount' and order_id is not null), 0) as discounts,
              coalesce(sum(amount) filter (where kind = 'credit' and order_id is null), 0) as credits
         from ledger where company_location_id is not null group by 1)
     select company_location_id, to_jsonb(summed) as ledger, to_jsonb(s) as sums
       from summed full join location_sums s using (company_location_id)
      where (summed.invoiced, summed.kept, summed.discounts, summed.credits)
            is distinct from (s.invoiced, s.kept, s.discounts, s.credits)`,
    [MONEY_KINDS],
  )
  if (sums.length > 0) throw new Error(`The sums by location are wrong: ${JSON.stringify(sums)}`)
}
