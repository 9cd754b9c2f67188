/** Mailing many invoices, one after another (B150). */
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText } from '#src/api/errors.ts'
import { sendInvoice } from '#src/documents/mail-invoice.ts'
import { mailOf, type MailDraft } from './mail-drafts.ts'
import { runEach, type Outcome, type Progress, type Trouble } from './run-each.ts'

/** B257. */
const MAIL_FAILED = 'There was an error while sending the emails'
/** B258. */
const PDF_FAILED = 'There was an error while generating pdf for the following invoices'

export interface Mail {
  invoice: Invoice
  draft: MailDraft
}

class PdfError extends Error {}

/**
 * Never rejects.
 * @param makePdf the PDF of an invoice, as its print view has it (B241)
 * @param onSent called with each that is on its way to its customer
 */
export async function mailInvoices(
  client: Client,
  makePdf: (invoice: Invoice) => Promise<Blob>,
  mails: readonly Mail[],
  progress: Progress,
  onSent: (mail: Mail) => void,
): Promise<Outcome<Mail>> {
  async function send(mail: Mail) {
    const { invoice, draft } = mail
    const pdf = await makePdf(invoice).catch((error: unknown) => {
      throw new PdfError(errorText(error), { cause: error })
    })
    await sendInvoice(client, invoice, pdf, mailOf(invoice, draft))
    onSent(mail)
  }
  const { failures, left } = await runEach(mails, send, progress)
  const numberOf = ({ of }: { of: Mail }) => of.invoice.order_id
  const trouble = (
    heading: string,
    some: typeof failures,
    text: (one: (typeof failures)[0]) => string,
  ): Trouble[] =>
    some.length === 0
      ? []
      : [{ heading, lines: some.map((one) => ({ order: numberOf(one), text: text(one) })) }]
  return {
    troubles: [
      ...trouble(
        MAIL_FAILED,
        failures.filter(({ error }) => !(error instanceof PdfError)),
        (one) => `There was an error processing Invoice: ${numberOf(one)}\n${errorText(one.error)}`,
      ),
      ...trouble(
        PDF_FAILED,
        failures.filter(({ error }) => error instanceof PdfError),
        (one) => `Invoice: ${numberOf(one)}\n${errorText(one.error)}`,
      ),
    ],
    left: [...failures.map(({ of }) => of), ...left],
    stopped: left.length,
  }
}
