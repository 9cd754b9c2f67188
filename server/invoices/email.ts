/** Mailing an invoice (B215): the PDF that the screen has made, to the customer and up to four more. */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Invoice } from '#contract/invoices/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { distributorLines } from '../distributor/lines.ts'
import type { Context } from '../platform/context.ts'
import { Problem, wrongField } from '../platform/problem.ts'

/** An invoice of a thousand lines has a tenth of it. */
export const LARGEST_PDF = 10 * 1024 * 1024
/** Readings, "Money on the invoice". */
const MOST_ADDITIONAL = 4

const Address = z.email('must be an email address').max(320)
const Fields = z.object({
  to_email: Address,
  additional_emails: z.array(Address).max(MOST_ADDITIONAL, `are ${MOST_ADDITIONAL} at most`),
  custom_subject: z
    .string()
    .max(200)
    .regex(/^[^\r\n]*$/, 'must be one line')
    .optional(),
  note: z.string().max(5_000).optional(),
})
export type InvoiceMail = z.infer<typeof Fields> & { pdf: Buffer }

/** Reads the parts of the call. Throws a Problem that names the part that is not right. */
export async function readMail(request: FastifyRequest): Promise<InvoiceMail> {
  if (!request.isMultipart()) throw new Problem(400, 'The call must be multipart/form-data.')
  const texts = new Map<string, string>()
  let pdf: Buffer | null = null
  for await (const part of request.parts()) {
    if (part.type === 'field') texts.set(part.fieldname, String(part.value))
    else if (part.fieldname === 'file') pdf = await readPdf(part)
    else part.file.resume()
  }
  if (!pdf) throw wrongField('file', 'is missing')
  const read = Fields.safeParse({
    to_email: texts.get('to_email'),
    additional_emails: [...texts]
      .filter(([name]) => /^additional_emails\[\d+\]$/.test(name))
      .map(([, text]) => text),
    custom_subject: texts.get('custom_subject') || undefined,
    note: texts.get('note') || undefined,
  })
  if (!read.success) {
    const issue = read.error.issues[0]!
    throw wrongField(String(issue.path[0]), issue.message)
  }
  return { ...read.data, pdf }
}

async function readPdf(part: MultipartFile): Promise<Buffer> {
  const content = await part.toBuffer()
  if (!content.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw wrongField('file', 'must be a PDF')
  return content
}

/** Sends the mail, and keeps to whom it went. Throws a Problem where somebody does not get it. */
export async function mailInvoice(
  context: Context,
  person: Person,
  invoice: Invoice,
  { to_email, additional_emails, custom_subject, note, pdf }: InvoiceMail,
): Promise<void> {
  const lines = await distributorLines(context)
  const number = invoice.order_id
  const refused = await context.mailer.send({
    to: to_email,
    cc: additional_emails,
    subject: custom_subject ?? `Invoice #${number} from ${lines[0] ?? 'your distributor'}`,
    text: [
      ...(note ? [note, ''] : []),
      `Invoice #${number} for ${invoice.company_location_name}, delivered ${invoice.order_delivery_date}: $${invoice.grand_total}.`,
      'The invoice is attached as a PDF.',
      '',
      ...lines,
    ].join('\n'),
    attachments: [
      {
        filename: `Invoice #${number} ${invoice.customer.username}.pdf`,
        content: pdf,
        contentType: 'application/pdf',
      },
    ],
  })
  await context.pool.query('insert into invoice_mails (order_id, sent_by, addresses) values ($1, $2, $3)', [
    number,
    person.id,
    [to_email, ...additional_emails].filter((address) => !refused.includes(address)),
  ])
  if (refused.length > 0)
    throw new Problem(
      502,
      `The mail server takes no mail for ${refused.join(', ')}. The others have the invoice.`,
    )
}
