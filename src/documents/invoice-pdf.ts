import { Distributor } from '#contract/distributor/schema.ts'
import { printedInvoice } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { makePdf } from './make-pdf.ts'
import type { PdfOptions } from './pdf-maker.ts'

/** The PDF of an invoice, with the distributor's lines of now on it. Throws what the call throws, and what `makePdf` does. */
export async function invoicePdf(client: Client, invoice: Invoice, options?: PdfOptions): Promise<Blob> {
  const { lines } = await client.api('GET', 'distributor/letterhead', { schema: Distributor })
  return makePdf({ kind: 'invoice', invoice: printedInvoice(invoice, lines) }, options)
}
