/** The records of each new password and address of an account, and the resulting links (docs/decisions/0182). */
import type pg from 'pg'
import { z } from 'zod'
import type { AccountChangeKind } from '#contract/people/account-change.ts'
import { hashOfSecret, makeSecret } from '../platform/auth/secrets.ts'
import type { Context } from '../platform/context.ts'
import { IdRow, queryOnlyRow, queryRow, UsernameRow, TextIdRow } from '../platform/rows.ts'
import { recordEvent, type Actor } from '../platform/security-events.ts'

/** The life of both links: an undo's from the change, a confirmation's from its mail. */
export const ACCOUNT_LINK_DAYS = 7
const LINK_LIFE_MS = ACCOUNT_LINK_DAYS * 24 * 60 * 60_000

/** Returns the time before which a recorded change is too old to be undone. */
export const oldestUndoable = (now: Date): Date => new Date(now.getTime() - LINK_LIFE_MS)

/**
 * Returns an SQL condition on `account_changes c`: the change can still be undone. `oldest` names the parameter of
 * `oldestUndoable`. Only a change that the person made themself can be, and only until the office sets an address: the
 * office decides last.
 */
export const isUndoable = (oldest: string): string => `
  c.undone_at is null and c.created_at > ${oldest} and c.changed_by = c.user_id and c.address_before <> ''
  and not exists (select from account_changes later where later.user_id = c.user_id and later.id > c.id
                     and later.what = 'address' and later.changed_by is distinct from later.user_id)`

export interface NewAccountChange {
  user: number
  /** The person who made the change. */
  by: number
  /** Whose call made the change; no signed-in person's where a link of a mail was opened. */
  actor: Actor
  what: AccountChangeKind
  /** The same twice for a password. */
  address: { before: string; after: string }
}

/**
 * Records a change. If the person made it themself, queues a mail to the former address, with a link that undoes it.
 * Must run inside the transaction of the change; the caller wakes the outbox after it.
 */
export async function recordChange(
  { outbox, clock }: Pick<Context, 'outbox' | 'clock'>,
  client: pg.ClientBase,
  { user, by, actor, what, address: { before, after } }: NewAccountChange,
): Promise<void> {
  const change = await queryOnlyRow(
    client,
    IdRow,
    `insert into account_changes (user_id, changed_by, what, address_before, address_after, created_at)
       values ($1, $2, $3, $4, $5, $6) returning id`,
    [user, by, what, before, after, clock()],
  )
  const { username } = await queryOnlyRow(client, UsernameRow, 'select username from users where id = $1', [
    user,
  ])
  await recordEvent(client, actor, {
    kind: what,
    about: username,
    details: what === 'password' ? 'A new one was set.' : `${before || 'none'} → ${after || 'none'}`,
  })
  if (by !== user || before === '' || !outbox.sends) return
  const mail = await queryOnlyRow(
    client,
    TextIdRow,
    `insert into mails (kind, user_id, change_id, to_address, subject, message_id)
       values ('undo', $1, $2, $3, 'Your account was changed', replace($4, '{}', gen_random_uuid()::text)) returning id`,
    [user, change.id, before, outbox.messageId('undo-{}')],
  )
  await outbox.add(client, [mail.id])
}

/**
 * Queues the mail with the link that confirms an address. Must run inside a transaction; the caller wakes the outbox
 * after it.
 */
export async function queueAddressMail(
  { outbox }: Pick<Context, 'outbox'>,
  client: pg.ClientBase,
  user: number,
  address: string,
): Promise<void> {
  const mail = await queryOnlyRow(
    client,
    TextIdRow,
    `insert into mails (kind, user_id, to_address, subject, message_id)
       values ('address', $1, $2, 'Confirm your mail address', replace($3, '{}', gen_random_uuid()::text)) returning id`,
    [user, address, outbox.messageId('address-{}')],
  )
  await outbox.add(client, [mail.id])
}

const AccountLink = z.object({
  user: z.number(),
  /** The change that it undoes; null where it confirms the address. */
  change: z.number().nullable(),
  address: z.string(),
})
type AccountLink = z.infer<typeof AccountLink>

/** Makes a link, and deletes expired ones. Stores only its hash. */
export async function makeAccountLink(
  { pool, env, clock }: Pick<Context, 'pool' | 'env' | 'clock'>,
  { user, change, address }: AccountLink,
): Promise<string> {
  const token = makeSecret()
  const now = clock()
  await pool.query('delete from account_links where expires_at <= $1', [now])
  await pool.query(
    'insert into account_links (hash, user_id, change_id, address, expires_at) values ($1, $2, $3, $4, $5)',
    [hashOfSecret(token), user, change, address, new Date(now.getTime() + LINK_LIFE_MS)],
  )
  return `${env.PUBLIC_URL}/${change === null ? 'confirmAddress' : 'undoChange'}#${token}`
}

/** Uses up a link and locks its person. Returns null where the link does not exist, or no longer. */
export async function useAccountLink(
  client: pg.ClientBase,
  token: string,
  now: Date,
): Promise<AccountLink | null> {
  const hash = hashOfSecret(token)
  // The person is locked first, as in every other call that changes them: two calls at once then wait for
  // each other.
  await client.query(
    'select from users where id = (select user_id from account_links where hash = $1) for no key update',
    [hash],
  )
  const link = await queryRow(
    client,
    AccountLink,
    `delete from account_links where hash = $1 and expires_at > $2
     returning user_id as "user", change_id as change, address`,
    [hash, now],
  )
  return link ?? null
}
