/** What a mail says, written when it is sent, so that it says what is true then; or why it is not sent any more. */
import { INVITATION_DAYS } from '#contract/people/access.ts'
import { confirmationMail, confirmedSql, type ConfirmedOrder } from '../ordering/confirmation-mail.ts'
import { namedSql, summaryMail, type NamedOrder } from '../ordering/summary-mail.ts'
import { distributorLines } from '../distributor/lines.ts'
import { accountIsOpen } from '../platform/auth/open-account.ts'
import { isUndoable, makeAccountLink, oldestUndoable } from '../people/account-changes.ts'
import { addressMail, undoMail, type UndoFacts } from '../people/account-mails.ts'
import { IS_OUTDATED } from './present.ts'
import { invitationMail, passwordMail } from '../people/password-mail.ts'
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
  change_id: number | null
  to_address: string
  subject: string
  text_body: string
}

type Parts = Pick<Context, 'pool' | 'env' | 'clock'>

const GONE = 'The order is no more.'
const NOT_CONFIRMED = 'The order’s day is over, or its customer is not to be mailed any more.'
const NONE_NAMED = 'The orders are no more, or their customer is not to be mailed any more.'
const NO_INVOICE = 'The invoice was taken back after this mail was written.'
export const OUTDATED =
  'The invoice has changed since this mail was written. Mail the invoice as it is now, and drop this one.'
const LATE = 'It was asked for too long ago, or for an account that is closed.'
const NOT_INVITED = 'They have signed in since, the account is closed, or the invitation is too old.'
const NOT_WAITING =
  'The address waits for nothing any more: it was confirmed, withdrawn, or asked for too long ago.'
const NOT_UNDONE = 'The change was undone, lies too far back, or the office has set an address since.'
/** What stands for the link where the mail is only read. */
const NOT_SHOWN = '(the link is not shown)'

/**
 * @param isRead it is only looked at, and nothing is made for it
 * @returns `held`: why a person has to decide whether it is sent
 */
export async function writeMail(
  context: Parts,
  mail: MailFacts,
  { isRead = false } = {},
): Promise<Written | { dropped: string } | { held: string }> {
  if (mail.kind === 'password') return writePassword(context, mail, isRead)
  if (mail.kind === 'invitation') return writeInvitation(context, mail, isRead)
  if (mail.kind === 'address') return writeAddress(context, mail, isRead)
  if (mail.kind === 'undo') return writeUndo(context, mail, isRead)
  if (mail.kind === 'orders') return writeSummary(context, mail.id)
  if (mail.kind === 'dispute' || mail.kind === 'test') return { subject: mail.subject, text: mail.text_body }
  if (mail.order_id === null) return { dropped: GONE }
  if (mail.kind === 'order') return writeConfirmation(context, mail.order_id)
  const { rows } = await context.pool.query<{ is_outdated: boolean }>(
    `select ${IS_OUTDATED} as is_outdated from mails m join invoices i on i.order_id = m.order_id
      where m.id = $1 and (m.invoice_version is not null or i.created_at <= m.created_at)`,
    [mail.id],
  )
  if (!rows[0]) return { dropped: NO_INVOICE }
  if (rows[0].is_outdated) return { held: OUTDATED }
  return { subject: mail.subject, text: mail.text_body }
}

async function writeConfirmation(context: Parts, order: number): Promise<Written | { dropped: string }> {
  const { rows } = await context.pool.query<ConfirmedOrder>(confirmedSql(context.env), [
    order,
    today(context),
  ])
  if (!rows[0]) return { dropped: NOT_CONFIRMED }
  return confirmationMail(rows[0], await distributorLines(context), context.env.PUBLIC_URL)
}

async function writeSummary(context: Parts, id: string): Promise<Written | { dropped: string }> {
  const { rows } = await context.pool.query<NamedOrder>(namedSql(context.env), [id])
  if (rows.length === 0) return { dropped: NONE_NAMED }
  return summaryMail(rows, await distributorLines(context), context.env.PUBLIC_URL)
}

async function writePassword(
  context: Parts,
  { id, user_id: user }: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const { rows } = await context.pool.query<{ username: string }>(
    `select u.username from mails m join users u on u.id = m.user_id and ${accountIsOpen(context.env, 'u')}
      where m.id = $1 and m.created_at > now() - interval '30 minutes'`,
    [id],
  )
  if (!rows[0] || user === null) return { dropped: LATE }
  const link = isRead ? NOT_SHOWN : await makePasswordLink(context, user)
  const mail = passwordMail(rows[0].username, link, await distributorLines(context))
  return isRead ? mail : { ...mail, secret: link }
}

async function writeInvitation(
  context: Parts,
  { id, user_id: user }: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const { rows } = await context.pool.query<{ username: string }>(
    `select u.username from mails m join users u on u.id = m.user_id and ${accountIsOpen(context.env, 'u')}
      where m.id = $1 and m.created_at > now() - interval '${INVITATION_DAYS} days'
        and not exists (select from sessions s where s.user_id = u.id)`,
    [id],
  )
  if (!rows[0] || user === null) return { dropped: NOT_INVITED }
  const link = isRead ? NOT_SHOWN : await makePasswordLink(context, user, { isInvitation: true })
  const mail = invitationMail(rows[0].username, link, await distributorLines(context))
  return isRead ? mail : { ...mail, secret: link }
}

async function writeAddress(
  context: Parts,
  { id, user_id: user, to_address: address }: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const { rowCount } = await context.pool.query(
    `select from mails m join users u on u.id = m.user_id and ${accountIsOpen(context.env, 'u')}
      where m.id = $1 and u.waiting_email = m.to_address and m.created_at > now() - interval '7 days'`,
    [id],
  )
  if (rowCount !== 1 || user === null) return { dropped: NOT_WAITING }
  const link = isRead ? NOT_SHOWN : await makeAccountLink(context, { user, change: null, address })
  const mail = addressMail(link, await distributorLines(context))
  return isRead ? mail : { ...mail, secret: link }
}

async function writeUndo(
  context: Parts,
  { user_id: user, change_id: change, to_address: address }: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const { rows } = await context.pool.query<UndoFacts>(
    `select u.username, c.what, c.address_after from account_changes c join users u on u.id = c.user_id
      where c.id = $1 and ${isUndoable('$2')}`,
    [change, oldestUndoable(context.clock())],
  )
  if (!rows[0] || user === null || change === null) return { dropped: NOT_UNDONE }
  const link = isRead ? NOT_SHOWN : await makeAccountLink(context, { user, change, address })
  const mail = undoMail(rows[0], link, await distributorLines(context))
  return isRead ? mail : { ...mail, secret: link }
}
