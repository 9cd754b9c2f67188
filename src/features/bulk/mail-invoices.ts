/** Mailing many invoices: the page makes the PDF of each before it mails it (B150, B241). */
import type { Invoice } from '#contract/invoices/schema.ts'
import type { MailRow } from '#contract/mails/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { currentInvoicePdf } from '#src/documents/invoice-pdf.ts'
import { sendInvoice } from '#src/documents/mail-invoice.ts'
import type { RunVerdict } from '#src/kit/long-run/long-runner.ts'
import { plural } from '#src/ui/format.ts'
import { mailOf, type MailDraft } from './mail-drafts.ts'

/** B257. */
export const MAIL_FAILED = 'There was an error while sending the emails'
/** B258. */
const PDF_FAILED = 'There was an error while generating pdf for the following invoices'

export interface Mail {
  invoice: Invoice
  draft: MailDraft
}

class PdfError extends Error {}

/**
 * Mails the invoice as it is now, which may differ from the one in the list (docs/decisions/0168). Returns the mail,
 * which waits to be sent. Rejects where the PDF cannot be made (and mails nothing), or as the call does.
 * @param key the call's idempotency key
 * @param makePdf makes the PDF of an invoice, as its print view has it (B241)
 */
export async function mailDraft(
  client: Client,
  { invoice, draft }: Mail,
  key: string,
  makePdf?: (client: Client, invoice: Invoice) => Promise<Blob>,
): Promise<MailRow> {
  const { order_id } = invoice
  const now = await currentInvoicePdf(client, order_id, makePdf).catch((error: unknown) => {
    throw new PdfError(errorText(error), { cause: error })
  })
  return sendInvoice(client, now.invoice, now.pdf, mailOf(draft), key)
}

/** Identifies a mail: by its recipients, its text and the invoice that it contains. */
export const mailCall = ({ invoice, draft }: Mail): string =>
  JSON.stringify([mailOf(draft), invoice.created_date, invoice.grand_total])

export const judgeMail = ({ invoice: { order_id } }: Mail, error: unknown): RunVerdict =>
  error instanceof PdfError
    ? { heading: PDF_FAILED, words: `Invoice: ${order_id}\n${error.message}` }
    : {
        heading: MAIL_FAILED,
        words: `There was an error processing Invoice: ${order_id}\n${errorText(error)}`,
      }

/** The warning before invoices are mailed a second time (docs/decisions/0168); empty where none is. */
export const mailedAgain = (mails: readonly Mail[]): string =>
  mails.length === 0
    ? ''
    : `${plural(mails.length, 'invoice')} of these ${mails.length === 1 ? 'was' : 'were'} mailed before, and would go out again.`
