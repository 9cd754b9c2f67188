/** The office's calls about order lists (C324–C331). */
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { AddedRow, ListedRow, OrderListCreate, OrderListPatch } from '#contract/order-lists/edit.ts'
import { ProductsByOrderList, WholeOrderList } from '#contract/order-lists/schema.ts'
import type { Person } from '#contract/permissions.ts'
import type { Context } from '../platform/context.ts'
import { jsonRow, sendJson } from '../platform/json.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { wrongField } from '../platform/problem.ts'
import { changing, routesOf, type App } from '../platform/routes.ts'
import { seeing } from '../platform/scope.ts'
import { addOrderList, addListedProduct, editOrderList, removeProduct } from './commands.ts'
import { PRODUCTS_BY_LIST_SQL } from './present.ts'
import { readOrderList } from './read.ts'
import { mustSeeList } from './scope.ts'

const catalogue = { tags: ['catalogue'] }

const mayWrite = (app: App) => app.mayDo('catalogue.write', 'Only the office may change order lists.')
const seesList = (pool: pg.Pool) => seeing((person, id) => mustSeeList(pool, person, id))

/** Answers with the whole list, as it is after a write. */
const sendListOf = async (reply: FastifyReply, pool: pg.Pool, person: Person, id: number, status = 200) =>
  sendJson(reply, (await readOrderList(pool, person, id)) ?? '{}', status)

export const orderListEditRoutes = routesOf(
  addOrderListWriteRoutes,
  addListedProductRoutes,
  addProductsByListRoute,
)

function addOrderListWriteRoutes(app: App, context: Context): void {
  const { pool } = context

  app.post(
    '/orderlists',
    {
      onRequest: mayWrite(app),
      config: KEYED,
      schema: {
        ...catalogue,
        summary: 'Add an order list',
        body: OrderListCreate,
        response: { 201: WholeOrderList },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      const id = await addOrderList(context, person, body, keyedCall(request, reply))
      return sendListOf(reply, pool, person, id, 201)
    },
  )

  app.patch(
    '/orderlists/:id',
    {
      onRequest: [seesList(pool), mayWrite(app)],
      config: KEYED,
      schema: changing(
        catalogue,
        'Change an order list, all of its categories at once',
        OrderListPatch,
        WholeOrderList,
      ),
    },
    async (request, reply) => {
      const { person, body } = request
      const { id } = request.params
      if (body.id !== undefined && body.id !== id) throw wrongField('id', 'is not the list of this address')
      await editOrderList(context, person, id, body, keyedCall(request, reply))
      return sendListOf(reply, pool, person, id)
    },
  )
}

function addListedProductRoutes(app: App, context: Context): void {
  const { pool } = context
  const changesRow = { onRequest: [seesList(pool), mayWrite(app)], config: KEYED }
  app.post(
    '/orderlists/:id/addproduct',
    {
      ...changesRow,
      schema: changing(catalogue, 'Put a product into a category of an order list', AddedRow, WholeOrderList),
    },
    async (request, reply) => {
      const { person, body } = request
      await addListedProduct(context, person, request.params.id, body, keyedCall(request, reply))
      return sendListOf(reply, pool, person, request.params.id)
    },
  )

  app.post(
    '/orderlists/:id/removeproduct',
    {
      ...changesRow,
      schema: changing(catalogue, 'Take a product off an order list', ListedRow, WholeOrderList),
    },
    async (request, reply) => {
      const { person, body } = request
      await removeProduct(context, person, request.params.id, body, keyedCall(request, reply))
      return sendListOf(reply, pool, person, request.params.id)
    },
  )
}

function addProductsByListRoute(app: App, { pool }: Context): void {
  app.get(
    '/productsbyorderlist',
    {
      onRequest: app.mayDo('catalogue.write', 'Only the office may see all order lists.'),
      schema: {
        ...catalogue,
        summary: 'Every product with the order lists that it is in',
        response: { 200: ProductsByOrderList },
      },
    },
    async (_request, reply) =>
      sendJson(reply, (await jsonRow(pool, 'products by order list', PRODUCTS_BY_LIST_SQL, [])) ?? '{}'),
  )
}
