/** The office's reports, each an xlsx file (C334). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Day } from '#contract/values.ts'
import type { Person } from '#contract/permissions.ts'
import { ReportPreview } from '#contract/reports/preview.ts'
import { REPORT_KEYS, REPORTS, reportFileName, type ReportKey } from '#contract/reports/reports.ts'
import { notFound } from '../platform/problem.ts'
import { numberText, type Routes } from '../platform/routes.ts'
import { NameRow, queryRow } from '../platform/rows.ts'
import { actorOf, recordEvent } from '../platform/security-events.ts'
import { mustSeeLocation, seeing } from '../platform/scope.ts'
import { mustSpan } from './span.ts'
import { aggregated, purchasesOf, type Aggregated, type Purchase } from './purchases.ts'
import { reportPreviewOf, workbook, type SheetColumn, type Report } from './workbook.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MONEY = '0.00'
const Query = z.object({ company_location: numberText, start_date: Day, end_date: Day })

/** What both reports say of a line. */
const GOODS: readonly SheetColumn<Aggregated | Purchase>[] = [
  { label: 'UPC', of: ({ upc }) => upc },
  { label: 'Item Code', of: ({ item_code }) => item_code },
  { label: 'Product', of: ({ name }) => name },
  { label: 'Units', number: '0', of: ({ units }) => units, isSummed: true },
  { label: 'Cases', number: '0', of: ({ cases }) => cases, isSummed: true },
  { label: 'Weight (lbs)', number: '0.00', of: ({ weight_lbs }) => weight_lbs },
  { label: 'Surcharges', number: MONEY, of: ({ surcharges }) => surcharges, isSummed: true },
  { label: 'Total', number: MONEY, of: ({ total }) => total, isSummed: true },
]
const BY_ORDER: readonly SheetColumn<Purchase>[] = [
  { label: 'Order', of: ({ order }) => order },
  { label: 'Delivery Date', of: ({ delivery_date }) => delivery_date },
  { label: 'State', of: ({ invoiced }) => (invoiced ? 'Invoiced' : 'Ordered') },
  ...GOODS,
]
const BY_PRODUCT: readonly SheetColumn<Aggregated>[] = [
  ...GOODS.slice(0, 3),
  { label: 'Orders', number: '0', of: ({ orders }) => orders },
  ...GOODS.slice(3),
]

/** What becomes of a report's lines: a file, or its beginning. */
type Use<Result> = <Row>(report: Report<Row>) => Result

function use<Result>(key: ReportKey, lines: readonly Purchase[], as: Use<Result>): Result {
  if (key === 'purchase') return as({ sheet: 'Purchases by order', columns: BY_ORDER, rows: lines })
  return as({ sheet: 'Purchases', columns: BY_PRODUCT, rows: aggregated(lines) })
}

export const reportRoutes: Routes = async (app, { pool, reader }) => {
  /** The report's lines, and the location's name. Throws 400 for days that cannot be, and 404. */
  async function linesOf(person: Person, query: z.output<typeof Query>) {
    const { company_location: location, start_date: start, end_date: end } = query
    mustSpan(start, end)
    const found = await queryRow(pool, NameRow, 'select name from company_locations where id = $1', [
      location,
    ])
    if (!found) throw notFound('location')
    return { name: found.name, lines: await purchasesOf(reader.pool(), person, { location, start, end }) }
  }

  async function send(
    reply: FastifyReply,
    request: FastifyRequest,
    key: ReportKey,
    query: z.output<typeof Query>,
  ) {
    const { name: location, lines } = await linesOf(request.person, query)
    const file = await use(key, lines, workbook)
    const fileName = reportFileName(location, query.start_date, query.end_date, key)
    await recordEvent(pool, actorOf(request), { kind: 'export', about: fileName })
    const name = encodeURIComponent(fileName)
    return reply.header('content-disposition', `attachment; filename*=UTF-8''${name}`).type(XLSX).send(file)
  }

  const onRequest = [
    seeing(
      (person, id) => mustSeeLocation(pool, person, id),
      ({ query }) => (query as { company_location?: unknown }).company_location,
    ),
    app.mayDo('reports.export', 'Only the office may export reports.'),
  ]
  app.get(
    '/reports/preview',
    {
      onRequest,
      schema: {
        tags: ['reports'],
        summary: 'The first lines of a report, and what all of them come to',
        querystring: Query.extend({ report: z.enum(REPORT_KEYS) }),
        response: { 200: ReportPreview },
      },
    },
    async ({ person, query }) => use(query.report, (await linesOf(person, query)).lines, reportPreviewOf),
  )

  for (const key of REPORT_KEYS)
    app.get(
      `/${REPORTS[key].path.replace(/\/$/, '')}`,
      {
        onRequest,
        config: { answersFile: XLSX },
        schema: { tags: ['reports'], summary: REPORTS[key].label, querystring: Query },
      },
      async (request, reply) => send(reply, request, key, request.query),
    )
}
