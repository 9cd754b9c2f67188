/** The calls about what customers ask of an order. */
import { z } from 'zod'
import { OrderRequest, OrderRequestAnswer, OrderRequestCreate } from '#contract/orders/requests.ts'
import { Id } from '#contract/values.ts'
import { filtersOf } from '../platform/filters.ts'
import { jsonRow, sendJson, sendSelected } from '../platform/json.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { changing, flag, numberText, paged, paging, type Routes } from '../platform/routes.ts'
import { companyOf } from '../platform/scope.ts'
import { answerRequest, askForChange, REQUEST_SQL } from './requests.ts'

const order = { tags: ['orders'] }

export const orderRequestRoutes: Routes = async (app, context) => {
  const { pool } = context
  const readRequest = async (id: number) =>
    (await jsonRow(pool, 'order request', `${REQUEST_SQL} where r.id = $1`, [id])) ?? '{}'

  app.get(
    '/orderrequests',
    {
      schema: {
        ...order,
        summary:
          'What customers ask the office to change or cancel: those without an answer oldest first, else newest first',
        querystring: z.object({ ...paging, order: numberText.pipe(Id).optional(), open: flag.optional() }),
        response: { 200: paged(OrderRequest) },
      },
    },
    async ({ person, query }, reply) =>
      sendSelected(reply, context, {
        name: 'order requests',
        filters: filtersOf({
          company: ['r.company_id = $', companyOf(person)],
          order: ['r.order_id = $', query.order],
          open: ['r.answer is null', query.open],
        }),
        sql: REQUEST_SQL,
        from: 'order_requests r',
        order: query.open ? 'r.id' : 'r.id desc',
        paging: query,
      }),
  )

  app.post(
    '/orderrequests',
    {
      config: KEYED,
      schema: {
        ...order,
        summary: 'Ask the office to change or cancel an order, until its cut-off',
        body: OrderRequestCreate,
        response: { 201: OrderRequest },
      },
    },
    async (request, reply) => {
      const id = await askForChange(context, request.person, request.body, keyedCall(request, reply))
      return sendJson(reply, await readRequest(id), 201)
    },
  )

  app.post(
    '/orderrequests/:id/answer',
    {
      onRequest: app.mayDo('orders.answer', 'Only the office may answer a request.'),
      config: KEYED,
      schema: changing(order, 'Answer what a customer asks of an order', OrderRequestAnswer, OrderRequest),
    },
    async (request, reply) => {
      const { id } = request.params
      await answerRequest(context, request.person, id, request.body, keyedCall(request, reply))
      return sendJson(reply, await readRequest(id))
    },
  )
}
