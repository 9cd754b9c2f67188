/** Writes a mail when it is sent, so that it says what is true then; or says why it is not sent any more. */
import { z } from 'zod'
import { MailKind } from '#contract/mails/schema.ts'
import { INVITATION_DAYS } from '#contract/people/access.ts'
import { confirmationMail, confirmedSql, ConfirmedOrder } from '../ordering/confirmation-mail.ts'
import { NamedOrder, namedSql, summaryMail } from '../ordering/summary-mail.ts'
import { distributorLines } from '../distributor/lines.ts'
import { accountIsOpen } from '../platform/auth/open-account.ts'
import { isUndoable, makeAccountLink, oldestUndoable } from '../people/account-changes.ts'
import { addressMail, UndoFacts, undoMail } from '../people/account-mails.ts'
import { IS_OUTDATED } from './present.ts'
import { invitationMail, passwordMail } from '../people/password-mail.ts'
import { makePasswordLink } from '../people/password-links.ts'
import { today, type Context } from '../platform/context.ts'
import { queryRow, queryRows, UsernameRow } from '../platform/rows.ts'

export interface Written {
  subject: string
  text: string
  html?: string
  /** The part that must not be stored, because another user could read it. */
  secret?: string
}

/** The fields of a mail that decide its text. */
export const MailFacts = z.object({
  id: z.string(),
  kind: MailKind,
  order_id: z.number().nullable(),
  user_id: z.number().nullable(),
  change_id: z.number().nullable(),
  to_address: z.string(),
  subject: z.string(),
  text_body: z.string(),
})
export type MailFacts = z.infer<typeof MailFacts>

type Parts = Pick<Context, 'pool' | 'env' | 'clock'>

const GONE = 'The order is no more.'
const NOT_CONFIRMED = 'The order’s day is over, or its customer is not to be mailed any more.'
const NONE_NAMED = 'The orders are no more, or their customer is not to be mailed any more.'
const NO_INVOICE = 'The invoice was taken back after this mail was written.'
export const OUTDATED =
  'The invoice has changed since this mail was written. Mail the invoice as it is now, and drop this one.'
const LATE = 'It was asked for too long ago, or the account is closed or has another address now.'
const NOT_INVITED =
  'They have signed in since, the account is closed or has another address, or the invitation is too old.'
const NOT_WAITING =
  'The address waits for nothing any more: it was confirmed, withdrawn, or asked for too long ago.'
const NOT_UNDONE = 'The change was undone, lies too far back, or the office has set an address since.'
/** Replaces the link where the mail is only read. */
const NOT_SHOWN = '(the link is not shown)'

const InvoiceMail = z.object({ is_outdated: z.boolean() })

/**
 * @param isRead the mail is only displayed, and no link is made for it
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
  const invoiceMail = await queryRow(
    context.pool,
    InvoiceMail,
    `select ${IS_OUTDATED} as is_outdated from mails m join invoices i on i.order_id = m.order_id
      where m.id = $1 and (m.invoice_version is not null or i.created_at <= m.created_at)`,
    [mail.id],
  )
  if (!invoiceMail) return { dropped: NO_INVOICE }
  if (invoiceMail.is_outdated) return { held: OUTDATED }
  return { subject: mail.subject, text: mail.text_body }
}

async function writeConfirmation(context: Parts, id: number): Promise<Written | { dropped: string }> {
  const order = await queryRow(context.pool, ConfirmedOrder, confirmedSql(context.env), [id, today(context)])
  if (!order) return { dropped: NOT_CONFIRMED }
  return confirmationMail(order, await distributorLines(context), context.env.PUBLIC_URL)
}

async function writeSummary(context: Parts, id: string): Promise<Written | { dropped: string }> {
  const orders = await queryRows(context.pool, NamedOrder, namedSql(context.env), [id])
  if (orders.length === 0) return { dropped: NONE_NAMED }
  return summaryMail(orders, await distributorLines(context), context.env.PUBLIC_URL)
}

/**
 * Returns the username of the person that a mail with a link is for. Null where the account is closed, the mail is
 * older than `age` (a PostgreSQL interval), or `condition` no longer holds. `condition` is SQL over the mail `m` and
 * the user `u`.
 */
async function findPerson(
  { pool, env }: Parts,
  { id }: MailFacts,
  age: string,
  condition: string,
): Promise<string | null> {
  const person = await queryRow(
    pool,
    UsernameRow,
    `select u.username from mails m join users u on u.id = m.user_id and ${accountIsOpen(env, 'u')}
      where m.id = $1 and m.created_at > now() - $2::interval and ${condition}`,
    [id, age],
  )
  return person?.username ?? null
}

/** SQL condition: the mail goes to the address that the person has now. */
const IS_THEIR_ADDRESS = 'u.email = m.to_address'

async function writePassword(
  context: Parts,
  mail: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const username = await findPerson(context, mail, '30 minutes', IS_THEIR_ADDRESS)
  if (username === null || mail.user_id === null) return { dropped: LATE }
  const link = isRead ? NOT_SHOWN : await makePasswordLink(context, mail.user_id)
  const written = passwordMail(username, link, await distributorLines(context))
  return isRead ? written : { ...written, secret: link }
}

async function writeInvitation(
  context: Parts,
  mail: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const isInvited = `${IS_THEIR_ADDRESS} and not exists (select from sessions s where s.user_id = u.id)`
  const username = await findPerson(context, mail, `${INVITATION_DAYS} days`, isInvited)
  if (username === null || mail.user_id === null) return { dropped: NOT_INVITED }
  const link = isRead ? NOT_SHOWN : await makePasswordLink(context, mail.user_id, { isInvitation: true })
  const written = invitationMail(username, link, await distributorLines(context))
  return isRead ? written : { ...written, secret: link }
}

async function writeAddress(
  context: Parts,
  mail: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const { user_id: user, to_address: address } = mail
  const username = await findPerson(context, mail, '7 days', 'u.waiting_email = m.to_address')
  if (username === null || user === null) return { dropped: NOT_WAITING }
  const link = isRead ? NOT_SHOWN : await makeAccountLink(context, { user, change: null, address })
  const written = addressMail(link, await distributorLines(context))
  return isRead ? written : { ...written, secret: link }
}

async function writeUndo(
  context: Parts,
  { user_id: user, change_id: change, to_address: address }: MailFacts,
  isRead: boolean,
): Promise<Written | { dropped: string }> {
  const facts = await queryRow(
    context.pool,
    UndoFacts,
    `select u.username, c.what, c.address_after from account_changes c join users u on u.id = c.user_id
      where c.id = $1 and ${isUndoable('$2')}`,
    [change, oldestUndoable(context.clock())],
  )
  if (!facts || user === null || change === null) return { dropped: NOT_UNDONE }
  const link = isRead ? NOT_SHOWN : await makeAccountLink(context, { user, change, address })
  const mail = undoMail(facts, link, await distributorLines(context))
  return isRead ? mail : { ...mail, secret: link }
}
