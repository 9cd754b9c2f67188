/** The queries of the invoice's screens. */
import { Letterhead } from '#contract/distributor/schema.ts'
import { printedInvoice, type PrintedInvoice } from '#contract/invoices/document.ts'
import { GivenCredit, type Invoice } from '#contract/invoices/schema.ts'
import { isForbidden, isNotFound } from '#src/api/errors.ts'
import { dropSeen, findSeen, keepSeen, type SeenInvoice } from '#src/db/seen-invoices.ts'
import { readInvoice } from '#src/documents/read-invoice.ts'
import type { ServerQuery } from '#src/queries/server-query.ts'

export interface InvoicePage {
  invoice: Invoice
  /** The same invoice as a printed document. */
  printed: PrintedInvoice
}

/** Below the key of orders, so that a change of orders invalidates it. */
export const invoiceKey = (order: number) => ['orders', 'invoice', order] as const

const pageOf = ({ invoice, letterhead }: SeenInvoice): InvoicePage => ({
  invoice,
  printed: printedInvoice(invoice, letterhead),
})

/**
 * B214, with the lines above it (B002). The server's answer stays readable on this device (readings, "Offline"), until
 * the server says that this person has no such invoice.
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
      // Not awaited: the page shows the invoice before the disk has it.
      if (!signal.aborted) void keepSeen(person, seen)
      return pageOf(seen)
    } catch (error) {
      // A proxy's own page says nothing about the invoice.
      if (isNotFound(error) || isForbidden(error)) await dropSeen(person, order)
      throw error
    }
  },
})

/** An invoice as it was issued in the past, as a printed document. */
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

/** Returns the invoice that this device stored last, and when (ms); null where it stored none. */
export async function seenPage(
  person: number,
  order: number,
): Promise<{ page: InvoicePage; at: number } | null> {
  const seen = await findSeen(person, order, Date.now())
  return seen && { page: pageOf(seen), at: seen.at }
}

/** Every credit that was given for an invoice or is on it, oldest first. For the office. */
export const creditsOf = (order: number): ServerQuery<GivenCredit[]> => ({
  queryKey: [...invoiceKey(order), 'credits'],
  read: (client, signal) =>
    client.api('GET', `orders/${order}/invoice/credits`, { schema: GivenCredit.array(), signal }),
})
