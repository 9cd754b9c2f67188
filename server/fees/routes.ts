/** The calls of fees (A305–A308, C303, C304): the same four for margins and for surcharges. */
import { z } from 'zod'
import { Fee, FEE_KINDS, FEE_PATHS, FeeCreate, FeePatch, type FeeKind } from '#contract/fees/schema.ts'
import { keyedCall } from '../orders/calls.ts'
import { jsonRow, sendJson, sendList } from '../platform/json.ts'
import { notFound } from '../platform/problem.ts'
import { numberText, paged, paging, type Routes } from '../platform/routes.ts'
import { addFee, editFee, FEE_SQL, removeFee } from './commands.ts'

const MESSAGE = 'Only the office may see and change fees.'

export const feeRoutes: Routes = async (app, context) => {
  const { pool } = context
  const onRequest = app.mayDo('fees.manage', MESSAGE)
  const params = z.object({ id: numberText })
  /** The order on whose screen the fee is changed: while it is invoiced, nothing is (A208). */
  const querystring = z.object({
    order: numberText.optional(),
    /** A customer's fees screen calls `margintemplates` for its surcharges too (C155, docs/decisions/0035). */
    kind: z.enum(FEE_KINDS).optional(),
  })

  for (const kind of FEE_KINDS) {
    const path = FEE_PATHS[kind]
    const about = (summary: string) => ({ tags: ['fees'], summary })
    const one = (id: number, of: FeeKind = kind) =>
      jsonRow(pool, 'one fee', `${FEE_SQL} where f.id = $1::int and f.kind = $2`, [id, of])

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
          }),
          response: { 200: paged(Fee) },
        },
      },
      async ({ query }, reply) => {
        const where = `where f.kind = '${kind}' and ($1::int is null or f.company_location_id = $1)
          and ($2::text is null or f.product = $2)`
        return sendList(reply, pool, {
          name: path,
          select: `${FEE_SQL} ${where} order by f.id`,
          count: `select 1 from fee_templates f ${where}`,
          values: [query.company_location ?? null, query.product ?? null],
          paging: query,
        })
      },
    )

    app.get(
      `/${path}/:id`,
      { onRequest, schema: { ...about(`One ${kind}`), params, response: { 200: Fee } } },
      async ({ params: { id } }, reply) => {
        const json = await one(id)
        if (!json) throw notFound(kind)
        return sendJson(reply, json) as never
      },
    )

    app.post(
      `/${path}`,
      {
        onRequest,
        schema: { ...about(`Add a ${kind}`), querystring, body: FeeCreate, response: { 201: Fee } },
      },
      async (request, reply) => {
        const { person, body, query } = request
        const keyed = keyedCall(request, reply)
        const id = await addFee(context, person, query.kind ?? kind, body, { keyed, order: query.order })
        return sendJson(reply, (await one(id, query.kind)) ?? '{}', 201) as never
      },
    )

    app.patch(
      `/${path}/:id`,
      {
        onRequest,
        schema: { ...about(`Change a ${kind}`), params, querystring, body: FeePatch, response: { 200: Fee } },
      },
      async (request, reply) => {
        const { person, query, body } = request
        const { id } = request.params
        const keyed = keyedCall(request, reply)
        await editFee(context, person, query.kind ?? kind, id, body, { keyed, order: query.order })
        return sendJson(reply, (await one(id, query.kind)) ?? '{}') as never
      },
    )

    app.delete(
      `/${path}/:id`,
      { onRequest, schema: { ...about(`Remove a ${kind}`), params, querystring } },
      async (request, reply) => {
        const { person, query } = request
        const keyed = keyedCall(request, reply)
        await removeFee(context, person, query.kind ?? kind, request.params.id, {
          keyed,
          order: query.order,
        })
        return reply.code(204).send()
      },
    )
  }
}
