/** The mails of the house, as the office reads them (docs/decisions/0110), and what a mail may be addressed and called. */
import { z } from 'zod'
import { Email, Id, RowId } from '../values.ts'
import { MAIL_STATES } from './states.ts'

/** What becomes part of a mail's head is one line: a second one would be a head of its own. */
const oneLine = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\r\n]*$/, 'must be one line')

/** As long as a mailbox may be (RFC 5321: 64 characters, @, 255). */
export const MailAddress = Email.max(320)
export const MailSubject = oneLine(200)

/**
 * Of an order, of those beyond a day's bound, of an invoice, with the link that sets a new password, with the one that sets the first, with the one that confirms
 * an own new address, with the one that undoes a change of the account, of a payment that is disputed, or a test of the mail server.
 */
export const MailKind = z.enum([
  'order',
  'orders',
  'invoice',
  'password',
  'invitation',
  'address',
  'undo',
  'dispute',
  'test',
])
export type MailKind = z.infer<typeof MailKind>

export const MailState = z.enum(MAIL_STATES)
export type MailState = z.infer<typeof MailState>

export const MailRow = z.object({
  id: RowId,
  kind: MailKind,
  /** What it is about; null where that is no order, or the order is no more. */
  order: Id.nullable(),
  to: z.string(),
  cc: z.array(z.string()),
  subject: z.string(),
  state: MailState,
  /** Some server process is handing it to the mail server at this moment. */
  is_sending: z.boolean(),
  /** It waits or was refused, and its PDF shows another invoice than there is by now. */
  is_outdated: z.boolean(),
  /** The mail server's words, or why it was dropped; '' for none. */
  server_said: z.string(),
  tries: z.int(),
  created_at: z.string(),
  /** Whose act it came of; null for the house's own. */
  created_by: z.string().nullable(),
  /** Since when the state is what it is; null while it waits. */
  settled_at: z.string().nullable(),
  /** Who sent it by hand or dropped it. */
  settled_by: z.string().nullable(),
  /** The attached file's name. */
  attachment: z.string().nullable(),
})
export type MailRow = z.infer<typeof MailRow>

/** One mail whole. While it waits, its text is what it would say now. */
export const MailWhole = MailRow.extend({ message_id: z.string(), text: z.string() })
export type MailWhole = z.infer<typeof MailWhole>

/** `again`: somebody was asked, and has it sent although it perhaps was. */
export const SendMail = z.strictObject({ again: z.boolean().optional() }).nullish()
