/** Order lists and their prices (A300–A302, C324–C331). */
import { z } from 'zod'
import { AddedRow, ListedRow, OrderListCreate, OrderListPatch } from '#contract/order-lists/edit.ts'
import {
  OrderList,
  OrderListPrice,
  ProductsByOrderList,
  PublicOrderList,
  WholeOrderList,
} from '#contract/order-lists/schema.ts'
import type { Priced } from '#contract/fees/margins.ts'
import { can, type Person } from '#contract/permissions.ts'
import { pricedAt } from '../fees/margins.ts'
import { KEYED, keyedCall } from '../platform/keyed.ts'
import { companyOf, orderingLocations, seeing } from '../platform/scope.ts'
import { jsonRow, pageOf, sendJson, sendList } from '../platform/json.ts'
import { notFound, wrongField } from '../platform/problem.ts'
import { flag, numberText, paged, paging, type Routes } from '../platform/routes.ts'
import { addOrderList, addProduct, editOrderList, removeProduct } from './commands.ts'
import { categoriesSql, listSql, PRICE_SQL, PRODUCTS_BY_LIST_SQL, ROW } from './present.ts'
import { IN_ORDER, IS_OPEN, listSeen as seen, mustSeeList } from './scope.ts'

const catalogue = { tags: ['catalogue'] }

/** For somebody who orders: what is sold. */
const PLAIN_SQL = listSql(categoriesSql(ROW.plain, 'p.active'))
/** As the office keeps it: with what is not sold any more. */
const KEPT_SQL = listSql(categoriesSql(ROW.whole), 'l.is_public,')
const OPEN_SQL = listSql(categoriesSql(ROW.open, 'p.active'))
/** One list; $2 and $3 are the company and the locations that the caller is limited to, null for none. */
const WHOLE_SQL = `${listSql(categoriesSql(ROW.whole, 'p.active or $2::int is null'), 'l.is_public,')} where l.id = $1::int and ${seen('$2', '$3')}`

export const orderListRoutes: Routes = async (app, context) => {
  const { pool } = context

  app.get(
    '/orderlists',
    {
      // A301: the public lists need no token.
      onRequest: async (request) => {
        const asked = (request.query as { public?: unknown }).public
        if (!flag.safeParse(asked).data) await app.signedIn(request)
      },
      schema: {
        ...catalogue,
        summary: 'Order lists with their categories; the public ones for anybody',
        security: [{}, { token: [] }],
        querystring: z.object({
          ...paging,
          visible: flag.optional(),
          public: flag.optional(),
          company_id: numberText.optional(),
          company_location_id: numberText.optional(),
        }),
        response: { 200: z.union([paged(OrderList), paged(PublicOrderList), paged(WholeOrderList)]) },
      },
    },
    async ({ person, query }, reply) => {
      const where = query.public
        ? `where ${IS_OPEN} and ($1::int is null or true)
             and ($2::int is null or cl.company_id = $2) and ($3::int is null or l.company_location_id = $3)
             and ($4::boolean is null or l.visible = $4) and ($5::int[] is null or true)`
        : `where ${seen('$1', '$5')}
             and ($2::int is null or cl.company_id = $2) and ($3::int is null or l.company_location_id = $3)
             and ($4::boolean is null or l.visible = $4)`
      const [name, select] = query.public
        ? ['public order lists', OPEN_SQL]
        : // C330: the office asks for a company's lists to keep them, and for the visible ones to order from them.
          query.visible === undefined && can(person, 'catalogue.write')
          ? ['kept order lists', KEPT_SQL]
          : ['order lists', PLAIN_SQL]
      return sendList(reply, context, {
        name,
        select: `${select} ${where} order by ${IN_ORDER}`,
        count: `select 1 from order_lists l left join company_locations cl on cl.id = l.company_location_id ${where}`,
        values: [
          query.public ? null : companyOf(person),
          query.company_id ?? null,
          query.company_location_id ?? null,
          query.visible ?? null,
          query.public ? null : await orderingLocations(pool, person),
        ],
        paging: query,
      })
    },
  )

  app.get(
    '/orderlistprices',
    {
      schema: {
        ...catalogue,
        summary: 'The prices of an order list’s products',
        querystring: z.object({
          ...paging,
          order_list: numberText,
          /** Another location of the list's company that the goods go to. */
          company_location: numberText.optional(),
        }),
        response: { 200: paged(OrderListPrice) },
      },
    },
    async ({ person, query }) => {
      const { rows: found } = await pool.query<{ location: number | null }>(
        // Anybody may open a public list; its prices are those of the company that it belongs to.
        `select coalesce((select other.id from company_locations other where other.id = $3::int and other.company_id = cl.company_id
                            and ($4::int[] is null or other.id = any($4))),
                         case when $3::int is null then l.company_location_id end) as location
           from order_lists l left join company_locations cl on cl.id = l.company_location_id
          where l.id = $1::int and ${seen('$2', '$4')} and ($2::int is null or cl.company_id = $2)
            and ($4::int[] is null or cl.id = any($4))`,
        [
          query.order_list,
          companyOf(person),
          query.company_location ?? null,
          await orderingLocations(pool, person),
        ],
      )
      if (!found[0]) throw notFound('order list')
      const { location } = found[0]
      if (location === null && query.company_location !== undefined)
        throw wrongField('company_location', 'is not a location of this list’s company')
      const { rows } = await pool.query<Priced>({
        name: 'order list prices',
        text: `${PRICE_SQL} where r.order_list_id = $1::int and p.active order by r.position`,
        values: [query.order_list],
      })
      return pageOf(await pricedAt(pool, rows, location), query)
    },
  )

  const one = async (person: Person, id: number) =>
    jsonRow(pool, 'order list', WHOLE_SQL, [id, companyOf(person), await orderingLocations(pool, person)])
  const params = z.object({ id: numberText })

  app.get(
    '/orderlists/:id',
    {
      schema: {
        ...catalogue,
        summary: 'One order list, its rows with their products',
        params,
        response: { 200: WholeOrderList },
      },
    },
    async ({ person, params: { id } }, reply) => {
      const json = await one(person, id)
      if (!json) throw notFound('order list')
      return sendJson(reply, json) as never
    },
  )

  const seesList = seeing((person, id) => mustSeeList(pool, person, id))
  const mayWrite = app.mayDo('catalogue.write', 'Only the office may change order lists.')

  app.post(
    '/orderlists',
    {
      onRequest: mayWrite,
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
      return sendJson(reply, (await one(person, id)) ?? '{}', 201) as never
    },
  )

  app.patch(
    '/orderlists/:id',
    {
      onRequest: [seesList, mayWrite],
      config: KEYED,
      schema: {
        ...catalogue,
        summary: 'Change an order list, all of its categories at once',
        params,
        body: OrderListPatch,
        response: { 200: WholeOrderList },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      const { id } = request.params
      if (body.id !== undefined && body.id !== id) throw wrongField('id', 'is not the list of this address')
      await editOrderList(context, person, id, body, keyedCall(request, reply))
      return sendJson(reply, (await one(person, id)) ?? '{}') as never
    },
  )

  const changesRow = { onRequest: [seesList, mayWrite], config: KEYED }
  app.post(
    '/orderlists/:id/addproduct',
    {
      ...changesRow,
      schema: {
        ...catalogue,
        summary: 'Put a product into a category of an order list',
        params,
        body: AddedRow,
        response: { 200: WholeOrderList },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      await addProduct(context, person, request.params.id, body, keyedCall(request, reply))
      return sendJson(reply, (await one(person, request.params.id)) ?? '{}') as never
    },
  )

  app.post(
    '/orderlists/:id/removeproduct',
    {
      ...changesRow,
      schema: {
        ...catalogue,
        summary: 'Take a product off an order list',
        params,
        body: ListedRow,
        response: { 200: WholeOrderList },
      },
    },
    async (request, reply) => {
      const { person, body } = request
      await removeProduct(context, person, request.params.id, body, keyedCall(request, reply))
      return sendJson(reply, (await one(person, request.params.id)) ?? '{}') as never
    },
  )

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
      sendJson(
        reply,
        (await jsonRow(pool, 'products by order list', PRODUCTS_BY_LIST_SQL, [])) ?? '{}',
      ) as never,
  )
}
