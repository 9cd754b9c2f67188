/**
 * A person's own new mail address waits until its own link is opened. A change can be undone from the former address
 * (docs/decisions/0182).
 */
import type pg from 'pg'
import { z } from 'zod'
import type { Person } from '#contract/permissions.ts'
import { can } from '#contract/permissions.ts'
import { editProblem, ONLY_MANAGERS } from '#contract/people/user-rules.ts'
import { endIdentityLinksOf } from '../platform/auth/identity-links.ts'
import { accountIsOpen } from '../platform/auth/open-account.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { makeSecret } from '../platform/auth/secrets.ts'
import { countAddressMail } from '../platform/auth/throttle.ts'
import { endSessionsOf } from '../platform/auth/tokens.ts'
import { transaction, type Context } from '../platform/context.ts'
import { recordEvent, type Actor } from '../platform/security-events.ts'
import { forbidden, notFound, Problem } from '../platform/problem.ts'
import { queryRow } from '../platform/rows.ts'
import {
  isUndoable,
  oldestUndoable,
  queueAddressMail,
  recordChange,
  useAccountLink,
} from './account-changes.ts'
import { endPasswordLinks, queuePasswordMail } from './password-links.ts'
import { updateUser } from './store.ts'

const linkOver = (message: string) => new Problem(410, message, { code: 'link_over' })

const CurrentAddress = z.object({ email: z.string() })

/** Handles the link of a confirmation: the waiting address becomes the person's. Throws 410. */
export async function confirmAddress(context: Context, token: string, actor: Actor): Promise<void> {
  const { pool, env, clock, outbox, people } = context
  const user = await transaction(pool, async (client) => {
    const now = clock()
    const link = await useAccountLink(client, token, now)
    const current = await queryRow(
      client,
      CurrentAddress,
      `select email from users where id = $1 and waiting_email = $2 and ${accountIsOpen(env)}`,
      [link?.user, link?.address],
    )
    if (!link || link.change !== null || !current)
      throw linkOver('This link was used already, or the address is no longer asked for.')
    await updateUser(client, link.user, { email: link.address, waiting_email: '' })
    await endPasswordLinks(client, link.user)
    await readdressConfirmations(client, link.user, current.email, link.address)
    const address = { before: current.email, after: link.address }
    await recordChange(context, client, { user: link.user, by: link.user, actor, what: 'address', address })
    return link.user
  })
  people.forget(user)
  outbox.wake()
}

/** The person of a change, with the present address and the one that an undo restores. */
const UndoableChange = z.object({ email: z.string(), username: z.string(), before: z.string() })

/**
 * Handles the link of an undo. Undoes the change and everything after it: restores the former address, signs the person
 * out everywhere, ends every password and every link with an identity of the provider, and mails a link that sets a new
 * password to that address. Throws 410.
 */
export async function undoChange(context: Context, token: string, actor: Actor): Promise<void> {
  const { pool, clock, outbox, people } = context
  // A random password that no person knows: the person who changed the account knew the present one.
  const password_hash = await hashPassword(makeSecret())
  const user = await transaction(pool, async (client) => {
    const now = clock()
    const link = await useAccountLink(client, token, now)
    const undoable = await queryRow(
      client,
      UndoableChange,
      `select u.email, u.username, c.address_before as before from account_changes c join users u on u.id = c.user_id
        where c.id = $1 and ${isUndoable('$2')}`,
      [link?.change, oldestUndoable(now)],
    )
    if (!link || link.change === null || !undoable)
      throw linkOver(
        'This link was used already, is older than 7 days, or the office has set an address since.',
      )
    const { email, username, before } = undoable
    await client.query(
      'update account_changes set undone_at = $3 where user_id = $1 and id >= $2 and undone_at is null and changed_by = user_id',
      [link.user, link.change, now],
    )
    await client.query('delete from account_links where user_id = $1 and coalesce(change_id >= $2, true)', [
      link.user,
      link.change,
    ])
    await updateUser(client, link.user, { email: before, waiting_email: '', password_hash })
    await endSessionsOf(client, link.user, now)
    await endIdentityLinksOf(client, link.user)
    await endPasswordLinks(client, link.user)
    await readdressConfirmations(client, link.user, email, before)
    await queuePasswordMail(context, client, { id: link.user })
    await recordEvent(client, actor, {
      kind: 'password',
      about: username,
      details: `A change was undone by the link of a mail: no password holds. ${email || 'none'} → ${before}`,
    })
    return link.user
  })
  people.forget(user)
  outbox.wake()
}

/** Readdresses confirmations of orders that still wait to the valid address. */
export async function readdressConfirmations(
  client: pg.ClientBase,
  user: number,
  from: string,
  to: string,
): Promise<void> {
  await client.query(
    `update mails set to_address = $3
      where user_id = $1 and kind in ('order', 'orders') and state = 'waiting' and handed_over_at is null and to_address = $2`,
    [user, from, to],
  )
}

const LockedAddressee = z.object({ id: z.number(), role_id: z.number(), waiting_email: z.string() })

/** Returns the waiting address of a person. Throws 404, 403 as the call that edits a user, and 409 where none waits. */
async function waitingAddressOf(client: pg.ClientBase, person: Person, id: number): Promise<string> {
  mayEditUser(person, id)
  const user = await queryRow(
    client,
    LockedAddressee,
    'select id, role_id, waiting_email from users where id = $1 for no key update',
    [id],
  )
  if (!user) throw notFound('user')
  const problem = editProblem(person, user)
  if (problem) throw forbidden(problem)
  if (user.waiting_email === '')
    throw new Problem(409, 'No address waits for its confirmation.', { code: 'nothing_waits' })
  return user.waiting_email
}

/**
 * Throws 404 or 403 where the person may not edit this user. A person outside the house knows of no other user
 * (readings, "People and roles").
 */
export function mayEditUser(person: Person, id: number): void {
  if (!person.is_staff && id !== person.id) throw notFound('user')
  if (id !== person.id && !can(person, 'users.manage')) throw forbidden(ONLY_MANAGERS)
}

/** Mails the link of the waiting address once more. Throws 409 and 429. */
export async function mailAddressAgain(context: Context, person: Person, id: number): Promise<void> {
  const { pool, outbox } = context
  const address = await transaction(pool, (client) => waitingAddressOf(client, person, id))
  if (!outbox.sends)
    throw new Problem(409, 'This server sends no mail. The office can confirm the address.', {
      code: 'no_mail_server',
    })
  await countAddressMail(pool, id, address)
  // If another address waits by now, the mail is dropped when it is written.
  await transaction(pool, (client) => queueAddressMail(context, client, id, address))
  outbox.wake()
}

/** Withdraws the waiting address. */
export async function withdrawAddress({ pool }: Context, person: Person, id: number): Promise<void> {
  await transaction(pool, async (client) => {
    await waitingAddressOf(client, person, id)
    await updateUser(client, id, { waiting_email: '' })
  })
}
