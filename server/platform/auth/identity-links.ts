/** Which account an identity of the provider belongs to (docs/decisions/0223). */
import type pg from 'pg'
import { ROLE } from '#contract/permissions.ts'
import type { Identity } from './oidc.ts'

/**
 * Locks and returns the user of this identity, and links the two. Null where there is none, or none any more: the link
 * or the address may have been taken away while this call waited for the lock.
 */
export async function takePersonOf(
  client: pg.ClientBase,
  identity: Identity,
  now: Date,
): Promise<number | null> {
  const user = await personOf(client, identity)
  if (user === null) return null
  await client.query('select from users where id = $1 for no key update', [user])
  if ((await personOf(client, identity)) !== user) return null
  await client.query(
    `insert into oidc_links (issuer, subject, user_id, linked_at) values ($1, $2, $3, $4)
       on conflict (issuer, subject) do update set user_id = excluded.user_id, linked_at = excluded.linked_at
        where oidc_links.user_id <> excluded.user_id`,
    [identity.issuer, identity.subject, user, now],
  )
  return user
}

/**
 * Returns the user of this identity: the one that it was linked with before, else the one member of the staff who has
 * this mail address. Null where there is none, or more than one. A link of a person who is no longer staff is not
 * valid.
 */
async function personOf(client: pg.ClientBase, identity: Identity): Promise<number | null> {
  const { issuer, subject, email } = identity
  const isStaff = `(u.is_staff or u.role_id = ${ROLE.picker})`
  const linked = await client.query<{ id: number }>(
    `select u.id from oidc_links l join users u on u.id = l.user_id where l.issuer = $1 and l.subject = $2 and ${isStaff}`,
    [issuer, subject],
  )
  if (linked.rows[0]) return linked.rows[0].id
  const { rows } = await client.query<{ id: number }>(
    `select u.id from users u where lower(u.email) = $1 and ${isStaff} limit 2`,
    [email],
  )
  return rows.length === 1 ? rows[0]!.id : null
}

/**
 * Ends every link of a person, because somebody else may have made it: the next sign-in by the provider finds the
 * person by the verified mail address again. Must run inside a transaction that has locked the person.
 */
export const endIdentityLinksOf = (client: pg.ClientBase, user: number) =>
  client.query('delete from oidc_links where user_id = $1', [user])
