/** Mails an invoice (B215): the PDF that the screen has made, to the customer and up to four more. */
import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { z } from 'zod'
import { showDay, showDollars } from '#contract/format.ts'
import { invoiceFileName } from '#contract/invoices/document.ts'
import type { Invoice } from '#contract/invoices/schema.ts'
import { MailAddress, MailSubject, type MailRow } from '#contract/mails/schema.ts'
import type { Person } from '#contract/permissions.ts'
import { distributorLines } from '../distributor/lines.ts'
import { lockOrderRow } from '../orders/lock.ts'
import { readMail } from '../mail/present.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { Problem, wrongField } from '../platform/problem.ts'
import { readStoredInvoice } from './present.ts'

/** The PDF of an invoice of a thousand lines has a tenth of this size. */
export const LARGEST_PDF_BYTES = 10 * 1024 * 1024
/** Readings, "Money on the invoice". */
const MOST_ADDITIONAL_ADDRESSES = 4

const Fields = z.object({
  to_email: MailAddress,
  additional_emails: z
    .array(MailAddress)
    .max(MOST_ADDITIONAL_ADDRESSES, `are ${MOST_ADDITIONAL_ADDRESSES} at most`),
  custom_subject: MailSubject.optional(),
  note: z.string().max(5_000).optional(),
})
/** The same fields for the API's page. */
export const INVOICE_MAIL_FORM = {
  type: 'object',
  required: ['file', 'to_email'],
  properties: {
    file: { type: 'string', format: 'binary', description: 'The PDF.' },
    to_email: { type: 'string', format: 'email' },
    'additional_emails[0]': {
      type: 'string',
      format: 'email',
      description: `Gets a copy. Up to \`additional_emails[${MOST_ADDITIONAL_ADDRESSES - 1}]\`.`,
    },
    custom_subject: { type: 'string' },
    note: { type: 'string', maxLength: 5_000, description: 'Begins the text of the mail.' },
  },
} satisfies OpenAPIV3.SchemaObject
type InvoiceMail = z.infer<typeof Fields> & { pdf: Buffer }

/** Reads the parts of the call. Throws a Problem that names the wrong part. */
export async function readInvoiceMail(request: FastifyRequest): Promise<InvoiceMail> {
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

/**
 * Puts the mail into the outbox, once for each key, with the version of the invoice that its PDF shows. Returns the
 * mail as the outbox has it. The PDF is not part of the call's identity, because a retry makes it again, with another
 * date in it. Throws 409 `outdated` where the invoice is not the one that was seen.
 * @param seen the version that the PDF shows; null for the present one
 */
export async function mailInvoice(
  context: Context,
  person: Person,
  { order, seen }: { order: number; seen: string | null },
  { pdf, ...mail }: InvoiceMail,
  { call, ...rest }: KeyedCall,
): Promise<MailRow> {
  const { outbox, pool } = context
  const lines = await distributorLines(context)
  const keyed = { ...rest, call: [...call, mail] }
  const id = await transaction(pool, (client) =>
    once(client, person, keyed, async () => {
      await lockOrderRow(client, person, order)
      const invoice = await readStoredInvoice(client, person, order)
      if (seen !== null && seen !== invoice.version)
        throw new Problem(409, 'The invoice has changed since its PDF was made. Nothing was mailed.', {
          code: 'outdated',
        })
      const made = randomUUID()
      await client.query(
        `insert into mails (id, kind, order_id, to_address, cc, subject, text_body, attachment_name, attachment, message_id, created_by,
                            invoice_version)
           values ($1, 'invoice', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          made,
          order,
          mail.to_email,
          mail.additional_emails,
          mail.custom_subject ?? `Invoice #${order} from ${lines[0] ?? 'your distributor'}`,
          textOf(invoice, mail.note, lines, context.env.PUBLIC_URL),
          invoiceFileName(invoice, 'pdf'),
          pdf,
          outbox.messageId(`invoice-${order}-${made}`),
          person.id,
          invoice.version,
        ],
      )
      await outbox.add(client, [made])
      return made
    }),
  )
  outbox.wake()
  return readMail(context, id!)
}

/** @param app where people open the app (`PUBLIC_URL`) */
const textOf = (
  invoice: Invoice,
  note: string | undefined,
  lines: readonly string[],
  app: string | undefined,
) =>
  [
    ...(note ? [note, ''] : []),
    `Invoice #${invoice.order_id} for ${invoice.company_location_name}, delivered ${showDay(invoice.order_delivery_date)}: ${showDollars(invoice.grand_total)}.`,
    'The invoice is attached as a PDF.',
    ...(app ? [`See it at ${app}/order/${invoice.order_id}/invoice`] : []),
    '',
    ...lines,
  ].join('\n')
