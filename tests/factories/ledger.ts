/** The ledger of money beside the rows that it is made from (docs/decisions/0242). */
import type { Pool } from './business.ts'

/** Throws where the ledger is not what invoices, credits and payments come to. */
export async function checkLedger(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select kind, order_id, credit_id, payment_id, sum(amount) from (
       select kind, order_id, credit_id, payment_id, amount from ledger_state
       union all select kind, order_id, credit_id, payment_id, -amount from ledger) both_sides
      group by 1, 2, 3, 4 having sum(amount) <> 0`,
  )
  if (rows.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(rows)}`)
}
