/** What a mail says, written when it is sent, so that it says what is true then; or why it is not sent any more. */
import { confirmationMail, CONFIRMED_SQL, type ConfirmedOrder } from '../ordering/confirmation-mail.ts'
import { distributorLines } from '../distributor/lines.ts'
import { passwordMail } from '../people/password-mail.ts'
import { makePasswordLink } from '../people/password-links.ts'
import { today, type Context } from '../platform/context.ts'

export interface Written {
  subject: string
  text: string
  html?: string
  /** What must not be kept: whoever reads it could be somebody else. */
  secret?: string
}

/** A mail as far as what it says depends on it. */
export interface MailFacts {
  id: string
  kind: string
  order_id: number | null
  user_id: number | null
  subject: string
  text_body: string
}

type Parts = Pick<Context, 'pool' | 'db' | 'env' | 'clock'>

const GONE = 'The order is no more.'
const NOT_CONFIRMED = 'The order’s day is over, or its customer is not to be mailed any more.'
const NO_INVOICE = 'The invoice was taken back or made anew after this mail was written.'
const LATE = 'It was asked for too long ago, or for an account that is closed.'
/** What stands for the link where the mail is only read. */
const NOT_SHOWN = '(the link is not shown)'

/** @param isRead it is only looked at, and nothing is made for it */
export async function writeMail(
  context: Parts,
  mail: MailFacts,
  { isRead = false } = {},
): Promise<Written | { dropped: string }> {
  if (mail.kind === 'password') return writePassword(context, mail, isRead)
  if (mail.order_id === null) return { dropped: GONE }
  if (mail.kind === 'order') return writeConfirmation(context, mail.order_id)
  const { rowCount } = await context.pool.query(
    'select from mails m join invoices i on i.order_id = m.order_id and i.created_at <= m.created_at where m.id = $1',
    [mail.id],
  )
  return rowCount === 1 ? { subject: mail.subject, text: mail.text_body } : { dropped: NO_INVOICE }
}

async function writeConfirmation(context: Parts, order: number): Promise<Written | { dropped: string }> {
  const { rows } = await context.pool.query<ConfirmedOrder>(CONFIRMED_SQL, [order, today(context)])
  if (!rows[0]) return { dropped: NOT_CONFIRMED }
  return confirmationMail(rows[0], await distributorLines(context), context.env.PUBLIC_URL)
}

async function writePassword(
  context: Parts,
  { id, user_id: user }: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const { rows } = await context.pool.query<{ username: string }>(
    `select u.username from mails m join users u on u.id = m.user_id and u.is_active and not u.account_lock
      where m.id = $1 and m.created_at > now() - interval '30 minutes'`,
    [id],
  )
  if (!rows[0] || user === null) return { dropped: LATE }
  const link = isRead ? NOT_SHOWN : await makePasswordLink(context, user)
  const mail = passwordMail(rows[0].username, link, await distributorLines(context))
  return isRead ? mail : { ...mail, secret: link }
}
