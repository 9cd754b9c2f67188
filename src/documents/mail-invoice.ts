/** Sharing an invoice by mail (B215, B216). */
import { MailRow } from '#contract/mails/schema.ts'
import { invoiceFileName } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { currentInvoicePdf, invoicePdf } from './invoice-pdf.ts'

export interface InvoiceMail {
  to: string
  /** Up to four, in the order in which they were added. */
  additional: readonly string[]
  subject: string
  note: string
}

/** The mail server has answered by then: a PDF may be large and the server slow. */
const PATIENCE_MS = 90_000

/**
 * Makes the PDF of the invoice as it is now, as the server writes the mail's text, and has it mailed, once for each `key`.
 * Answers the mail. Throws what the calls throw.
 */
export async function mailInvoicePdf(
  client: Client,
  { order_id }: Pick<Invoice, 'order_id'>,
  mail: InvoiceMail,
  key: string,
  pdfOf = invoicePdf,
): Promise<MailRow> {
  const { invoice, pdf } = await currentInvoicePdf(client, order_id, pdfOf)
  return sendInvoice(client, invoice, pdf, mail, key)
}

/** The same with a PDF that is made already; answers the mail, which waits in the outbox. `key` is the call's idempotency key. */
export async function sendInvoice(
  client: Client,
  invoice: Invoice,
  pdf: Blob,
  { to, additional, subject, note }: InvoiceMail,
  key: string,
): Promise<MailRow> {
  const body = new FormData()
  body.set('file', pdf, invoiceFileName(invoice, 'pdf'))
  body.set('to_email', to.trim())
  for (const [n, address] of additional.entries()) body.set(`additional_emails[${n}]`, address)
  // Only what is not empty.
  if (subject.trim()) body.set('custom_subject', subject.trim())
  if (note.trim()) body.set('note', note.trim())
  return client.api('POST', `orders/${invoice.order_id}/invoice/email`, {
    body,
    schema: MailRow,
    timeoutMs: PATIENCE_MS,
    idempotencyKey: key,
    seenVersion: invoice.version,
  })
}
