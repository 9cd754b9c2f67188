/** Order lists and their prices (A300–A302, C324–C331). */
import type pg from 'pg'
import { z } from 'zod'
import { OrderList, OrderListPrice, PublicOrderList, WholeOrderList } from '#contract/order-lists/schema.ts'
import { can, type Person } from '#contract/permissions.ts'
import { Product } from '#contract/products/schema.ts'
import { pricedAt } from '../fees/margins.ts'
import type { Context } from '../platform/context.ts'
import { companyOf, orderingLocations, ofCompany } from '../platform/scope.ts'
import { pageOfRows, sendList, sendRow } from '../platform/json.ts'
import { notFound, wrongField } from '../platform/problem.ts'
import { flag, IdParams, numberText, paged, paging, routesOf, type App } from '../platform/routes.ts'
import { queryRow, queryRows } from '../platform/rows.ts'
import { categoriesSql, listSql, PRICE_SQL, LIST_ROW_SQL } from './present.ts'
import { readOrderList } from './read.ts'
import { IN_ORDER, IS_OPEN, listSeen as seen } from './scope.ts'

const catalogue = { tags: ['catalogue'] }

/** A list for a person who orders: only products that are sold. */
const PLAIN_SQL = listSql(categoriesSql(LIST_ROW_SQL.plain, 'p.active'))
/** A list for the office, including products that are not sold any more. */
const KEPT_SQL = listSql(categoriesSql(LIST_ROW_SQL.whole), 'l.is_public,')
const OPEN_SQL = listSql(categoriesSql(LIST_ROW_SQL.open, 'p.active'))

/** The location whose prices a list shows; null for those of no single location. */
const PriceLocation = z.object({ location: z.number().nullable() })

/** A row of `PRICE_SQL`. */
const PricedProduct = Product.pick({
  upc: true,
  unit_type: true,
  weight_type: true,
  average_unit_weight: true,
  average_case_weight: true,
  units_per_case: true,
  api_catch_weight: true,
  unit_price: true,
  case_price: true,
  display_unit_price: true,
  display_case_price: true,
  display_unit_price_per_lb: true,
  display_case_price_per_lb: true,
}).extend({ warehouse: z.object({ id: z.number() }).nullable() })

/** Returns the prices of a list's products as the named location pays them, or else the list's own location. */
async function readPrices(
  pool: pg.Pool,
  person: Person,
  query: { order_list: number; company_location?: number | undefined },
) {
  const found = await queryRow(
    pool,
    PriceLocation,
    // Any person may open a public list. Its prices are those of the company that it belongs to.
    `select coalesce((select other.id from company_locations other where other.id = $3::int and other.company_id = cl.company_id
                        and ($4::int[] is null or other.id = any($4))),
                     case when $3::int is null then l.company_location_id end) as location
       from order_lists l left join company_locations cl on cl.id = l.company_location_id
      where l.id = $1::int and ${seen('$2', '$4')} and ${ofCompany('$2', 'cl')}
        and ($4::int[] is null or cl.id = any($4))`,
    [
      query.order_list,
      companyOf(person),
      query.company_location ?? null,
      await orderingLocations(pool, person),
    ],
  )
  if (!found) throw notFound('order list')
  const { location } = found
  if (location === null && query.company_location !== undefined)
    throw wrongField('company_location', 'is not a location of this list’s company')
  const products = await queryRows(
    pool,
    PricedProduct,
    {
      name: 'order list prices',
      text: `${PRICE_SQL} where r.order_list_id = $1::int and p.active order by r.position`,
    },
    [query.order_list],
  )
  return pricedAt(pool, products, location)
}

export const orderListRoutes = routesOf(addOrderListsRoute, addOneOrderListRoutes)

function addOrderListsRoute(app: App, context: Context): void {
  app.get(
    '/orderlists',
    {
      // The public lists need no token.
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
             and ${ofCompany('$2', 'cl')} and ($3::int is null or l.company_location_id = $3)
             and ($4::boolean is null or l.visible = $4) and ($5::int[] is null or true)`
        : `where ${seen('$1', '$5')}
             and ${ofCompany('$2', 'cl')} and ($3::int is null or l.company_location_id = $3)
             and ($4::boolean is null or l.visible = $4)`
      const [name, select] = query.public
        ? ['public order lists', OPEN_SQL]
        : // The office asks for a company's lists to keep them, and for the visible ones to order from them.
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
          query.public ? null : await orderingLocations(context.pool, person),
        ],
        paging: query,
      })
    },
  )
}

function addOneOrderListRoutes(app: App, { pool }: Context): void {
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
    async ({ person, query }) => pageOfRows(await readPrices(pool, person, query), query),
  )

  app.get(
    '/orderlists/:id',
    {
      schema: {
        ...catalogue,
        summary: 'One order list, its rows with their products',
        params: IdParams,
        response: { 200: WholeOrderList },
      },
    },
    async ({ person, params: { id } }, reply) => {
      return sendRow(reply, await readOrderList(pool, person, id), 'order list')
    },
  )
}
