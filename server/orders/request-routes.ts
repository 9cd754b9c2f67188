/** The calls about what customers ask of an order. */
import { z } from 'zod'
import { OrderRequest, OrderRequestAnswer, OrderRequestCreate } from '#contract/orders/requests.ts'
import { Id } from '#contract/values.ts'
import { filtersOf } from '../platform/filters.ts'
import { jsonRow, sendJson, sendList } from '../platform/json.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { flag, IdParams, numberText, paged, paging, type Routes } from '../platform/routes.ts'
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
    async ({ person, query }, reply) => {
      const { where, nameOf, values } = filtersOf({
        company: ['r.company_id = $', companyOf(person)],
        order: ['r.order_id = $', query.order],
        open: ['r.answer is null', query.open],
      })
      return sendList(reply, context, {
        name: nameOf('order requests'),
        select: `${REQUEST_SQL}${where} order by r.id${query.open ? '' : ' desc'}`,
        count: `select from order_requests r${where}`,
        values,
        paging: query,
      })
    },
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
      schema: {
        ...order,
        summary: 'Answer what a customer asks of an order',
        params: IdParams,
        body: OrderRequestAnswer,
        response: { 200: OrderRequest },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await answerRequest(context, request.person, id, request.body, keyedCall(request, reply))
      return sendJson(reply, await readRequest(id))
    },
  )
}
