import { Letterhead } from '#contract/distributor/schema.ts'
import { printedInvoice } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { makePdf } from './make-pdf.ts'
import type { PdfOptions } from './pdf-maker.ts'

/**
 * The PDF of an invoice, with the distributor's lines of now on it. One out of a list tells no pieces: it would come without
 * its weigh ticket. Throws what the call throws, and what `makePdf` does.
 */
export async function invoicePdf(client: Client, invoice: Invoice, options?: PdfOptions): Promise<Blob> {
  const letterhead = await client.api('GET', 'distributor/letterhead', { schema: Letterhead })
  return makePdf({ kind: 'invoice', invoice: printedInvoice(invoice, letterhead) }, options)
}
