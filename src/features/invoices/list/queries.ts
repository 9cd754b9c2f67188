/** What a customer's list of invoices asks of the server. */
import { InvoiceSummary } from '#contract/invoices/summary.ts'
import { listQuery } from '#src/kit/list/list-query.ts'
import type { PagesQuery } from '#src/kit/list/use-rows.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'

const KEY = ['invoicesummaries']
const keyOf = ({ id }: InvoiceSummary) => id

/** @param isOpen only those that are not paid */
export const summariesQuery = (isOpen: boolean): PagesQuery<InvoiceSummary> =>
  listQuery({ path: 'invoicesummaries', key: KEY, query: isOpen ? { open: 1 } : {}, keyOf })

/** All that are not paid. */
export const OPEN_SUMMARIES: ServerQuery<InvoiceSummary[]> = {
  queryKey: [...KEY, 'open'],
  isAskedAnew: true,
  read: (client, signal) =>
    client.api('GET', 'invoicesummaries', {
      query: { no_page: 1, open: 1 },
      schema: InvoiceSummary.array(),
      signal,
    }),
}
