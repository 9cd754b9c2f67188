import { Letterhead } from '#contract/distributor/schema.ts'
import { printedInvoice } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { makePdf } from './make-pdf.ts'
import type { PdfOptions } from './pdf-maker.ts'
import { readInvoice } from './read-invoice.ts'

/**
 * The PDF of an invoice, with the distributor's lines of now on it. One out of a list, which tells no pieces, is read once more
 * where its weigh ticket is wanted. Throws what the calls throw, and what `makePdf` does.
 */
export async function invoicePdf(client: Client, invoice: Invoice, options?: PdfOptions): Promise<Blob> {
  const letterhead = await client.api('GET', 'distributor/letterhead', { schema: Letterhead })
  const isWhole = invoice.weighed !== undefined || !letterhead.weigh_ticket
  const whole = isWhole ? invoice : readInvoice(await client.api('GET', `orders/${invoice.order_id}/invoice`))
  return makePdf({ kind: 'invoice', invoice: printedInvoice(whole, letterhead) }, options)
}
