import { Figures } from '#contract/reports/figures.ts'
import type { ServerQuery } from '#src/kit/use-server-query.ts'

/** The figures of these delivery days, `YYYY-MM-DD`, both included. */
export const figuresQuery = (start: string, end: string): ServerQuery<Figures> => ({
  queryKey: ['figures', start, end],
  read: (client, signal) =>
    client.api('GET', 'figures', { query: { start_date: start, end_date: end }, schema: Figures, signal }),
})
