/** Exports an invoice for QuickBooks Online, and records that: an invoice exported twice is billed twice there. */
import type pg from 'pg'
import { z } from 'zod'
import {
  bookedLines,
  bookedRows,
  differenceOf,
  quickbooksRows,
  type BookedLine,
  type Books,
} from '#contract/invoices/quickbooks.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { cents, money } from '#contract/money.ts'
import type { Person } from '#contract/permissions.ts'
import { lockOrderRow } from '../orders/lock.ts'
import { dayAt, transaction, type Context } from '../platform/context.ts'
import { csvLines } from '../platform/csv.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { Problem } from '../platform/problem.ts'
import { IdRow, queryOnlyRow, queryRow, queryRows } from '../platform/rows.ts'
import { recordEvent } from '../platform/security-events.ts'
import { readSettings } from '../settings/store.ts'
import { DUE_DAY_SQL } from './due-day.ts'
import { EXPORTED_TOTAL_SQL } from './exported-total.ts'
import { readStoredInvoice } from './present.ts'

/** The first line of the file, and this invoice's lines. Each ends with CRLF. */
export interface QuickbooksLines {
  header: string
  lines: string
}

/** What to do with an invoice that was exported before; null where the caller has not said. */
export type ExportAgain = 'whole' | 'difference' | null

/**
 * Exports an invoice. Throws 404 where there is none, and 409 where it was exported before and the caller has not said
 * what to do: `exported_before` where it is as it was then, `exported_changed` where it comes to something else by now.
 * A difference is exported only where there is one.
 */
export async function exportForQuickbooks(
  context: Context,
  person: Person,
  order: number,
  again: ExportAgain,
  keyed: KeyedCall,
): Promise<QuickbooksLines> {
  return transaction(context.pool, async (client) => {
    await lockOrderRow(client, person, order)
    const invoice = await readStoredInvoice(client, person, order)
    const books = await booksOf(context, client, invoice)
    const made = await once(client, person, keyed, async () => {
      // If two clerks export at once, the second waits at the lock and finds the first one's export here.
      const earlier = (await exportsOf(client, order)).filter(({ covered_by }) => covered_by === null)
      const lines = bookedLines(invoice, books)
      const booked = bookedBy(earlier)
      const isChanged = booked !== null && differenceOf(booked, lines).length > 0
      if (earlier.length > 0 && again !== 'whole' && !(again === 'difference' && isChanged))
        throw exportedBefore(context, order, earlier, isChanged ? invoice.grand_total : null)
      const { id } = await queryOnlyRow(
        client,
        IdRow,
        `with made as (
           insert into invoice_exports (order_id, at, by, version, total, lines, is_difference)
           values ($1, $2, $3, $4, $5, $6, $7) returning id)
         , covered as (
           update invoice_exports e set covered_by = made.id from made where e.order_id = $1 and e.covered_by is null)
         select id from made`,
        [
          order,
          context.clock(),
          person.id,
          invoice.version,
          invoice.grand_total,
          JSON.stringify(lines),
          earlier.length > 0 && again === 'difference',
        ],
      )
      await recordEvent(client, keyed.actor, {
        kind: 'export',
        about: `invoice ${order}`,
        details: 'QuickBooks',
      })
      return String(id)
    })
    const { qb_columns: columns } = await readSettings(client)
    const rows = await rowsOf(client, invoice, books, Number(made))
    return {
      header: csvLines([columns]),
      lines: csvLines(rows.map((row) => columns.map((column) => row[column]))),
    }
  })
}

/**
 * Returns the rows of an export: the invoice, or its difference from what was exported before. A repeated call may come
 * after the invoice has changed. It returns the stored lines then: the books compare a later export with those.
 */
async function rowsOf(client: pg.ClientBase, invoice: Invoice, books: Books, id: number) {
  const all = await exportsOf(client, invoice.order_id)
  const made = all.find((one) => one.id === id)
  const number = String(invoice.order_id)
  if (made?.is_difference) {
    const booked = bookedBy(all.filter(({ covered_by }) => covered_by === id)) ?? []
    const count = all.filter((one) => one.id <= id).length
    return bookedRows(differenceOf(booked, made.lines ?? []), invoice, books, `${number}-${count}`)
  }
  const stored = made?.lines ?? null
  if (stored === null || differenceOf(stored, bookedLines(invoice, books)).length === 0)
    return quickbooksRows(invoice, books)
  return bookedRows(stored, invoice, books, number)
}

const Export = z.object({
  id: z.number(),
  at: z.string(),
  who: z.string().nullable(),
  of_order: z.number().nullable(),
  total: z.string().nullable(),
  lines: z.array(z.object({ item: z.string(), description: z.string(), amount: z.string() })).nullable(),
  is_difference: z.boolean(),
  /** The later export that gave the books more than this one. */
  covered_by: z.number().nullable(),
})
type Export = z.infer<typeof Export>

/** Returns the exports, oldest first, including those of the orders that were merged into this one. */
async function exportsOf(client: pg.ClientBase, order: number): Promise<Export[]> {
  return queryRows(
    client,
    Export,
    `select e.id, e.at, u.username as who, e.of_order, e.total::text, e.lines, e.is_difference, e.covered_by
       from invoice_exports e left join users u on u.id = e.by where e.order_id = $1 order by e.id`,
    [order],
  )
}

/** Returns the lines that the books have by these exports; null where an earlier release has not stored them. */
const bookedBy = (exports: readonly Export[]): BookedLine[] | null =>
  exports.every(({ lines }) => lines !== null) ? exports.flatMap(({ lines }) => lines ?? []) : null

/** @param now what the invoice comes to, where the books have something else */
function exportedBefore(
  context: Context,
  order: number,
  earlier: readonly Export[],
  now: string | null,
): Problem {
  const said = earlier.map(({ at, who, of_order }) => {
    const [year, month, day] = dayAt(context, new Date(at)).split('-')
    const of = of_order === null ? `${order}` : `${of_order}, which was merged into order ${order},`
    return `The invoice of order ${of} was exported for QuickBooks on ${month}/${day}/${year}${who ? ` by ${who}` : ''}.`
  })
  if (now === null)
    return new Problem(409, `${said.join('\n')} Imported again, it is there twice.`, {
      code: 'exported_before',
    })
  const exported = money(earlier.reduce((sum, { total }) => sum + cents(total ?? '0'), 0n))
  return new Problem(409, `${said.join('\n')} It changed since: ${exported} → ${now}.`, {
    code: 'exported_changed',
  })
}

/** The total of an invoice in the books; null where an earlier release has not stored it. */
const BookedTotal = z.object({ total: z.string().nullable() })

/**
 * Throws 409 `exported` where the books have the invoice of an order, and the caller has not confirmed that the books
 * need not learn of this act.
 * @param follows what the books do not learn, as the end of a sentence
 */
export async function mustNotBeExported(
  client: pg.ClientBase,
  order: number,
  isConfirmed: boolean,
  follows: string,
): Promise<void> {
  if (isConfirmed) return
  const exported = await queryRow(
    client,
    BookedTotal,
    `select ${EXPORTED_TOTAL_SQL} as total from (values ($1::int)) v (order_id)
      where exists (select from invoice_exports where order_id = $1)`,
    [order],
  )
  if (!exported) return
  const total = exported.total === null ? '' : ` over ${exported.total}`
  throw new Problem(409, `The invoice of order ${order} was exported for QuickBooks${total}. ${follows}`, {
    code: 'exported',
  })
}

const BookedLocation = z.object({
  qb_mapping: z.string(),
  units_apart: z.boolean(),
  days: z.number(),
  due: z.string(),
})
const BookedProduct = z.object({ upc: z.string(), qb_mapping: z.string() })

async function booksOf(context: Context, client: pg.ClientBase, invoice: Invoice): Promise<Books> {
  const { qb_mapping, units_apart, days, due } = await queryOnlyRow(
    client,
    BookedLocation,
    `select l.qb_mapping, l.units_quickbooks_mappings as units_apart, l.on_time_payment_days_threshold as days,
            (${DUE_DAY_SQL})::text as due
       from orders o join company_locations l on l.id = o.company_location_id where o.id = $1`,
    [invoice.order_id],
  )
  const mapped = await queryRows(
    client,
    BookedProduct,
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
