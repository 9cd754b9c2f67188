/** How an invoice leaves the house: as a CSV file, as lines for QuickBooks, by mail. */
import multipart from '@fastify/multipart'
import type pg from 'pg'
import { z } from 'zod'
import { ChangedExport } from '#contract/invoices/quickbooks.ts'
import { MailRow } from '#contract/mails/schema.ts'
import { Day } from '#contract/values.ts'
import type { Context } from '../platform/context.ts'
import { seenVersion, VERSIONED } from '../platform/if-match.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { mustSeeOrders, seeing } from '../platform/scope.ts'
import { IdParams, type App, type Routes } from '../platform/routes.ts'
import { actorOf, recordEvent } from '../platform/security-events.ts'
import { INVOICE_MAIL_FORM, LARGEST_PDF_BYTES, mailInvoice, readInvoiceMail } from './email.ts'
import { invoiceCsv } from './export.ts'
import { readStoredInvoice } from './present.ts'
import { listChangedExports } from './exported-total.ts'
import { exportForQuickbooks } from './quickbooks.ts'

const about = (summary: string) => ({ tags: ['invoices'], summary })

const seesOrder = (pool: pg.Pool) => seeing((person, id) => mustSeeOrders(pool, person, [id]))

export const exportRoutes: Routes = async (app, context) => {
  await app.register(multipart, {
    limits: { fileSize: LARGEST_PDF_BYTES, files: 1, fields: 20, fieldSize: 20_000, parts: 21 },
  })
  addExportRoutes(app, context)
  addInvoiceMailRoute(app, context)
}

function addExportRoutes(app: App, context: Context): void {
  const { pool } = context

  app.get(
    '/orders/:id/invoice/downloadexport',
    {
      config: { answersFile: 'text/csv' },
      schema: { ...about('The invoice as a CSV file'), params: IdParams },
    },
    async (request, reply) => {
      const { id } = request.params
      const csv = invoiceCsv(await readStoredInvoice(pool, request.person, id))
      await recordEvent(pool, actorOf(request), { kind: 'export', about: `invoice ${id}`, details: 'CSV' })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="invoice-${id}.csv"`)
        .send(csv)
    },
  )

  app.get(
    '/changedexports',
    {
      schema: {
        ...about('The invoices of these days whose totals differ from their exports for QuickBooks'),
        querystring: z.object({ start_date: Day, end_date: Day }),
        response: { 200: ChangedExport.array() },
      },
    },
    ({ person, query }) => listChangedExports(pool, person, { start: query.start_date, end: query.end_date }),
  )

  app.post(
    '/orders/:id/invoice/quickbooks',
    {
      onRequest: [
        seesOrder(pool),
        app.mayDo('orders.invoice', 'Only the office may export invoices for QuickBooks.'),
      ],
      config: KEYED,
      schema: {
        ...about(
          'The invoice as lines for QuickBooks Online; 409 `exported_before` asks for `again`, 409 `exported_changed` for `again` or `difference`',
        ),
        params: IdParams,
        body: z.object({ again: z.boolean().optional(), difference: z.boolean().optional() }).nullish(),
        response: { 200: z.object({ header: z.string(), lines: z.string() }) },
      },
    },
    (request, reply) =>
      exportForQuickbooks(
        context,
        request.person,
        request.params.id,
        request.body?.again ? 'whole' : request.body?.difference ? 'difference' : null,
        keyedCall(request, reply),
      ),
  )
}

function addInvoiceMailRoute(app: App, context: Context): void {
  app.post(
    '/orders/:id/invoice/email',
    {
      // Before its body is read, which is a form.
      onRequest: [
        seesOrder(context.pool),
        app.mayDo('orders.invoice', 'Only the office may mail an invoice.'),
      ],
      bodyLimit: LARGEST_PDF_BYTES + 1024 * 1024,
      config: { ...KEYED, ...VERSIONED, takesForm: INVOICE_MAIL_FORM },
      schema: {
        ...about('Put its PDF into the outbox'),
        params: IdParams,
        response: { 202: MailRow },
      },
    },
    async (request, reply) => {
      const {
        person,
        params: { id },
      } = request
      const keyed = keyedCall(request, reply)
      const of = { order: id, seen: seenVersion(request) }
      const mail = await mailInvoice(context, person, of, await readInvoiceMail(request), keyed)
      // It is in the outbox: its outcome shows there, and on the invoice.
      return reply.code(202).send(mail)
    },
  )
}
