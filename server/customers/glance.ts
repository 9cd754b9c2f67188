/** What sales know of a customer before they answer the phone, and who has gone quiet (docs/decisions/0276). */
import { z } from 'zod'
import { CustomerGlance, Pace, PACE_ORDERS, PACE_WEEKS, QUIET_DAYS } from '#contract/customers/glance.ts'
import { addDays } from '#contract/day.ts'
import { readBalances } from '../invoices/balances.ts'
import { today, type Context } from '../platform/context.ts'
import { notFound } from '../platform/problem.ts'
import { IdParams, type Routes } from '../platform/routes.ts'
import { queryRow, queryRows } from '../platform/rows.ts'
import { IS_CUSTOMERS_SQL } from '../platform/scope.ts'

const ONLY_OFFICE = 'Only the office may see how a customer orders.'
const GLANCE_ORDERS = 5
const GLANCE_PRODUCTS = 8

/**
 * The days on which orders of the last weeks came, by location. A location is quiet that orders regularly and has not for longer
 * than any pause of its own. $1 is the first of these days, $2 the distributor's clock, $3 its day.
 */
const paceSql = (where = '') => `
  with days as (select distinct o.company_location_id as id, (o.created_date at time zone $2)::date as day
                  from orders o where (o.created_date at time zone $2)::date >= $1::date ${where}),
       gaps as (select id, day, day - lag(day) over (partition by id order by day) as gap from days),
       paces as (select id, max(day) as last, max(gap) as pause, count(*) as days from gaps group by id)
  select id as company_location, last::text as last_ordered, pause::int as longest_pause,
         days >= ${PACE_ORDERS} and $3::date - last > greatest(coalesce(pause, 0), ${QUIET_DAYS}) as is_quiet
    from paces`

const QUIET_SQL = `
  select p.company_location, p.last_ordered, p.longest_pause
    from (${paceSql()}) p join company_locations l on l.id = p.company_location and l.active
   where p.is_quiet order by p.last_ordered, p.company_location`

const firstDay = (context: Context) => addDays(today(context), -7 * PACE_WEEKS)
const paceValues = (context: Context) => [firstDay(context), context.env.TIME_ZONE, today(context)]

export const glanceRoutes: Routes = async (app, context) => {
  const onRequest = app.mayDo('customers.write', ONLY_OFFICE)
  app.get(
    '/companylocations/:id/glance',
    {
      onRequest,
      schema: {
        tags: ['people'],
        summary: 'What a customer owes, has ordered and usually orders',
        params: IdParams,
        response: { 200: CustomerGlance },
      },
    },
    ({ params }) => readGlance(context, params.id),
  )

  app.get(
    '/quietlocations',
    {
      onRequest,
      schema: {
        tags: ['people'],
        summary: 'Customers who have not ordered for longer than they usually pause',
        response: { 200: z.array(Pace) },
      },
    },
    () => queryRows(context.pool, Pace, QUIET_SQL, paceValues(context)),
  )
}

const LastOrder = CustomerGlance.shape.orders.element
const UsualProduct = CustomerGlance.shape.usual.element
/** The office orders for an account that is locked, as by telephone (docs/decisions/0125). */
const Orderer = CustomerGlance.shape.orderers.element
const PaceOfLocation = Pace.extend({ is_quiet: z.boolean() })

async function readGlance(context: Context, id: number): Promise<CustomerGlance> {
  const { pool } = context
  const [location, balances, orders, usual, orderers, pace] = await Promise.all([
    pool.query('select from company_locations where id = $1', [id]),
    readBalances(context, id),
    queryRows(
      pool,
      LastOrder,
      `select o.id, o.delivery_date::text, initcap(o.status) as status_label, o.total::text
         from orders o join company_locations l on l.company_id = o.company_id and l.id = o.company_location_id
        where l.id = $1 order by o.delivery_date desc, o.id desc limit ${GLANCE_ORDERS}`,
      [id],
    ),
    queryRows(
      pool,
      UsualProduct,
      `select p.upc, p.name, count(distinct o.id)::int as orders
         from orders o join company_locations l on l.company_id = o.company_id and l.id = o.company_location_id
         join order_items i on i.order_id = o.id join products p on p.upc = i.product
        where l.id = $1 and o.delivery_date >= $2::date
        group by p.upc, p.name order by 3 desc, p.name limit ${GLANCE_PRODUCTS}`,
      [id, firstDay(context)],
    ),
    queryRows(
      pool,
      Orderer,
      `select u.id, u.username
         from users u join company_locations l on l.company_id = u.company_id
        where l.id = $1 and u.is_active and ${IS_CUSTOMERS_SQL}
          and (u.location_ids is null or l.id = any(u.location_ids))
        order by cardinality(u.location_ids) nulls last, u.id`,
      [id],
    ),
    queryRow(pool, PaceOfLocation, paceSql('and o.company_location_id = $4'), [...paceValues(context), id]),
  ])
  if (location.rowCount === 0) throw notFound('location')
  return {
    balance: balances[0] ?? null,
    orders,
    usual,
    orderers,
    pace: pace ?? null,
    is_quiet: pace?.is_quiet ?? false,
  }
}
