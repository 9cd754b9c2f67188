/** Reading order lists and their prices (A300–A302). Writing them comes with their screens. */
import { z } from 'zod'
import { OrderList, OrderListPrice } from '#contract/order-lists/schema.ts'
import { companyOf } from '../orders/scope.ts'
import { sendList } from '../platform/json.ts'
import { notFound } from '../platform/problem.ts'
import { flag, numberText, paged, paging, type Routes } from '../platform/routes.ts'

const catalogue = { tags: ['catalogue'] }

/** The wire's order list, from `order_lists l`: categories and their rows in the order in which they were laid out. */
const LIST_SQL = `
  select l.id, l.public_name, l.company_location_id as company_location, coalesce(cl.name, '') as company_location_name,
         l.active, l.visible,
         coalesce((select json_agg(json_build_object('category_name', c.category_name, 'rows', c.rows) order by c.first)
                     from (select r.category_name, min(r.position) as first,
                                  json_agg(json_build_object('product_id', r.product) order by r.position) as rows
                             from order_list_rows r join products p on p.upc = r.product and p.active
                            where r.order_list_id = l.id group by r.category_name) c), '[]') as categories
    from order_lists l left join company_locations cl on cl.id = l.company_location_id`

const PRICE_SQL = `
  select p.upc, p.unit_price::text, p.case_price::text, p.display_unit_price::text, p.display_case_price::text,
         p.display_unit_price_per_lb::text, p.display_case_price_per_lb::text
    from order_list_rows r join products p on p.upc = r.product`

/** Lists of a person's own company and those that anybody may open; $n is their company, null for no limit. */
const seen = (company: string) =>
  `(${company}::int is null or l.is_public or (l.active and l.visible and cl.company_id = ${company}))`

export const orderListRoutes: Routes = async (app, context) => {
  const { pool } = context

  app.get(
    '/orderlists',
    {
      // A301: the public lists need no token.
      preHandler: async (request) => {
        if (!request.query.public) await app.signedIn(request)
      },
      schema: {
        ...catalogue,
        summary: 'Order lists with their categories; the public ones for anybody',
        querystring: z.object({
          ...paging,
          visible: flag.optional(),
          public: flag.optional(),
          company_id: numberText.optional(),
          company_location_id: numberText.optional(),
        }),
        response: { 200: paged(OrderList) },
      },
    },
    async ({ person, query }, reply) => {
      const where = query.public
        ? `where l.is_public and l.active and l.visible and ($1::int is null or true)
             and ($2::int is null or cl.company_id = $2) and ($3::int is null or l.company_location_id = $3)
             and ($4::boolean is null or l.visible = $4)`
        : `where ${seen('$1')}
             and ($2::int is null or cl.company_id = $2) and ($3::int is null or l.company_location_id = $3)
             and ($4::boolean is null or l.visible = $4)`
      return sendList(reply, pool, {
        name: query.public ? 'public order lists' : 'order lists',
        select: `${LIST_SQL} ${where} order by cl.name, l.public_name, l.id`,
        count: `select 1 from order_lists l left join company_locations cl on cl.id = l.company_location_id ${where}`,
        values: [
          query.public ? null : companyOf(person),
          query.company_id ?? null,
          query.company_location_id ?? null,
          query.visible ?? null,
        ],
        paging: query,
      })
    },
  )

  app.get(
    '/orderlistprices',
    {
      preHandler: app.signedIn,
      schema: {
        ...catalogue,
        summary: 'The prices of an order list’s products',
        querystring: z.object({ ...paging, order_list: numberText }),
        response: { 200: paged(OrderListPrice) },
      },
    },
    async ({ person, query }, reply) => {
      const values = [query.order_list]
      const found = await pool.query(
        `select from order_lists l left join company_locations cl on cl.id = l.company_location_id
          where l.id = $1::int and ${seen('$2')}`,
        [query.order_list, companyOf(person)],
      )
      if (found.rowCount === 0) throw notFound('order list')
      const where = 'where r.order_list_id = $1::int and p.active'
      return sendList(reply, pool, {
        name: 'order list prices',
        select: `${PRICE_SQL} ${where} order by r.position`,
        count: `select 1 from order_list_rows r join products p on p.upc = r.product ${where}`,
        values,
        paging: query,
      })
    },
  )
}
