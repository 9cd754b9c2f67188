/**
 * The links that set a new password (docs/decisions/0112). Only the hash of a link is stored. Its token follows the #,
 * so that no server and no log on the way receives it.
 */
import type pg from 'pg'
import { z } from 'zod'
import { INVITATION_DAYS } from '#contract/people/access.ts'
import type { Env } from '../env.ts'
import { accountIsOpen } from '../platform/auth/open-account.ts'
import { hashOfSecret, makeSecret } from '../platform/auth/secrets.ts'
import type { Context } from '../platform/context.ts'
import { queryRow, queryRows, TextIdRow } from '../platform/rows.ts'

const LIFE_MS = 30 * 60_000
const INVITATION_LIFE_MS = INVITATION_DAYS * 86_400_000

/**
 * Makes a link for this person, and deletes expired ones.
 *
 * @param isInvitation it sets the first password, as long as the person has not signed in (docs/decisions/0278)
 */
export async function makePasswordLink(
  { pool, env, clock }: Pick<Context, 'pool' | 'env' | 'clock'>,
  user: number,
  { isInvitation = false } = {},
): Promise<string> {
  const token = makeSecret()
  const now = clock()
  await pool.query('delete from password_links where expires_at <= $1', [now])
  await pool.query(
    'insert into password_links (hash, user_id, expires_at, is_invitation) values ($1, $2, $3, $4)',
    [
      hashOfSecret(token),
      user,
      new Date(now.getTime() + (isInvitation ? INVITATION_LIFE_MS : LIFE_MS)),
      isInvitation,
    ],
  )
  return `${env.PUBLIC_URL}/newPassword#${token}`
}

/** The person who needs a password: by name, in any letter case, or by id. */
type Whose = { username: string } | { id: number }

/**
 * Queues a mail with a link to the person, where they have an address; one mail at a time. Must run inside a
 * transaction; the caller wakes the outbox after it.
 */
export async function queuePasswordMail(
  { env, outbox }: { env: Pick<Env, 'DEMO'> } & Pick<Context, 'outbox'>,
  client: pg.ClientBase,
  whose: Whose,
): Promise<void> {
  const [is, value] =
    'id' in whose ? ['u.id = $1', whose.id] : ['lower(u.username) = lower($1)', whose.username]
  const mails = await queryRows(
    client,
    TextIdRow,
    `insert into mails (kind, user_id, to_address, subject, message_id)
       select 'password', u.id, u.email, 'A new password', replace($2, '{}', gen_random_uuid()::text) from users u
        where ${is} and u.email <> '' and ${accountIsOpen(env, 'u')}
          and not exists (select from mails m where m.user_id = u.id and m.kind = 'password' and m.state = 'waiting'
                             and m.created_at > now() - interval '5 minutes')
       returning id`,
    [value, outbox.messageId('password-{}')],
  )
  await outbox.add(
    client,
    mails.map(({ id }) => id),
  )
}

const UsedLink = z.object({ user_id: z.number() })

/**
 * Uses up a link, and with it all other links of its person. Returns the person's id; null where the link does not
 * exist, or no longer.
 */
export async function usePasswordLink(
  client: pg.ClientBase,
  token: string,
  now: Date,
): Promise<number | null> {
  // The person is locked first, as in every other call that changes them: two calls at once then wait for
  // each other.
  await client.query(
    'select from users where id = (select user_id from password_links where hash = $1) for no key update',
    [hashOfSecret(token)],
  )
  const used = await queryRow(
    client,
    UsedLink,
    `delete from password_links where user_id =
       (select user_id from password_links l where hash = $1 and expires_at > $2
           and not (is_invitation and exists (select from sessions s where s.user_id = l.user_id)) for update of l)
     returning user_id`,
    [hashOfSecret(token), now],
  )
  return used?.user_id ?? null
}

/**
 * Ends every link of this person, including those whose mail is still to be sent, or can be sent again by hand: they
 * belong to the former password or address.
 */
export async function endPasswordLinks(client: pg.ClientBase, user: number): Promise<void> {
  // The mails come first: one that is being written meanwhile is not handed over any more.
  await client.query(
    `update mails set state = 'dropped', claim = null, settled_at = now(),
            server_said = 'The password or the address is another one now.'
      where user_id = $1 and kind in ('password', 'invitation')
        and (state in ('refused', 'perhaps') or (state = 'waiting' and handed_over_at is null))`,
    [user],
  )
  await client.query('delete from password_links where user_id = $1', [user])
}
