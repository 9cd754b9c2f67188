/** The calls of B §7 about invoices; paying them has a file of its own. */
import multipart from '@fastify/multipart'
import { z } from 'zod'
import {
  CreditAnswer,
  CreditBody,
  GivenCredit,
  Invoice,
  InvoiceFees,
  InvoiceHistoryLine,
  ItemOverrides,
} from '#contract/invoices/schema.ts'
import { ChangedExport } from '#contract/invoices/quickbooks.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import { MailRow } from '#contract/mails/schema.ts'
import { addDays } from '#contract/day.ts'
import { Day } from '#contract/values.ts'
import { presentOrder } from '../orders/present.ts'
import { DEFAULT_LIMIT, sendJson } from '../platform/json.ts'
import { seenVersion, VERSIONED } from '../platform/if-match.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { sendLongList } from '../platform/long-list.ts'
import { Problem } from '../platform/problem.ts'
import { mustSeeOrders, seeing } from '../platform/scope.ts'
import { numberText, paged, paging, type Routes } from '../platform/routes.ts'
import { actorOf, recordEvent } from '../platform/security-events.ts'
import { changeFees, creditInvoice, generateInvoice, overridePrices } from './commands.ts'
import { INVOICE_MAIL_FORM, LARGEST_PDF, mailInvoice, readInvoiceMail } from './email.ts'
import { invoiceCsv } from './export.ts'
import { readHistory } from './history.ts'
import { countInvoices, listInvoices, longListOfInvoices, readInvoice, readRevision } from './present.ts'
import { listChangedExports } from './exported-total.ts'
import { exportForQuickbooks } from './quickbooks.ts'
import { readCredits, reverseCredit } from './reverse-credit.ts'

const params = z.object({ id: numberText })

/** Invoices are asked for whole by day (B236, C339). */
const MOST_DAYS = 31
/** An invoice is some 10 kB: more of them are sent in parts. */
const MOST_AT_ONCE = 500

const tooManyDays = () =>
  new Problem(
    400,
    `All invoices at once are those of ${MOST_DAYS} days at most. Please name both days, or ask for pages.`,
    { code: 'too_many_days' },
  )

const about = (summary: string) => ({ tags: ['invoices'], summary })

export const invoiceRoutes: Routes = async (app, context) => {
  const { pool } = context
  const seesOrder = seeing((person, id) => mustSeeOrders(pool, person, [id]))
  await app.register(multipart, {
    limits: { fileSize: LARGEST_PDF, files: 1, fields: 20, fieldSize: 20_000, parts: 21 },
  })

  app.get(
    '/invoices',
    {
      schema: {
        ...about('The invoices of the orders that are delivered on these days, whole'),
        querystring: z.object({ ...paging, start_date: Day.optional(), end_date: Day.optional() }),
        response: { 200: paged(Invoice) },
      },
    },
    async ({ person, query }, reply) => {
      const { start_date: start = null, end_date: end = null, limit = DEFAULT_LIMIT, offset = 0 } = query
      const wanted = { start, end }
      // The schema documents it and tests check it: to check a year's invoices again here takes a second.
      const send = (answer: object) => sendJson(reply, JSON.stringify(answer)) as never
      if (query.no_page) {
        if (!start || !end || end > addDays(start, MOST_DAYS - 1)) throw tooManyDays()
        if ((await countInvoices(pool, person, wanted)) > MOST_AT_ONCE)
          return sendLongList(reply, context, longListOfInvoices(person, wanted)) as never
        return send(await listInvoices(pool, person, wanted))
      }
      const [count, results] = await Promise.all([
        countInvoices(pool, person, wanted),
        listInvoices(pool, person, wanted, { limit, offset }),
      ])
      return send({ count, results })
    },
  )

  app.post(
    '/orders/:id/generateinvoice',
    {
      config: KEYED,
      schema: {
        ...about('Invoice an order, which locks it'),
        params,
        body: z
          .object({
            force_regenerate: z.boolean(),
            /** The order's edits that a device still holds are not waited for. */
            confirm_unsent: z.boolean(),
            confirm_kept: z.boolean(),
            /** Picked pieces that nobody has weighed are billed at the average weight, which is recorded. */
            confirm_average: z.boolean(),
            /** Lines that come to 0.00 are billed so. */
            confirm_zero: z.boolean(),
            /** The invoice has no line: nothing was delivered. */
            confirm_nothing: z.boolean(),
            /** What is done about credits that their lines do not cover any more (409 `credit_exceeds_line`). */
            credits: z.array(CreditAnswer).max(5_000),
          })
          .partial()
          .nullish(),
        response: { 200: OrderRow },
      },
    },
    async (request, reply) => {
      const {
        person,
        params: { id },
        body,
      } = request
      const { force_regenerate = false, ...confirmed } = body ?? {}
      const keyed = keyedCall(request, reply)
      await generateInvoice(context, person, id, force_regenerate, confirmed, keyed)
      return sendJson(reply, (await presentOrder(context, id)) ?? '{}') as never
    },
  )

  app.get(
    '/orders/:id/invoice',
    {
      schema: { ...about('The invoice of an order'), params, response: { 200: Invoice } },
    },
    ({ person, params: { id } }) => readInvoice(pool, person, id),
  )

  app.patch(
    '/orders/:id/invoice',
    {
      config: VERSIONED,
      schema: { ...about('Change its fees'), params, body: InvoiceFees, response: { 200: Invoice } },
    },
    async (request) => {
      const {
        person,
        params: { id },
        body,
      } = request
      await changeFees(context, person, { id, seen: seenVersion(request) }, body)
      return readInvoice(pool, person, id)
    },
  )

  app.post(
    '/orders/:id/invoice/itemoverride',
    {
      config: VERSIONED,
      schema: {
        ...about('Set prices over its own; null takes one away'),
        params,
        body: ItemOverrides,
        response: { 200: Invoice },
      },
    },
    async (request) => {
      const {
        person,
        params: { id },
        body,
      } = request
      await overridePrices(context, person, { id, seen: seenVersion(request) }, body)
      return readInvoice(pool, person, id)
    },
  )

  app.post(
    '/orders/:id/invoice/credit',
    {
      config: KEYED,
      schema: {
        ...about(
          'Credit an item of it, or something else, with a reason; where it is paid, towards the next',
        ),
        params,
        body: CreditBody,
        response: { 200: Invoice },
      },
    },
    async (request, reply) => {
      const {
        person,
        params: { id },
        body,
      } = request
      await creditInvoice(context, person, id, body, keyedCall(request, reply))
      return readInvoice(pool, person, id)
    },
  )

  app.get(
    '/orders/:id/invoice/credits',
    {
      schema: {
        ...about('Every credit that was given for it or stands on it, and what became of each'),
        params,
        response: { 200: z.array(GivenCredit) },
      },
    },
    ({ person, params: { id } }) => readCredits(pool, person, id),
  )

  app.post(
    '/orders/:id/invoice/credits/:credit/reverse',
    {
      config: KEYED,
      schema: {
        ...about('Take back a credit that no settled invoice has used: it counts nowhere any more'),
        params: params.extend({ credit: numberText }),
        response: { 200: Invoice, 204: z.null().describe('The order has no invoice.') },
      },
    },
    async (request, reply) => {
      const { person, params } = request
      const which = { order: params.id, credit: params.credit }
      await reverseCredit(context, person, which, keyedCall(request, reply))
      return readInvoice(pool, person, params.id).catch((error: unknown) => {
        // Of an order that is unlocked a waiting credit is taken back without an invoice.
        if (error instanceof Problem && error.status === 404) return reply.code(204).send(null)
        throw error
      })
    },
  )

  app.get(
    '/orders/:id/invoice/history',
    {
      schema: {
        ...about('What was done to the invoices of an order, newest first; also of one that is unlocked'),
        params,
        response: { 200: z.array(InvoiceHistoryLine) },
      },
    },
    ({ person, params: { id } }) => readHistory(pool, person, id),
  )

  app.get(
    '/orders/:id/invoice/revisions/:revision',
    {
      schema: {
        ...about('An invoice as it was issued, by the number that its history says'),
        params: params.extend({ revision: numberText }),
        response: { 200: Invoice },
      },
    },
    ({ person, params: { id, revision } }) => readRevision(pool, person, id, revision),
  )

  app.get(
    '/orders/:id/invoice/downloadexport',
    { config: { answersFile: 'text/csv' }, schema: { ...about('The invoice as a CSV file'), params } },
    async (request, reply) => {
      const { id } = request.params
      const csv = invoiceCsv(await readInvoice(pool, request.person, id))
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
        ...about('The invoices of these days that come to something else than QuickBooks was told'),
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
        seesOrder,
        app.mayDo('orders.invoice', 'Only the office may export invoices for QuickBooks.'),
      ],
      config: KEYED,
      schema: {
        ...about(
          'The invoice as lines for QuickBooks Online; 409 `exported_before` asks for `again`, 409 `exported_changed` for `again` or `difference`',
        ),
        params,
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

  app.post(
    '/orders/:id/invoice/email',
    {
      // Before its body is read, which is a form.
      onRequest: [seesOrder, app.mayDo('orders.invoice', 'Only the office may mail an invoice.')],
      bodyLimit: LARGEST_PDF + 1024 * 1024,
      config: { ...KEYED, ...VERSIONED, takesForm: INVOICE_MAIL_FORM },
      schema: {
        ...about('Put its PDF into the outbox'),
        params,
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
      // It is in the outbox: what becomes of it shows there, and on the invoice.
      return reply.code(202).send(mail)
    },
  )
}
