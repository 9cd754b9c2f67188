/** The history of an invoice, with the way to each invoice that was issued. */
import { InvoiceHistoryLine } from '#contract/invoices/schema.ts'
import { to } from '#src/paths.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'
import { showMoney } from '#src/ui/format.ts'
import type { HistoryLine } from './HistoryDialog.tsx'

const ACTS: Record<InvoiceHistoryLine['act'], string> = {
  generated: 'Generated',
  regenerated: 'Regenerated',
  overrides: 'Prices set over its own',
  fees: 'Fees changed',
  credit: 'Credited',
  credit_reversed: 'Credit taken back',
  paid: 'Paid',
  given_back: 'Money went back',
  held: 'Held money',
  reopened: 'Open again',
  unlocked: 'Unlocked, and the invoice deleted',
}

/** The acts that the provider reports, which name no person. */
const PROVIDER_ACTS: readonly InvoiceHistoryLine['act'][] = ['paid', 'given_back', 'reopened']

const whoOf = ({ act, username }: InvoiceHistoryLine): string =>
  username ?? (PROVIDER_ACTS.includes(act) ? 'Payment provider' : 'Somebody who is gone')

/** What was done to the invoice of an order, newest first; also after the order was unlocked. */
export const invoiceHistoryQuery = (order: number): ServerQuery<HistoryLine[]> => ({
  queryKey: ['orders', order, 'invoice', 'history'],
  isForm: true,
  async read(client, signal) {
    const lines = await client.api('GET', `orders/${order}/invoice/history`, {
      schema: InvoiceHistoryLine.array(),
      signal,
    })
    return lines.map((line) => ({
      id: String(line.id),
      title: ACTS[line.act],
      detail: line.detail,
      who: whoOf(line),
      at: line.at,
      note: `It came to ${showMoney(line.grand_total)}`,
      code: '',
      ...(line.revision !== null && {
        link: { label: `Revision ${line.revision}`, to: to.invoiceRevision(order, line.revision) },
      }),
    }))
  },
})
