/** "My usual" and the last order of a company's locations, which come with its order lists (readings, "Ordering"). */
import { z } from 'zod'
import { USUAL_IN_ORDERS, USUAL_OF_ORDERS, UsualOrder } from '#contract/ordering/usual.ts'
import { sendJson } from '../platform/json.ts'
import { wrongField } from '../platform/problem.ts'
import { numberText, type Routes } from '../platform/routes.ts'
import { queryOnlyRow } from '../platform/rows.ts'
import { companyOf } from '../platform/scope.ts'

/** The most locations. A chain with more of them orders at each by its list. */
const MOST_LOCATIONS = 200

/** How many of a location's latest orders decide the usual number of lines. */
const MEDIAN_OF_ORDERS = 40

/**
 * What was ordered, and not what was delivered for it. A substituted line counts as its original's, whose price is then
 * unknown. A swapped pair is one line: the amounts are with the product that was ordered first. A top-up has fewer
 * lines than half of the location's orders. It does not count for the usual order, but may be the last order. The
 * median of an even number of orders is the lower one, so that no location gets more than it once asked for.
 */
const USUAL_SQL = `
  with latest as materialized (
    select l.id as location, o.id, o.placed_date, o.items_count, o.n
      from (select id from company_locations where company_id = $1 and active order by id limit ${MOST_LOCATIONS}) l
      cross join lateral (
        select o.id, o.placed_date, o.items_count, row_number() over (order by o.id desc) as n
          from orders o where o.company_id = $1 and o.company_location_id = l.id
         order by o.id desc limit ${MEDIAN_OF_ORDERS}) o),
  medians as (
    select location, percentile_disc(0.5) within group (order by items_count) as lines from latest group by 1),
  recent as materialized (
    select l.*, row_number() over (partition by l.location, 2 * l.items_count >= m.lines order by l.id desc) as nth,
           2 * l.items_count >= m.lines as is_whole
      from latest l join medians m on m.location = l.location),
  chosen as materialized (
    select location, id, placed_date, n, is_whole and nth <= ${USUAL_OF_ORDERS} as counts
      from recent where n = 1 or (is_whole and nth <= ${USUAL_OF_ORDERS})),
  lines as materialized (
    select r.location, r.id as "order", r.n, r.counts, coalesce(i.original_product, i.product) as upc, min(i.id::text) as place,
           least(sum(i.units_originally_ordered), 1000000)::int as units,
           least(sum(i.cases_originally_ordered), 1000000)::int as cases,
           max(i.price_per_unit) filter (where i.original_product is null)::text as price_per_unit,
           max(i.price_per_case) filter (where i.original_product is null)::text as price_per_case,
           (array_agg(json_build_object('upc', i.product, 'unit_quantity', i.units_ordered, 'case_quantity', i.cases_ordered) order by i.id desc)
              filter (where i.original_product is not null and i.units_ordered + i.cases_ordered > 0))[1] as instead
      from chosen r join order_items i on i.order_id = r.id and not i.admin_added
     group by 1, 2, 3, 4, 5
    having sum(i.units_originally_ordered) + sum(i.cases_originally_ordered) > 0),
  usual as (
    select location, upc, max(place) as place,
           percentile_disc(0.5) within group (order by units) as units,
           percentile_disc(0.5) within group (order by cases) as cases,
           (array_agg(price_per_unit order by n))[1] as price_per_unit,
           (array_agg(price_per_case order by n))[1] as price_per_case
      from lines where counts group by location, upc having count(*) >= ${USUAL_IN_ORDERS})
  select coalesce(json_agg(json_build_object(
           'company_location', r.location,
           'usual', (select coalesce(json_agg(json_build_object('upc', u.upc, 'unit_quantity', u.units, 'case_quantity', u.cases,
                        'price_per_unit', u.price_per_unit, 'price_per_case', u.price_per_case) order by u.place), '[]')
                       from usual u where u.location = r.location and u.units + u.cases > 0),
           'last', json_build_object('order', r.id, 'placed_date', r.placed_date, 'lines',
                     (select coalesce(json_agg(json_build_object('upc', l.upc, 'unit_quantity', l.units, 'case_quantity', l.cases,
                        'price_per_unit', l.price_per_unit, 'price_per_case', l.price_per_case, 'instead', l.instead) order by l.place), '[]')
                        from lines l where l."order" = r.id))) order by r.location), '[]')::text as json
    from chosen r where r.n = 1`

/** All usual orders as JSON text. */
const UsualOrdersJson = z.object({ json: z.string() })

export const usualRoutes: Routes = async (app, { pool }) => {
  app.get(
    '/usualorders',
    {
      onRequest: app.mayDo('orders.place', 'Your role may not place orders.'),
      schema: {
        tags: ['ordering'],
        summary: 'The usual order and the last order of each location of a company',
        description: 'Locations that have never ordered are left out.',
        querystring: z.object({ company_id: numberText.optional() }),
        response: { 200: z.array(UsualOrder) },
      },
    },
    async ({ person, query }, reply) => {
      const company = companyOf(person) ?? query.company_id
      if (company === undefined) throw wrongField('company_id', 'must be named')
      const { json } = await queryOnlyRow(pool, UsualOrdersJson, { name: 'usual orders', text: USUAL_SQL }, [
        company,
      ])
      return sendJson(reply, json)
    },
  )
}
