/** What the invoice's screens ask of the server. */
import { Letterhead } from '#contract/distributor/schema.ts'
import { printedInvoice, type PrintedInvoice } from '#contract/invoices/document.ts'
import { GivenCredit, InvoiceHistoryLine, type Invoice } from '#contract/invoices/schema.ts'
import { ApiError } from '#src/api/errors.ts'
import { dropSeen, findSeen, keepSeen, type SeenInvoice } from '#src/db/seen-invoices.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import { useQueries, type ServerQuery } from '#src/kit/use-server-query.ts'
import { to } from '#src/paths.ts'
import { showMoney } from '#src/ui/format.ts'
import type { HistoryLine } from '#src/kit/HistoryDialog.tsx'

export interface InvoicePage {
  invoice: Invoice
  /** The same, as it stands on paper. */
  printed: PrintedInvoice
}

/** Below its order: whatever changes orders makes it old. */
export const invoiceKey = (order: number) => ['orders', 'invoice', order] as const

/** What a change of an invoice makes old: it, the lists that show what it comes to or how it is paid, and what is owed. */
export const INVOICE_CHANGED = [['orders'], ['openbalances'], ['invoicesummaries']] as const

/** Reads all of that anew, for a call after which nothing is read where it failed (B134, B220). */
export function useInvoiceChanged(): () => Promise<unknown> {
  const queries = useQueries()
  return () => Promise.all(INVOICE_CHANGED.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

const pageOf = ({ invoice, letterhead }: SeenInvoice): InvoicePage => ({
  invoice,
  printed: printedInvoice(invoice, letterhead),
})

/**
 * B214, with the lines that stand above it (B002). What the server tells stays readable on this device (readings, "Offline"),
 * until it says that there is no such invoice for this person.
 */
export const invoiceQuery = (person: number, order: number): ServerQuery<InvoicePage> => ({
  queryKey: invoiceKey(order),
  isForm: true,
  async read(client, signal) {
    try {
      const [answer, letterhead] = await Promise.all([
        client.api('GET', `orders/${order}/invoice`, { signal }),
        client.api('GET', 'distributor/letterhead', { schema: Letterhead, signal }),
      ])
      const seen = { order, at: Date.now(), invoice: readInvoice(answer), letterhead }
      // Not waited for: the page shows it before the disk has it.
      if (!signal.aborted) void keepSeen(person, seen)
      return pageOf(seen)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 403))
        await dropSeen(person, order)
      throw error
    }
  },
})

/** An invoice as it was issued once, as it stands on paper. */
export const revisionQuery = (order: number, revision: number): ServerQuery<PrintedInvoice> => ({
  queryKey: [...invoiceKey(order), 'revision', revision],
  async read(client, signal) {
    const [answer, letterhead] = await Promise.all([
      client.api('GET', `orders/${order}/invoice/revisions/${revision}`, { signal }),
      client.api('GET', 'distributor/letterhead', { schema: Letterhead, signal }),
    ])
    const printed = printedInvoice(readInvoice(answer), letterhead)
    return { ...printed, title: `${printed.title}, revision ${revision}` }
  },
})

/** The invoice as it was last seen here, and when (ms). Null where it never was. */
export async function seenPage(
  person: number,
  order: number,
): Promise<{ page: InvoicePage; at: number } | null> {
  const seen = await findSeen(person, order, Date.now())
  return seen && { page: pageOf(seen), at: seen.at }
}

/** Every credit that was given for an invoice or stands on it, oldest first. For the office. */
export const creditsOf = (order: number): ServerQuery<GivenCredit[]> => ({
  queryKey: [...invoiceKey(order), 'credits'],
  read: (client, signal) =>
    client.api('GET', `orders/${order}/invoice/credits`, { schema: GivenCredit.array(), signal }),
})

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

/** What the provider tells, which names nobody. */
const PROVIDER_ACTS: readonly InvoiceHistoryLine['act'][] = ['paid', 'given_back', 'reopened']

const whoOf = ({ act, username }: InvoiceHistoryLine): string =>
  username ?? (PROVIDER_ACTS.includes(act) ? 'Payment provider' : 'Somebody who is gone')

/** What was done to the invoice until its history was opened, newest first. */
export const historyQuery = (order: number): ServerQuery<HistoryLine[]> => ({
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
