/** An invoice for QuickBooks Online, and that it was exported: twice there is billed twice. */
import type pg from 'pg'
import { QB_NUMBERS, quickbooksRows, type Books } from '#contract/invoices/quickbooks.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { lockOrderRow } from '../orders/lock.ts'
import { dayAt, transaction, type Context } from '../platform/context.ts'
import { csvLines } from '../platform/csv.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { Problem } from '../platform/problem.ts'
import { recordEvent } from '../platform/security-events.ts'
import { readSettings } from '../settings/store.ts'
import { DUE_DAY_SQL } from './due-day.ts'
import { readInvoice } from './present.ts'

/** The first line of the file, and this invoice's lines; each ends with CRLF. */
export interface QuickbooksLines {
  header: string
  lines: string
}

/** Throws 404 where there is no invoice, and 409 `exported_before` where it was exported and nobody has said to do it again. */
export async function exportForQuickbooks(
  context: Context,
  person: Person,
  order: number,
  isAgain: boolean,
  keyed: KeyedCall,
): Promise<QuickbooksLines> {
  return transaction(context.pool, async (client) => {
    await lockOrderRow(client, person, order)
    const invoice = await readInvoice(client, person, order)
    await once(client, person, keyed, async () => {
      // The second of two clerks at once waits at the lock, and is told of the first here.
      if (!isAgain) await mustBeNew(context, client, order)
      await client.query('insert into invoice_exports (order_id, at, by) values ($1, $2, $3)', [
        order,
        context.clock(),
        person.id,
      ])
      await recordEvent(client, keyed.actor, {
        kind: 'export',
        about: `invoice ${order}`,
        details: 'QuickBooks',
      })
      return null
    })
    const { qb_columns: columns } = await readSettings(client)
    const rows = quickbooksRows(invoice, await booksOf(context, client, invoice))
    return {
      header: csvLines(columns, [columns], []),
      lines: csvLines(
        columns,
        rows.map((row) => columns.map((column) => row[column])),
        QB_NUMBERS,
      ),
    }
  })
}

async function mustBeNew(context: Context, client: pg.ClientBase, order: number): Promise<void> {
  const { rows } = await client.query<{ at: Date; who: string | null; of_order: number | null }>(
    `select distinct on (e.of_order) e.at, u.username as who, e.of_order
       from invoice_exports e left join users u on u.id = e.by
      where e.order_id = $1 order by e.of_order nulls first, e.at desc`,
    [order],
  )
  if (rows.length === 0) return
  const exports = rows.map(({ at, who, of_order }) => {
    const [year, month, day] = dayAt(context, new Date(at)).split('-')
    const of = of_order === null ? `${order}` : `${of_order}, which was merged into order ${order},`
    return `The invoice of order ${of} was exported for QuickBooks on ${month}/${day}/${year}${who ? ` by ${who}` : ''}.`
  })
  throw new Problem(409, `${exports.join('\n')} Imported again, it is there twice.`, {
    code: 'exported_before',
  })
}

async function booksOf(context: Context, client: pg.ClientBase, invoice: Invoice): Promise<Books> {
  const { rows } = await client.query<{
    qb_mapping: string
    units_apart: boolean
    days: number
    due: string
  }>(
    `select l.qb_mapping, l.units_quickbooks_mappings as units_apart, l.on_time_payment_days_threshold as days,
            (${DUE_DAY_SQL})::text as due
       from orders o join company_locations l on l.id = o.company_location_id where o.id = $1`,
    [invoice.order_id],
  )
  const { qb_mapping, units_apart, days, due } = rows[0]!
  const { rows: mapped } = await client.query<{ upc: string; qb_mapping: string }>(
    `select upc, qb_mapping from products where upc = any($1::text[]) and qb_mapping <> ''`,
    [invoice.items.map((item) => item.product)],
  )
  return {
    customer: qb_mapping,
    items: new Map(mapped.map((row) => [row.upc, row.qb_mapping])),
    unitsApart: units_apart,
    invoiced: dayAt(context, new Date(invoice.created_date)),
    due,
    days,
  }
}
