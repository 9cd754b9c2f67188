/** The office's reports, each an xlsx file (C334). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addDays } from '#contract/day.ts'
import { Day } from '#contract/values.ts'
import { MOST_DAYS, REPORTS, reportFileName, type ReportKey } from '#contract/reports/reports.ts'
import { notFound, wrongField } from '../platform/problem.ts'
import { numberText, type Routes } from '../platform/routes.ts'
import { actorOf, recordEvent } from '../platform/security-events.ts'
import { mustSeeLocation, seeing } from '../platform/scope.ts'
import { aggregated, purchasesOf, type Aggregated, type Purchase } from './purchases.ts'
import { workbook, type Column } from './workbook.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MONEY = '0.00'
const Query = z.object({ company_location: numberText, start_date: Day, end_date: Day })

/** What both reports say of a line. */
const GOODS: readonly Column<Aggregated | Purchase>[] = [
  { label: 'UPC', of: ({ upc }) => upc },
  { label: 'Item Code', of: ({ item_code }) => item_code },
  { label: 'Product', of: ({ name }) => name },
  { label: 'Units', number: '0', of: ({ units }) => units, isSummed: true },
  { label: 'Cases', number: '0', of: ({ cases }) => cases, isSummed: true },
  { label: 'Weight (lbs)', number: '0.00', of: ({ weight_lbs }) => weight_lbs },
  { label: 'Surcharges', number: MONEY, of: ({ surcharges }) => surcharges, isSummed: true },
  { label: 'Total', number: MONEY, of: ({ total }) => total, isSummed: true },
]
const BY_ORDER: readonly Column<Purchase>[] = [
  { label: 'Order', of: ({ order }) => order },
  { label: 'Delivery Date', of: ({ delivery_date }) => delivery_date },
  { label: 'State', of: ({ invoiced }) => (invoiced ? 'Invoiced' : 'Ordered') },
  ...GOODS,
]
const BY_PRODUCT: readonly Column<Aggregated>[] = [
  ...GOODS.slice(0, 3),
  { label: 'Orders', number: '0', of: ({ orders }) => orders },
  ...GOODS.slice(3),
]

const SHEETS: Record<ReportKey, (lines: readonly Purchase[]) => Promise<Buffer>> = {
  purchase: (lines) => workbook('Purchases by order', BY_ORDER, lines),
  aggregated_purchase: (lines) => workbook('Purchases', BY_PRODUCT, aggregated(lines)),
}

export const reportRoutes: Routes = async (app, { pool, reader }) => {
  async function send(
    reply: FastifyReply,
    request: FastifyRequest,
    key: ReportKey,
    query: z.output<typeof Query>,
  ) {
    const { company_location: location, start_date: start, end_date: end } = query
    if (start > end) throw wrongField('end_date', 'must not be before the start date')
    if (end > addDays(start, MOST_DAYS - 1)) throw wrongField('end_date', `${MOST_DAYS} days at most`)
    const { rows } = await pool.query<{ name: string }>('select name from company_locations where id = $1', [
      location,
    ])
    if (!rows[0]) throw notFound('location')
    const file = await SHEETS[key](await purchasesOf(reader.pool(), request.person, { location, start, end }))
    const fileName = reportFileName(rows[0].name, start, end, key)
    await recordEvent(pool, actorOf(request), { kind: 'export', about: fileName })
    const name = encodeURIComponent(fileName)
    return reply.header('content-disposition', `attachment; filename*=UTF-8''${name}`).type(XLSX).send(file)
  }

  for (const key of ['purchase', 'aggregated_purchase'] as const)
    app.get(
      `/${REPORTS[key].path.replace(/\/$/, '')}`,
      {
        onRequest: [
          seeing(
            (person, id) => mustSeeLocation(pool, person, id),
            ({ query }) => (query as { company_location?: unknown }).company_location,
          ),
          app.mayDo('reports.export', 'Only the office may export reports.'),
        ],
        config: { answersFile: XLSX },
        schema: { tags: ['reports'], summary: REPORTS[key].label, querystring: Query },
      },
      async (request, reply) => send(reply, request, key, request.query),
    )
}
