/** Which rows the demo made, and what people have added to it since (docs/decisions/0175). */
import type pg from 'pg'
import { CountRow, queryOnlyRow } from '../platform/rows.ts'

/** The tables whose rows of the demo are recorded, with the words for one row and for several. */
const RECORDED = {
  orders: ['order', 'orders'],
  payments: ['payment', 'payments'],
  invoice_credits: ['credit', 'credits'],
  invoice_history: ['act on an invoice', 'acts on invoices'],
  users: ['user', 'users'],
  companies: ['customer', 'customers'],
  company_locations: ['location', 'locations'],
  products: ['product', 'products'],
  order_lists: ['order list', 'order lists'],
  warehouses: ['warehouse', 'warehouses'],
  fee_templates: ['fee', 'fees'],
  receipts: ['receipt', 'receipts'],
  supplier_invoices: ['supplier’s invoice', 'suppliers’ invoices'],
} as const
type Recorded = keyof typeof RECORDED

const keyOf = (table: string) => (table === 'products' ? 'upc' : 'id')

/** SQL condition: the demo made this row of a recorded table. `key` is the row's primary key in SQL. */
export const madeByDemo = (table: Recorded, key: string) =>
  `exists (select from demo_rows d where d.table_name = '${table}' and d.key = (${key})::text)`

/** SQL condition on a row of `invoices`: the demo made it. A person may have made the invoice of a demo order (again). */
export const INVOICE_OF_DEMO = `
  ${madeByDemo('orders', 'invoices.order_id')} and not exists (
    select from invoice_history h where h.order_id = invoices.order_id and h.act in ('generated', 'regenerated'))`

/** SQL condition on a row of `mutations`: the demo made it. The fingerprint of a person's edit is a hash. */
export const EDIT_OF_DEMO = `fingerprint like 'demo %'`

/** Records every row that is there as the demo's. For the transaction that makes the demo. */
export async function recordDemoRows(client: pg.ClientBase): Promise<void> {
  for (const table of Object.keys(RECORDED))
    await client.query(
      `insert into demo_rows (table_name, key) select '${table}', ${keyOf(table)}::text from "${table}"`,
    )
}

/** Returns what people have added to the demo, in words such as `2 orders`; empty where they added nothing. */
export async function addedToDemo(pool: pg.Pool): Promise<string[]> {
  const added: string[] = []
  const count = async (what: string, [one, several]: readonly [string, string]) => {
    const { count: n } = await queryOnlyRow(pool, CountRow, `select count(*)::int as count from ${what}`)
    if (n > 0) added.push(`${n} ${n === 1 ? one : several}`)
  }
  for (const [table, words] of Object.entries(RECORDED) as [Recorded, readonly [string, string]][])
    await count(`${table} where not ${madeByDemo(table, `${table}.${keyOf(table)}`)}`, words)
  await count(`invoices where not (${INVOICE_OF_DEMO})`, ['invoice', 'invoices'])
  await count(`mutations where not (${EDIT_OF_DEMO})`, ['edit', 'edits'])
  await count(`settings where value is not null`, ['setting', 'settings'])
  return added
}
