/**
 * The calls of fees (A305–A308, C303, C304). Margins and surcharges are one table, and each kind has an address of its own:
 * a call there lists and adds rows of that kind unless it says otherwise, and an id is known at both.
 */
import type pg from 'pg'
import { z } from 'zod'
import { Fee, FEE_KINDS, FEE_PATHS, FeeCreate, FeePatch, type FeeKind } from '#contract/fees/schema.ts'
import type { Context } from '../platform/context.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { filtersOf } from '../platform/filters.ts'
import { jsonRow, sendRow, sendSelected } from '../platform/json.ts'
import { IdParams, numberText, paged, paging, type App, type Routes } from '../platform/routes.ts'
import { addFee, editFee, FEE_SQL, removeFee } from './commands.ts'

const MESSAGE = 'Only the office may see and change fees.'

/** The order on whose screen the fee is changed: while it is invoiced, nothing is (A208). */
const querystring = z.object({ order: numberText.optional() })
const about = (summary: string) => ({ tags: ['fees'], summary })

const one = (pool: pg.Pool, id: number) => jsonRow(pool, 'one fee', `${FEE_SQL} where f.id = $1::int`, [id])

export const feeRoutes: Routes = async (app, context) => {
  for (const kind of FEE_KINDS) {
    addFeeReadRoutes(app, context, kind)
    addFeeWriteRoutes(app, context, kind)
  }
}

function addFeeReadRoutes(app: App, context: Context, kind: FeeKind): void {
  const path = FEE_PATHS[kind]
  const onRequest = app.mayDo('fees.manage', MESSAGE)

  app.get(
    `/${path}`,
    {
      onRequest,
      schema: {
        ...about(`The ${kind}s of a location or a product, or all`),
        querystring: z.object({
          ...paging,
          company_location: numberText.optional(),
          product: z.string().max(32).optional(),
          kind: z.enum([...FEE_KINDS, 'all']).default(kind),
        }),
        response: { 200: paged(Fee) },
      },
    },
    async ({ query }, reply) =>
      sendSelected(reply, context, {
        name: 'fees',
        filters: filtersOf({
          location: ['f.company_location_id = $', query.company_location],
          product: ['f.product = $', query.product],
          kind: ['f.kind = $', query.kind !== 'all' && query.kind],
        }),
        sql: FEE_SQL,
        from: 'fee_templates f',
        order: 'f.id',
        paging: query,
      }),
  )

  app.get(
    `/${path}/:id`,
    { onRequest, schema: { ...about(`One ${kind}`), params: IdParams, response: { 200: Fee } } },
    async ({ params: { id } }, reply) => {
      return sendRow(reply, await one(context.pool, id), 'fee')
    },
  )
}

function addFeeWriteRoutes(app: App, context: Context, kind: FeeKind): void {
  const path = FEE_PATHS[kind]
  const onRequest = [app.mayDo('fees.manage', MESSAGE), app.hasProved('fees.manage')]

  app.post(
    `/${path}`,
    {
      onRequest,
      config: KEYED,
      schema: {
        ...about(`Add a ${kind}`),
        // A customer's fees screen adds its surcharges at `margintemplates` too.
        querystring: querystring.extend({ kind: z.enum(FEE_KINDS).default(kind) }),
        body: FeeCreate,
        response: { 201: Fee },
      },
    },
    async (request, reply) => {
      const { person, body, query } = request
      const keyed = keyedCall(request, reply)
      const id = await addFee(context, person, query.kind, body, { keyed, order: query.order })
      return sendRow(reply, await one(context.pool, id), 'fee', 201)
    },
  )

  app.patch(
    `/${path}/:id`,
    {
      onRequest,
      config: KEYED,
      schema: {
        ...about(`Change a ${kind}`),
        params: IdParams,
        querystring,
        body: FeePatch,
        response: { 200: Fee },
      },
    },
    async (request, reply) => {
      const { person, query, body } = request
      const { id } = request.params
      const keyed = keyedCall(request, reply)
      await editFee(context, person, id, body, { keyed, order: query.order })
      return sendRow(reply, await one(context.pool, id), 'fee')
    },
  )

  app.delete(
    `/${path}/:id`,
    {
      onRequest,
      config: KEYED,
      schema: { ...about(`Remove a ${kind}`), params: IdParams, querystring, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { person, query } = request
      const keyed = keyedCall(request, reply)
      await removeFee(context, person, request.params.id, { keyed, order: query.order })
      return reply.code(204).send(null)
    },
  )
}
