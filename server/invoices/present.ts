/** An invoice as the server returns it (B084): its copy of the order, its payer, and the state of its payment. */
import { secondSql } from '../platform/json.ts'
import type pg from 'pg'
import { z } from 'zod'
import { isPayable } from '#contract/invoices/payment.ts'
import { withOverrides } from '#contract/invoices/show.ts'
import type { Invoice, InvoicePaid } from '#contract/invoices/schema.ts'
import { MOST_COUNTED } from '#contract/pages.ts'
import { can, type Person } from '#contract/permissions.ts'
import { UnitType } from '#contract/values.ts'
import { weighedPieces, type Piece } from '#contract/invoices/weigh-ticket.ts'
import { CountRow, queryOnlyRow, queryRow, queryRows } from '../platform/rows.ts'
import { companyOf, ofCompany } from '../platform/scope.ts'
import { noInvoiceOf, readIssued } from './history.ts'
import { INVOICE_SQL, InvoiceRow } from './invoice-row.ts'

/** Returns an invoice (B214). Throws 404 for an order that does not exist for this person or has no invoice. */
export async function readStoredInvoice(
  client: pg.Pool | pg.ClientBase,
  person: Person,
  order: number,
): Promise<Invoice> {
  const invoice = await queryRow(client, InvoiceRow, `${INVOICE_SQL} and v.order_id = $2`, [
    companyOf(person),
    order,
  ])
  if (!invoice) throw noInvoiceOf(order)
  const pieces = await weighedPiecesOf(client, order)
  return { ...present(person, invoice), weighed: weighedPieces(invoice.document.items, pieces) }
}

/**
 * Returns an invoice as it was issued, by its number among those of the order, even after it was unlocked. The weight
 * of each piece is not kept. Throws 404 and 403 as the history does, and 404 where there is no such revision.
 */
export async function readRevision(
  pool: pg.Pool,
  person: Person,
  order: number,
  revision: number,
): Promise<Invoice> {
  const issued = await readIssued(pool, person, order, revision)
  return present(person, {
    ...issued,
    email: '',
    cc_addresses: [],
    payment_state: '',
    payment_error: null,
    payments_enabled: false,
    exported_total: null,
    kept: null,
    due: null,
    due_date: null,
  })
}

const StoredPiece = z.object({
  id: z.string(),
  order_item: z.string(),
  unit_type: UnitType,
  weight_lbs: z.string(),
  lot_code: z.string().nullable(),
  weighed_at: z.string().nullable(),
})

/**
 * Returns an order's weighed pieces, each with the time of weighing on the device's clock. Includes pieces of merged
 * orders.
 */
async function weighedPiecesOf(client: pg.Pool | pg.ClientBase, order: number): Promise<Piece[]> {
  return queryRows(
    client,
    StoredPiece,
    `select s.id, s.order_item_id as order_item, s.unit_type, s.weight_lbs::text, s.lot_code,
            (select ${secondSql('max(m.made_at)')} from mutations m
              where hashtextextended(m.entity_id, 0) = hashtextextended(s.id::text, 0) and m.entity_id = s.id::text
                and m.entity = 'ordersubitems' and m.outcome = 'applied' and m.body ? 'weight_lbs') as weighed_at
       from order_subitems s where s.order_id = $1 and s.weight_lbs > 0 order by s.id`,
    [order],
  )
}

interface Wanted {
  /** The first and the last day of delivery; null for no bound. */
  start: string | null
  end: string | null
  location?: number | null
}
const WANTED = `($2::date is null or o.delivery_date >= $2) and ($3::date is null or o.delivery_date <= $3)
  and ($4::int is null or o.company_location_id = $4)`

const LIST_SQL = `${INVOICE_SQL} and ${WANTED} order by v.order_id`

/** Lists the invoices of orders delivered on these days (B236), of one location where it is named, by order number. */
export async function listInvoices(
  client: pg.Pool,
  person: Person,
  { start, end, location = null }: Wanted,
  page: { limit: number | null; offset: number } = { limit: null, offset: 0 },
): Promise<Invoice[]> {
  const invoices = await queryRows(client, InvoiceRow, `${LIST_SQL} limit $5::int offset $6::int`, [
    companyOf(person),
    start,
    end,
    location,
    page.limit,
    page.offset,
  ])
  return invoices.map((row) => present(person, row))
}

/** Returns the same list for `sendLongList`. */
export const longListOfInvoices = (person: Person, { start, end, location = null }: Wanted) => ({
  select: LIST_SQL,
  values: [companyOf(person), start, end, location],
  finish: async (rows: InvoiceRow[]) => JSON.stringify(rows.map((row) => present(person, row))),
})

/** Counts those invoices, up to `MOST_COUNTED`. */
export async function countInvoices(
  client: pg.Pool,
  person: Person,
  { start, end, location = null }: Wanted,
): Promise<number> {
  const { count } = await queryOnlyRow(
    client,
    CountRow,
    `select count(*)::int as count
       from (select from invoices v join orders o on o.id = v.order_id
              where ${ofCompany('$1', 'o')} and ${WANTED} limit ${MOST_COUNTED + 1}) counted`,
    [companyOf(person), start, end, location],
  )
  return count
}

function present(person: Person, row: InvoiceRow): Invoice {
  const { items, ...about } = row.document
  // Only people who mail invoices see where they are mailed to, as with a location's mail addresses.
  const mayMail = can(person, 'orders.invoice')
  const { credit_card_fee, refrigerated_delivery_fee, late_fee, fuel_surcharge } = row
  return {
    order_id: row.order_id,
    version: row.version,
    order_delivery_date: row.order_delivery_date,
    created_date: row.created_date,
    ...about,
    customer: { username: row.username, email: mayMail ? row.email : '' },
    items: withOverrides(items, row.overrides),
    credits: row.credits,
    subtotal: row.subtotal,
    credit_card_fee,
    refrigerated_delivery_fee,
    late_fee,
    fuel_surcharge,
    tax_total: row.tax_total,
    grand_total: row.grand_total,
    on_time_discount: row.on_time_discount,
    kept: row.kept,
    due: row.due,
    due_date: row.due_date,
    exported_total: mayMail ? row.exported_total : null,
    ...paymentStateOf(row),
    payable: isPayable({ ...row, due: row.due ?? '0.00' }),
    payment_state: row.payment_state,
    payment_error: can(person, 'payments.manage') ? row.payment_error : null,
    company_location_cc_addresses: mayMail && row.cc_addresses.length > 0 ? row.cc_addresses : null,
  }
}

/** Returns the payment state of an invoice, from its order's code and its payment. */
export const paymentStateOf = ({
  paid_status,
  payment_state,
}: Pick<InvoiceRow, 'paid_status' | 'payment_state'>): Pick<
  Invoice,
  'paid_status' | 'payment_in_progress'
> => ({
  paid_status: PAID[paid_status] ?? '',
  payment_in_progress: paid_status === 'i' || payment_state === 'verification',
})

/** Readings, "Paid status": the order's code → the invoice's. An invoice that is being paid was ready for it. */
const PAID: Record<string, InvoicePaid> = { r: 'r', i: 'r', p: 'p', e: 'pe' }
