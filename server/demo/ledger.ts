/** The days of the demo's ledger. The database posts it when the demo's invoices, credits and payments are stored. */
import type pg from 'pg'
import { madeByDemo } from './rows.ts'

/** Runs `change` although the ledger only grows otherwise. */
async function changingLedger(client: pg.ClientBase, change: () => Promise<unknown>): Promise<void> {
  await client.query(`alter table ledger disable trigger ledger_only_grows`)
  await change()
  await client.query(`alter table ledger enable trigger ledger_only_grows`)
}

const SOURCES = ['invoices', 'invoice_credits', 'payments']

/** Stores a new demo's invoices, credits and payments, and posts them at once, each at its own moment. */
export async function postDemo(client: pg.ClientBase, store: () => Promise<void>): Promise<void> {
  for (const table of SOURCES) await client.query(`alter table ${table} disable trigger ledger`)
  await store()
  await client.query(`
    insert into ledger (at, kind, company_location_id, order_id, credit_id, payment_id, amount)
    select coalesce(p.created_at, c.created_at, v.created_at), s.kind, s.company_location_id, s.order_id, s.credit_id, s.payment_id,
           s.amount
      from ledger_state s left join payments p on p.id = s.payment_id left join invoice_credits c on c.id = s.credit_id
      left join invoices v on v.order_id = s.order_id
     where s.amount <> 0 order by 1`)
  for (const table of SOURCES) await client.query(`alter table ${table} enable trigger ledger`)
}

/**
 * Moves the rows that the demo made. Rows that people have caused since have a line of history, and stay.
 * @param later SQL of a moment, some days later
 */
export const rollLedger = (client: pg.ClientBase, later: (column: string) => string) =>
  changingLedger(client, () =>
    client.query(`
      update ledger set at = ${later('at')}
       where history_id is null and (${madeByDemo('payments', 'ledger.payment_id')}
          or ${madeByDemo('invoice_credits', 'ledger.credit_id')}
          or kind = 'invoice' and ${madeByDemo('orders', 'ledger.order_id')})`),
  )
