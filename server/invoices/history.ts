/** The history of invoices, one line per act: who, what it changed, and the invoice's total. It outlives invoices. */
import { secondSql } from '../platform/json.ts'
import type pg from 'pg'
import { z } from 'zod'
import { InvoiceHistoryLine } from '#contract/invoices/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import { forbidden, Problem } from '../platform/problem.ts'
import { queryOnlyRow, queryRow, queryRows } from '../platform/rows.ts'
import { mustSeeOrders } from '../platform/scope.ts'
import { GrandTotalRow, issuedSql, IssuedRow } from './invoice-row.ts'

/** @param issued SQL of the invoice that the line keeps; $1 is the order's number */
const addLine =
  (name: string, issued: string) =>
  (
    client: pg.ClientBase,
    person: Person | null,
    order: number,
    act: InvoiceHistoryLine['act'],
    grandTotal: string,
    detail = '',
  ) =>
    client.query({
      name,
      text: `insert into invoice_history (order_id, user_id, act, detail, grand_total, issued) values ($1, $2, $3, $4, $5, ${issued})`,
      values: [order, person?.id ?? null, act, detail, grandTotal],
    })

/**
 * Adds one line, in the transaction of the act. For an unlocked invoice the total is its last one. `person` is null
 * for what the payment provider reported.
 */
export const addHistory = addLine('add invoice history', 'null')

/**
 * Adds a line for an act that changed the invoice, and keeps the invoice as it was issued. The change must be stored
 * before. `keepIssued` keeps what an earlier release issued.
 */
export const addIssued = addLine('add issued invoice', issuedSql('$1'))

/** Keeps an invoice that an earlier release issued, before it is changed or removed. */
export const keepIssued = (client: pg.ClientBase, order: number) =>
  client.query({
    name: 'keep issued invoice',
    text: `update invoice_history set issued = ${issuedSql('$1')}
            where id = (select max(id) from invoice_history where order_id = $1)
              and not exists (select from invoice_history where order_id = $1 and issued is not null)`,
    values: [order],
  })

/** Returns the 404 for an order that has no invoice, or no longer has one. */
export const noInvoiceOf = (order: number) => new Problem(404, `There is no invoice of order ${order}.`)

/** Returns what an invoice comes to now. Throws 404 where there is none. */
export async function grandTotalOf(client: pg.ClientBase, id: number): Promise<string> {
  const invoice = await queryRow(
    client,
    GrandTotalRow,
    'select grand_total from invoices where order_id = $1',
    [id],
  )
  if (!invoice) throw noInvoiceOf(id)
  return invoice.grand_total
}

/** A line with the version of the invoice that it issued; null where it issued none. */
const StoredHistoryLine = InvoiceHistoryLine.omit({ revision: true }).extend({
  version: z.string().nullable(),
})

/**
 * Returns the lines, newest first. Throws 404 for an order that does not exist for this person, 403 for a person who
 * does not invoice.
 */
export async function readHistory(
  client: pg.Pool,
  person: Person,
  order: number,
): Promise<InvoiceHistoryLine[]> {
  await mustSeeOrders(client, person, [order])
  if (!can(person, 'orders.invoice')) throw forbidden('Only the office may see what was done to an invoice.')
  const lines = await queryRows(
    client,
    StoredHistoryLine,
    `select h.id, h.act, h.grand_total::text, u.username, ${ISSUED_VERSION} as version,
            concat_ws(' ', 'Of order ' || h.of_order || '.', nullif(h.detail, '')) as detail,
            ${secondSql('h.at')} as at
       from invoice_history h left join users u on u.id = h.user_id where h.order_id = $1 order by h.id desc`,
    [order],
  )
  const versions = versionsOf(lines.toReversed())
  return lines.map(({ version, ...line }) => ({
    ...line,
    revision: version === null ? null : versions.indexOf(version) + 1,
  }))
}

/** The key of an issued invoice. An order that was merged into another one had its own. */
const ISSUED_VERSION = `(coalesce(h.of_order, h.order_id) || ' ' || (h.issued ->> 'version'))`

/** Returns each version once, in the order of the rows. */
const versionsOf = (rows: readonly { version: string | null }[]): string[] => [
  ...new Set(rows.flatMap(({ version }) => version ?? [])),
]

const KeptInvoice = z.object({ issued: IssuedRow })

/**
 * Returns the invoice that was issued as the nth of an order. Throws as `readHistory` does, 404 where there is none.
 */
export async function readIssued(
  pool: pg.Pool,
  person: Person,
  order: number,
  revision: number,
): Promise<IssuedRow> {
  const line = (await readHistory(pool, person, order)).find((one) => one.revision === revision)
  if (!line) throw new Problem(404, `There is no revision ${revision} of the invoice of order ${order}.`)
  const kept = await queryOnlyRow(pool, KeptInvoice, 'select issued from invoice_history where id = $1', [
    line.id,
  ])
  return kept.issued
}
