/** What sales know of a customer before they answer the phone, and who has gone quiet (docs/decisions/0276). */
import { z } from 'zod'
import { CustomerGlance, Pace, PACE_ORDERS, PACE_WEEKS, QUIET_DAYS } from '#contract/customers/glance.ts'
import { addDays } from '#contract/day.ts'
import { readBalances } from '../invoices/balances.ts'
import { today, type Context } from '../platform/context.ts'
import { notFound } from '../platform/problem.ts'
import { numberText, type Routes } from '../platform/routes.ts'

const ONLY_OFFICE = 'Only the office may see how a customer orders.'
const GLANCE_ORDERS = 5
const GLANCE_PRODUCTS = 8

/** The days on which orders of the last weeks came, by location. $1 the first of these days, $2 the distributor's clock. */
const paceSql = (where: string) => `
  with days as (select distinct o.company_location_id as id, (o.created_date at time zone $2)::date as day
                  from orders o where (o.created_date at time zone $2)::date >= $1::date ${where}),
       gaps as (select id, day, day - lag(day) over (partition by id order by day) as gap from days)
  select id as company_location, max(day)::text as last_ordered, max(gap)::int as longest_pause, count(*)::int as days
    from gaps group by id`

/** Locations that order regularly and have not for longer than any pause of theirs in the last weeks. $3 the distributor's day. */
const QUIET_SQL = `
  select p.company_location, p.last_ordered, p.longest_pause
    from (${paceSql('')}) p join company_locations l on l.id = p.company_location and l.active
   where p.days >= ${PACE_ORDERS} and $3::date - p.last_ordered::date > greatest(coalesce(p.longest_pause, 0), ${QUIET_DAYS})
   order by p.last_ordered, p.company_location`

const firstDay = (context: Context) => addDays(today(context), -7 * PACE_WEEKS)

export const glanceRoutes: Routes = async (app, context) => {
  const onRequest = app.mayDo('customers.write', ONLY_OFFICE)
  app.get(
    '/companylocations/:id/glance',
    {
      onRequest,
      schema: {
        tags: ['people'],
        summary: 'What a customer owes, has ordered and usually orders',
        params: z.object({ id: numberText }),
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
    async () => {
      const values = [firstDay(context), context.env.TIME_ZONE, today(context)]
      return (await context.pool.query<Pace>(QUIET_SQL, values)).rows
    },
  )
}

async function readGlance(context: Context, id: number): Promise<CustomerGlance> {
  const { pool, env } = context
  const [location, balances, orders, usual, orderers, pace] = await Promise.all([
    pool.query('select from company_locations where id = $1', [id]),
    readBalances(context, id),
    pool.query<CustomerGlance['orders'][number]>(
      `select o.id, o.delivery_date::text, initcap(o.status) as status_label, o.total::text
         from orders o join company_locations l on l.company_id = o.company_id and l.id = o.company_location_id
        where l.id = $1 order by o.delivery_date desc, o.id desc limit ${GLANCE_ORDERS}`,
      [id],
    ),
    pool.query<CustomerGlance['usual'][number]>(
      `select p.upc, p.name, count(distinct o.id)::int as orders
         from orders o join company_locations l on l.company_id = o.company_id and l.id = o.company_location_id
         join order_items i on i.order_id = o.id join products p on p.upc = i.product
        where l.id = $1 and o.delivery_date >= $2::date
        group by p.upc, p.name order by 3 desc, p.name limit ${GLANCE_PRODUCTS}`,
      [id, firstDay(context)],
    ),
    pool.query<CustomerGlance['orderers'][number]>(
      `select u.id, u.username
         from users u join company_locations l on l.company_id = u.company_id
        where l.id = $1 and u.is_active and not u.account_lock and (u.location_ids is null or l.id = any(u.location_ids))
        order by cardinality(u.location_ids) nulls last, u.id`,
      [id],
    ),
    pool.query<Pace & { days: number }>(paceSql('and o.company_location_id = $3'), [
      firstDay(context),
      env.TIME_ZONE,
      id,
    ]),
  ])
  if (location.rowCount === 0) throw notFound('location')
  const [found] = pace.rows
  return {
    balance: balances[0] ?? null,
    orders: orders.rows,
    usual: usual.rows,
    orderers: orderers.rows,
    pace: found
      ? {
          company_location: found.company_location,
          last_ordered: found.last_ordered,
          longest_pause: found.longest_pause,
        }
      : null,
    is_quiet:
      found !== undefined &&
      found.days >= PACE_ORDERS &&
      addDays(found.last_ordered, Math.max(found.longest_pause ?? 0, QUIET_DAYS)) < today(context),
  }
}
