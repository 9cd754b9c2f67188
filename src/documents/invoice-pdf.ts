import { Letterhead } from '#contract/distributor/schema.ts'
import { printedInvoice } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { makePdf } from './make-pdf.ts'
import type { PdfOptions } from './pdf-maker.ts'
import { readInvoice } from './read-invoice.ts'

/**
 * Makes the PDF of an invoice, with the distributor's current lines on it. An invoice from a list has no pieces: its
 * PDF would lack the weigh ticket. Throws what the call throws, and what `makePdf` does.
 */
export async function invoicePdf(client: Client, invoice: Invoice, options?: PdfOptions): Promise<Blob> {
  const letterhead = await client.api('GET', 'distributor/letterhead', { schema: Letterhead })
  return makePdf({ kind: 'invoice', invoice: printedInvoice(invoice, letterhead) }, options)
}

/** Returns the current invoice of an order, which may differ from a page's, and its PDF. Throws as above. */
export async function currentInvoicePdf(
  client: Client,
  order: number,
  pdfOf: (client: Client, invoice: Invoice) => Promise<Blob> = invoicePdf,
): Promise<{ invoice: Invoice; pdf: Blob }> {
  const invoice = readInvoice(await client.api('GET', `orders/${order}/invoice`))
  return { invoice, pdf: await pdfOf(client, invoice) }
}
