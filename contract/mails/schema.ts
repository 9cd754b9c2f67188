/**
 * The distributor's mails, as the office reads them (docs/decisions/0110), and the rules for addresses and subjects.
 */
import { z } from 'zod'
import { Email, Id, RowId } from '../values.ts'
import { MAIL_STATES } from './states.ts'

/** Text in a mail's head is one line: a second line would be a header of its own. */
const oneLine = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\r\n]*$/, 'must be one line')

/** The longest mailbox (RFC 5321: 64 characters, @, 255). */
export const MailAddress = Email.max(320)
export const MailSubject = oneLine(200)

/**
 * What a mail is about: an order, orders beyond a day's bound, an invoice, the link that sets a new password, the
 * link that sets the first password, the link that confirms a person's own new address, the link that undoes a change
 * of the account, a disputed payment, or a test of the mail server.
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
  /** The order that the mail is about; null where it is about none, or the order no longer exists. */
  order: Id.nullable(),
  to: z.string(),
  cc: z.array(z.string()),
  subject: z.string(),
  state: MailState,
  /** A server process is handing the mail to the mail server at this moment. */
  is_sending: z.boolean(),
  /** The mail waits, was refused or was perhaps sent, and its PDF no longer shows the present invoice. */
  is_outdated: z.boolean(),
  /** The mail server's words, or why it was dropped; '' for none. */
  server_said: z.string(),
  tries: z.int(),
  created_at: z.string(),
  /** The person whose act caused the mail; null where the server made it by itself. */
  created_by: z.string().nullable(),
  /** When the mail got into its state; null while it waits. */
  settled_at: z.string().nullable(),
  /** The person who sent it by hand or dropped it. */
  settled_by: z.string().nullable(),
  /** The attached file's name. */
  attachment: z.string().nullable(),
})
export type MailRow = z.infer<typeof MailRow>

/** One complete mail. While it waits, its text is the present one. */
export const MailWhole = MailRow.extend({ message_id: z.string(), text: z.string() })
export type MailWhole = z.infer<typeof MailWhole>

/** `again`: a person confirmed sending the mail although it was perhaps sent already. */
export const SendMail = z.strictObject({ again: z.boolean().optional() }).nullish()
