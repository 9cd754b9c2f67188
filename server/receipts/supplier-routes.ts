/** The supplier's own invoices, and receipts made of them (C170, C315, C322, C333). */
import type pg from 'pg'
import { z } from 'zod'
import { Day } from '#contract/values.ts'
import type { Person } from '#contract/permissions.ts'
import { ConvertInvoice, LatestSync, Receipt, SupplierInvoice } from '#contract/receipts/schema.ts'
import { SUPPLIER_WAREHOUSE } from '#contract/spec.ts'
import { transaction, type Context } from '../platform/context.ts'
import { filtersOf } from '../platform/filters.ts'
import { jsonList, sendJson, sendSelected } from '../platform/json.ts'
import { KEYED, keyedCall, once, type KeyedCall } from '../platform/keyed.ts'
import { Problem } from '../platform/problem.ts'
import { paged, paging, type Routes } from '../platform/routes.ts'
import { IdRow, queryOnlyRow, queryRow } from '../platform/rows.ts'
import { RECEIPT_SQL, SUPPLIER_INVOICE_SQL } from './present.ts'
import { RECEIPTS_ONLY } from './routes.ts'

/** C322: makes a receipt for each invoice, or none at all. Returns the ids of the receipts. */
async function convert(
  { pool }: Context,
  person: Person,
  invoices: readonly ConvertInvoice[],
  keyed: KeyedCall,
): Promise<number[]> {
  return transaction(pool, async (client) => {
    const made = await once(client, person, keyed, async () => {
      const ids: number[] = []
      for (const invoice of inOneOrder(invoices)) ids.push(await convertOne(client, person, invoice))
      return ids.join(',')
    })
    return (made ?? '').split(',').map(Number)
  })
}

/** Sorts the invoices for locking: two people who convert the same ones must not wait for each other. */
const inOneOrder = (invoices: readonly ConvertInvoice[]) =>
  [...invoices].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
const keyOf = ({ purchaseDate, branch, receiptNumber }: ConvertInvoice) =>
  JSON.stringify([purchaseDate, branch, receiptNumber])

const LockedSupplierInvoice = z.object({ id: z.number(), receipt_id: z.number().nullable() })

/**
 * Converts one invoice. It has contract prices. The lines are copied, so that the receipt does not depend on the
 * invoice.
 */
async function convertOne(
  client: pg.ClientBase,
  person: Person,
  { purchaseDate, branch, receiptNumber, description }: ConvertInvoice,
): Promise<number> {
  const invoice = await queryRow(
    client,
    LockedSupplierInvoice,
    `select id, receipt_id from supplier_invoices
      where purchase_date = $1 and branch = $2 and receipt_number = $3 for no key update`,
    [purchaseDate, branch, receiptNumber],
  )
  if (!invoice) throw refused(receiptNumber, 'there is no such receipt')
  if (invoice.receipt_id !== null) throw refused(receiptNumber, 'is converted already')
  const { id } = await queryOnlyRow(
    client,
    IdRow,
    `insert into receipts (description, total, warehouse_id, pricing_type, user_uploaded, date, created_by)
       select coalesce(nullif($2, ''), i.receipt_number), i.sales, $3, 'c', false, i.purchase_date, $4
         from supplier_invoices i where i.id = $1 returning id`,
    [invoice.id, description, SUPPLIER_WAREHOUSE, person.id],
  )
  await client.query(
    `insert into receipt_lines (receipt_id, line, product, product_name, quantity, unit_type, total, price)
       select $2, line, product, product_name, quantity, unit_type, total,
              coalesce(round(total / nullif(quantity, 0), 2), 0)
         from supplier_invoice_lines where supplier_invoice_id = $1`,
    [invoice.id, id],
  )
  await client.query('update supplier_invoices set receipt_id = $2 where id = $1', [invoice.id, id])
  return id
}

const refused = (receiptNumber: string, what: string) =>
  new Problem(400, `Receipt ${receiptNumber}: ${what}. Nothing was converted.`, {
    receiptNumber: `${receiptNumber} ${what}`,
  })

export const supplierInvoiceRoutes: Routes = async (app, context) => {
  const { pool } = context
  const onRequest = app.mayDo('receipts.manage', RECEIPTS_ONLY)
  const about = (summary: string) => ({ tags: ['receipts'], summary })

  app.get(
    '/rdinvoicesummaries',
    {
      onRequest,
      schema: {
        ...about('The supplier’s invoices of some days, newest first'),
        querystring: z.object({ ...paging, start_date: Day.optional(), end_date: Day.optional() }),
        response: { 200: paged(SupplierInvoice) },
      },
    },
    async ({ query }, reply) =>
      sendSelected(reply, context, {
        name: 'supplier invoices',
        filters: filtersOf({
          from: ['i.purchase_date >= $::date', query.start_date],
          to: ['i.purchase_date <= $::date', query.end_date],
        }),
        sql: SUPPLIER_INVOICE_SQL,
        from: 'supplier_invoices i',
        order: 'i.purchase_date desc, i.branch, i.receipt_number',
        paging: query,
      }),
  )

  app.post(
    '/convertrdinvoice',
    {
      onRequest,
      config: KEYED,
      schema: {
        ...about('Make receipts of the supplier’s invoices: of all of them, or of none'),
        body: z.array(ConvertInvoice).min(1, 'must have an invoice').max(500),
        response: { 201: z.array(Receipt) },
      },
    },
    async (request, reply) => {
      const ids = await convert(context, request.person, request.body, keyedCall(request, reply))
      const json = await jsonList(
        pool,
        'converted receipts',
        `${RECEIPT_SQL} where r.id = any($1::int[]) order by r.id`,
        [ids],
      )
      return sendJson(reply, json, 201)
    },
  )

  app.get(
    '/getlatestrdsyncdate',
    {
      onRequest,
      schema: {
        ...about('When the supplier’s system last reported, and how many products'),
        response: { 200: LatestSync },
      },
    },
    () =>
      queryOnlyRow(
        pool,
        LatestSync,
        `with last as (select max(synced_at) as at from supplier_invoices)
         select last.at as latest_sync_date,
                (select count(distinct l.product)::int from supplier_invoice_lines l
                   join supplier_invoices i on i.id = l.supplier_invoice_id and i.synced_at = last.at
                  where l.product !~* '^(surcharge|surcharge void|void):')
                  as num_products_synced
           from last`,
      ),
  )
}
