/** What was done to invoices, a line each: by whom, what it changed, and what the invoice came to. It outlives them. */
import type pg from 'pg'
import type { InvoiceHistoryLine } from '#contract/invoices/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import { forbidden, Problem } from '../platform/problem.ts'
import { mustSeeOrders } from '../platform/scope.ts'

/**
 * One line, in the transaction of what was done. Of an unlocked invoice the total is what it came to.
 * @param person null for what the payment provider told
 */
export const addHistory = (
  client: pg.ClientBase,
  person: Person | null,
  order: number,
  act: InvoiceHistoryLine['act'],
  grandTotal: string,
  detail = '',
) =>
  client.query({
    name: 'add invoice history',
    text: `insert into invoice_history (order_id, user_id, act, detail, grand_total) values ($1, $2, $3, $4, $5)`,
    values: [order, person?.id ?? null, act, detail, grandTotal],
  })

/** The answer to a call about the invoice of an order that has none, or has none any more. */
export const noInvoiceOf = (order: number) => new Problem(404, `There is no invoice of order ${order}.`)

/** What an invoice comes to now. Throws 404 where there is none. */
export async function grandTotalOf(client: pg.ClientBase, id: number): Promise<string> {
  const { rows } = await client.query<{ grand_total: string }>(
    'select grand_total from invoices where order_id = $1',
    [id],
  )
  if (!rows[0]) throw noInvoiceOf(id)
  return rows[0].grand_total
}

/** Newest first. Throws 404 for an order that is not there for this person, 403 for who does not invoice. */
export async function readHistory(
  client: pg.Pool,
  person: Person,
  order: number,
): Promise<InvoiceHistoryLine[]> {
  await mustSeeOrders(client, person, [order])
  if (!can(person, 'orders.invoice')) throw forbidden('Only the office may see what was done to an invoice.')
  const { rows } = await client.query<InvoiceHistoryLine>(
    `select h.id, h.act, h.grand_total::text, u.username,
            concat_ws(' ', 'Of order ' || h.of_order || '.', nullif(h.detail, '')) as detail,
            to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
       from invoice_history h left join users u on u.id = h.user_id where h.order_id = $1 order by h.id desc`,
    [order],
  )
  return rows
}
