/** The figures of some delivery days, each a sum in SQL (docs/decisions/0277). */
import { z } from 'zod'
import { Figures, FigureSummary } from '#contract/reports/figures.ts'
import { Day } from '#contract/values.ts'
import type { Context } from '../platform/context.ts'
import type { Routes } from '../platform/routes.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { CODES_SQL } from '../receipts/match-lines.ts'
import { readSettings } from '../settings/store.ts'
import { mustSpan } from './span.ts'

/** $1 and $2 are the first and the last day of delivery in every statement. */
const IN_DAYS = 'o.delivery_date between $1::date and $2::date'

const DAYS_SQL = `
  select o.delivery_date::text as day, count(*)::int as invoices, sum(v.grand_total)::numeric(14, 2)::text as total
    from invoices v join orders o on o.id = v.order_id
   where ${IN_DAYS} group by o.delivery_date order by o.delivery_date`

const TOTAL_SQL = `
  select coalesce(sum(v.grand_total), 0)::numeric(14, 2)::text as total
    from invoices v join orders o on o.id = v.order_id
   where ${IN_DAYS}`

const CUSTOMERS_SQL = `
  select o.company_location_id as company_location, l.name, count(*)::int as invoices,
         sum(v.grand_total)::numeric(14, 2)::text as total
    from invoices v join orders o on o.id = v.order_id join company_locations l on l.id = o.company_location_id
   where ${IN_DAYS} group by 1, 2 order by sum(v.grand_total) desc, 1`

/**
 * What the supplier asked for a piece last, by product and way of buying; 0.00 is no price. A `with` has `CODES_SQL` before it.
 */
const COSTS = `
  select distinct on (k.upc, c.unit_type) k.upc as product, c.unit_type, c.total / c.quantity as cost
    from receipt_lines c join receipts r on r.id = c.receipt_id join codes k on k.code = ltrim(c.product, '0')
   where c.unit_type in ('U', 'C') and c.quantity > 0 and c.total > 0
   order by k.upc, c.unit_type, r.date desc, c.id desc`

/** What is weighed is bought by the pound, and its cost by the piece is not known. */
const PRODUCTS_SQL = `
  with ${CODES_SQL},
       costs as (${COSTS}),
       sold as (select i.product, sum(i.unit_quantity) as units, sum(i.case_quantity) as cases, sum(i.final_price) as sales
                  from orders o join order_items i on i.order_id = o.id
                 where ${IN_DAYS} and o.invoiced and i.unit_quantity + i.case_quantity > 0
                 group by i.product)
  select s.product, p.name, p.department, s.units::int as units, s.cases::int as cases,
         s.sales::numeric(14, 2)::text as sales,
         case when p.weight_type = '' and (s.units = 0 or u.cost is not null) and (s.cases = 0 or c.cost is not null)
              then (s.units * coalesce(u.cost, 0) + s.cases * coalesce(c.cost, 0))::numeric(14, 2)::text end as cost
    from sold s join products p on p.upc = s.product
         left join costs u on u.product = s.product and u.unit_type = 'U'
         left join costs c on c.product = s.product and c.unit_type = 'C'
   order by s.sales desc, s.product`

/** $3 the time of the cut-off, $4 how many days before delivery it is, $5 the distributor's clock. */
const PICKING_SQL = `
  with done as (select o.* from orders o where ${IN_DAYS} and (o.picking_complete or o.invoiced)),
       lines as (select i.units_ordered + i.cases_ordered as ordered,
                        least(i.unit_quantity, i.units_ordered) + least(i.case_quantity, i.cases_ordered) as picked
                   from done o join order_items i on i.order_id = o.id
                  where i.units_ordered + i.cases_ordered > 0)
  select (select count(*)::int from done) as orders,
         (select count(*)::int from done o
           where date_trunc('minute', o.placed_at at time zone $5) > (o.delivery_date - $4::int) + $3::time) as late_orders,
         count(*)::int as lines, count(*) filter (where picked < ordered)::int as short_lines,
         coalesce(sum(ordered), 0)::int as pieces_ordered, coalesce(sum(picked), 0)::int as pieces_picked
    from lines`

const PICKERS_SQL = `
  select u.username, count(distinct m.entity_id)::int as lines,
         (count(distinct floor(extract(epoch from m.made_at) / 600)) * 10)::int as minutes
    from mutations m join users u on u.id = m.user_id
   where m.entity = 'orderitems' and m.outcome = 'applied'
     and m.at >= ($1::date::timestamp at time zone $3) and m.at < (($2::date + 1)::timestamp at time zone $3)
   group by u.username order by 2 desc, 1`

/** The first and the last day of delivery. */
type DayRange = readonly [start: string, end: string]

async function readPicking({ pool, env }: Context, days: DayRange): Promise<Figures['picking']> {
  const { cutoff, cutoff_days } = await readSettings(pool)
  const values = [...days, cutoff, cutoff_days, env.TIME_ZONE]
  return queryOnlyRow(pool, Figures.shape.picking, PICKING_SQL, values)
}

const InvoicedTotal = FigureSummary.pick({ total: true })

async function readSummary(context: Context, days: DayRange): Promise<FigureSummary> {
  const [{ total }, picking] = await Promise.all([
    queryOnlyRow(context.pool, InvoicedTotal, TOTAL_SQL, days),
    readPicking(context, days),
  ])
  return { total, picking }
}

async function readFigures(context: Context, days: DayRange): Promise<Figures> {
  const { pool, env } = context
  const { shape } = Figures
  const [byDay, customers, products, picking, pickers] = await Promise.all([
    queryRows(pool, shape.days.element, DAYS_SQL, days),
    queryRows(pool, shape.customers.element, CUSTOMERS_SQL, days),
    queryRows(pool, shape.products.element, PRODUCTS_SQL, days),
    readPicking(context, days),
    queryRows(pool, shape.pickers.element, PICKERS_SQL, [...days, env.TIME_ZONE]),
  ])
  return { days: byDay, customers, products, picking, pickers }
}

export const figureRoutes: Routes = async (app, context) => {
  const onRequest = app.mayDo('reports.export', 'Only the office may see the figures.')
  const about = (summary: string) => ({
    tags: ['reports'],
    summary,
    querystring: z.object({ start_date: Day, end_date: Day }),
  })
  const daysOf = ({ start_date, end_date }: { start_date: string; end_date: string }): DayRange => {
    mustSpan(start_date, end_date)
    return [start_date, end_date]
  }
  app.get(
    '/figures',
    {
      onRequest,
      schema: { ...about('Sales, margins and picking of some delivery days'), response: { 200: Figures } },
    },
    async ({ query }) => readFigures(context, daysOf(query)),
  )

  app.get(
    '/figures/summary',
    {
      onRequest,
      schema: {
        ...about('What some delivery days come to in all, without the tables'),
        response: { 200: FigureSummary },
      },
    },
    async ({ query }) => readSummary(context, daysOf(query)),
  )
}
