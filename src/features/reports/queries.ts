import { Figures, FigureSummary } from '#contract/reports/figures.ts'
import { ReportPreview } from '#contract/reports/preview.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import type { ReportChoice } from './export-report.ts'

/** The first lines of a report, and its sums. */
export const previewQuery = ({ report, location, start, end }: ReportChoice): ServerQuery<ReportPreview> => ({
  queryKey: ['reports', report, location.id, start, end],
  read: (client, signal) =>
    client.api('GET', 'reports/preview', {
      query: { report, company_location: location.id, start_date: start, end_date: end },
      schema: ReportPreview,
      signal,
    }),
  isAskedAnew: true,
})

/** The figures of these delivery days, `YYYY-MM-DD`, both included. */
export const figuresQuery = (start: string, end: string): ServerQuery<Figures> => ({
  queryKey: ['figures', start, end],
  read: (client, signal) =>
    client.api('GET', 'figures', { query: { start_date: start, end_date: end }, schema: Figures, signal }),
})

/** What was invoiced in all on these delivery days, `YYYY-MM-DD`, both included, and how it was picked. */
export const summaryQuery = (start: string, end: string): ServerQuery<FigureSummary> => ({
  queryKey: ['figures', 'summary', start, end],
  read: (client, signal) =>
    client.api('GET', 'figures/summary', {
      query: { start_date: start, end_date: end },
      schema: FigureSummary,
      signal,
    }),
})
