/** The calls of B §7 about invoices. Credits, exports and payments have their own files. */
import { z } from 'zod'
import {
  CreditAnswer,
  Invoice,
  InvoiceFees,
  InvoiceHistoryLine,
  ItemOverrides,
} from '#contract/invoices/schema.ts'
import { OrderRow } from '#contract/orders/schema.ts'
import { addDays } from '#contract/day.ts'
import { Day } from '#contract/values.ts'
import { presentOrder } from '../orders/present.ts'
import type { Context } from '../platform/context.ts'
import { DEFAULT_PAGE_ROWS, sendJson, sendRow } from '../platform/json.ts'
import { seenVersion, VERSIONED } from '../platform/if-match.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { sendLongList } from '../platform/long-list.ts'
import { Problem } from '../platform/problem.ts'
import { IdParams, numberText, paged, paging, routesOf, type App } from '../platform/routes.ts'
import { changeFees, generateInvoice, overridePrices } from './commands.ts'
import { readHistory } from './history.ts'
import {
  countInvoices,
  listInvoices,
  longListOfInvoices,
  readStoredInvoice,
  readRevision,
} from './present.ts'

/** The most days for which whole invoices are returned at once (B236, C339). */
const MOST_DAYS = 31
/** An invoice is some 10 kB: more than this many are sent in parts. */
const MOST_INVOICES_AT_ONCE = 500

const tooManyDays = () =>
  new Problem(
    400,
    `All invoices at once are those of ${MOST_DAYS} days at most. Please name both days, or ask for pages.`,
    { code: 'too_many_days' },
  )

/** What the office confirms when it invoices an order. */
const InvoiceMaking = z
  .object({
    force_regenerate: z.boolean(),
    /** The invoice does not wait for edits of the order that a device still holds. */
    confirm_unsent: z.boolean(),
    confirm_kept: z.boolean(),
    /** Picked pieces without a weight are billed at the average weight, which is recorded. */
    confirm_average: z.boolean(),
    /** Lines that come to 0.00 are billed at 0.00. */
    confirm_zero: z.boolean(),
    /** The invoice has no line: nothing was delivered. */
    confirm_nothing: z.boolean(),
    /** The answers about credits that their lines no longer cover (409 `credit_exceeds_line`). */
    credits: z.array(CreditAnswer).max(5_000),
  })
  .partial()
  .nullish()

const about = (summary: string) => ({ tags: ['invoices'], summary })

export const invoiceRoutes = routesOf(addInvoiceListRoute, addInvoiceOfOrderRoutes, addInvoiceHistoryRoutes)

function addInvoiceListRoute(app: App, context: Context): void {
  const { pool } = context

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
      const { start_date: start = null, end_date: end = null, limit = DEFAULT_PAGE_ROWS, offset = 0 } = query
      const wanted = { start, end }
      // The schema documents the answer and tests check it. Checking a year's invoices here takes a second.
      const send = (answer: object) => sendJson(reply, JSON.stringify(answer))
      if (query.no_page) {
        if (!start || !end || end > addDays(start, MOST_DAYS - 1)) throw tooManyDays()
        if ((await countInvoices(pool, person, wanted)) > MOST_INVOICES_AT_ONCE)
          return sendLongList(reply, context, longListOfInvoices(person, wanted))
        return send(await listInvoices(pool, person, wanted))
      }
      const [count, results] = await Promise.all([
        countInvoices(pool, person, wanted),
        listInvoices(pool, person, wanted, { limit, offset }),
      ])
      return send({ count, results })
    },
  )
}

function addInvoiceOfOrderRoutes(app: App, context: Context): void {
  const { pool } = context

  app.post(
    '/orders/:id/generateinvoice',
    {
      config: KEYED,
      schema: {
        ...about('Invoice an order, which locks it'),
        params: IdParams,
        body: InvoiceMaking,
        response: { 200: OrderRow },
      },
    },
    async (request, reply) => {
      const { person, params, body } = request
      const { force_regenerate = false, ...confirmed } = body ?? {}
      const keyed = keyedCall(request, reply)
      await generateInvoice(context, person, params.id, force_regenerate, confirmed, keyed)
      return sendRow(reply, await presentOrder(context, params.id), 'order')
    },
  )

  app.get(
    '/orders/:id/invoice',
    {
      schema: { ...about('The invoice of an order'), params: IdParams, response: { 200: Invoice } },
    },
    ({ person, params: { id } }) => readStoredInvoice(pool, person, id),
  )

  app.patch(
    '/orders/:id/invoice',
    {
      config: VERSIONED,
      schema: {
        ...about('Change its fees'),
        params: IdParams,
        body: InvoiceFees,
        response: { 200: Invoice },
      },
    },
    async (request) => {
      const { person, params, body } = request
      await changeFees(context, person, { id: params.id, seen: seenVersion(request) }, body)
      return readStoredInvoice(pool, person, params.id)
    },
  )

  app.post(
    '/orders/:id/invoice/itemoverride',
    {
      config: VERSIONED,
      schema: {
        ...about('Set prices over its own; null takes one away'),
        params: IdParams,
        body: ItemOverrides,
        response: { 200: Invoice },
      },
    },
    async (request) => {
      const { person, params, body } = request
      await overridePrices(context, person, { id: params.id, seen: seenVersion(request) }, body)
      return readStoredInvoice(pool, person, params.id)
    },
  )
}

function addInvoiceHistoryRoutes(app: App, { pool }: Context): void {
  app.get(
    '/orders/:id/invoice/history',
    {
      schema: {
        ...about('What was done to the invoices of an order, newest first; also of one that is unlocked'),
        params: IdParams,
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
        params: IdParams.extend({ revision: numberText }),
        response: { 200: Invoice },
      },
    },
    ({ person, params: { id, revision } }) => readRevision(pool, person, id, revision),
  )
}
