/** The calls of receipts and their lines, and their comparison with orders (C §7). */
import { z } from 'zod'
import {
  DifferenceRequest,
  DifferenceResult,
  PRICING_TYPES,
  Receipt,
  ReceiptCreate,
  ReceiptLine,
  ReceiptLineCreate,
  ReceiptLinesAnswer,
} from '#contract/receipts/schema.ts'
import type { Context } from '../platform/context.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { filtersOf } from '../platform/filters.ts'
import { jsonRow, sendDone, sendList, sendRow, sendSelected } from '../platform/json.ts'
import {
  describedBy,
  flag,
  IdParams,
  numberText,
  paged,
  paging,
  routesOf,
  type App,
} from '../platform/routes.ts'
import { addLines, addReceipt, removeReceipt } from './commands.ts'
import { differences } from './difference.ts'
import { lineSql, lineWithProductSql, RECEIPT_SQL } from './present.ts'

/** A receipt of a few thousand lines in one call. */
const LINES_BODY_BYTES = 8 * 1024 * 1024
const LINES_A_CALL = 20_000
export const RECEIPTS_ONLY = 'Only the office may see and change receipts.'

const about = (summary: string) => ({ tags: ['receipts'], summary })

export const receiptRoutes = routesOf(addReceiptRoutes, addReceiptLineRoutes, addDifferenceRoute)

function addReceiptRoutes(app: App, context: Context): void {
  const onRequest = app.mayDo('receipts.manage', RECEIPTS_ONLY)

  app.get(
    '/receipts',
    {
      onRequest,
      schema: {
        ...about('Receipts, newest first'),
        querystring: z.object({ ...paging, pricing_type: z.enum(PRICING_TYPES).optional() }),
        response: { 200: paged(Receipt) },
      },
    },
    async ({ query }, reply) =>
      sendSelected(reply, context, {
        name: 'receipts',
        filters: filtersOf({ type: ['r.pricing_type = $', query.pricing_type?.charAt(0)] }),
        sql: RECEIPT_SQL,
        from: 'receipts r',
        order: 'r.date desc, r.id desc',
        paging: query,
      }),
  )

  app.post(
    '/receipts',
    {
      onRequest,
      config: KEYED,
      schema: { ...about('Add a receipt'), body: ReceiptCreate, response: { 201: Receipt } },
    },
    async (request, reply) => {
      const id = await addReceipt(context, request.person, request.body, keyedCall(request, reply))
      // Made under this key before, and deleted since.
      return sendRow(
        reply,
        await jsonRow(context.pool, 'one receipt', `${RECEIPT_SQL} where r.id = $1::int`, [id]),
        'receipt',
        201,
      )
    },
  )

  app.delete(
    '/receipts/:id',
    {
      onRequest,
      schema: {
        ...about('Delete a receipt with its lines'),
        params: IdParams,
        response: { 204: z.null() },
      },
    },
    async ({ params }, reply) => sendDone(reply, removeReceipt(context, params.id)),
  )
}

function addReceiptLineRoutes(app: App, context: Context): void {
  const onRequest = app.mayDo('receipts.manage', RECEIPTS_ONLY)

  app.get(
    '/receiptlines',
    {
      onRequest,
      schema: {
        ...about('The lines of a receipt'),
        querystring: z.object({ ...paging, receipt: numberText.optional(), product_info: flag.optional() }),
        response: { 200: paged(ReceiptLine) },
      },
    },
    async ({ query }, reply) => {
      const { where, nameOf, values } = filtersOf({ receipt: ['l.receipt_id = $', query.receipt] })
      const select = query.product_info ? lineWithProductSql(where) : lineSql(where)
      return sendList(reply, context, {
        name: nameOf(`receipt lines${query.product_info ? ' with products' : ''}`),
        select,
        count: `select 1 from receipt_lines l ${where}`,
        values,
        paging: query,
      })
    },
  )

  app.post(
    '/receiptlines',
    {
      onRequest,
      bodyLimit: LINES_BODY_BYTES,
      config: KEYED,
      schema: {
        ...about('Add lines to receipts: those that can be stored are, the others are named'),
        body: z.array(describedBy(ReceiptLineCreate)).min(1, 'must have a line').max(LINES_A_CALL),
        response: { 201: ReceiptLinesAnswer },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      const { saved, failed } = await addLines(context, person, body, keyedCall(request, reply))
      if (failed.length === 0) return reply.code(201).send({ saved })
      // If nothing is stored it is a refusal, with the same body.
      return reply.code((saved > 0 ? 201 : 400) as 201).send({
        saved,
        message: `${failed.length} of ${body.length} lines were not stored.`,
        message_detail: failed.map(({ row, message }) => ({ ...asObject(row), message })),
      })
    },
  )
}

function addDifferenceRoute(app: App, context: Context): void {
  app.post(
    '/receiptdifferenceresult',
    {
      onRequest: app.mayDo('receipts.manage', RECEIPTS_ONLY),
      schema: {
        ...about('Orders compared with receipts'),
        body: DifferenceRequest,
        response: { 200: DifferenceResult },
      },
    },
    async ({ person, body }) => ({ difference_groups: await differences(context, person, body) }),
  )
}

const asObject = (row: unknown): object => (typeof row === 'object' && row !== null ? row : { row })
