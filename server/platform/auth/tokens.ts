/**
 * Sessions of devices (architecture, "Settled"; docs/decisions/0179): a family of refresh tokens belongs to one sign-in
 * on one device. A token stays valid until one of its successors has been used, so that neither a lost answer nor two
 * tabs sign a person out. An older token is refused and ends the family, whatever device id comes with it, because two
 * parties hold copies of the family's tokens.
 */
import type pg from 'pg'
import type { Context } from '../context.ts'
import { endChallengesOf } from './challenges.ts'
import { UNNAMED } from './device.ts'
import { accountIsOpen } from './open-account.ts'
import { restoredEpoch } from '../restored.ts'
import { makeRefreshToken, readRefreshToken, type Signed } from './refresh-token.ts'
import { signingKeyOf } from './signing-key.ts'
import { hashOfSecret } from './secrets.ts'
import { noteUse, sessionLives } from './session-life.ts'
import { v7 } from './uuid.ts'

async function issue(client: pg.ClientBase, signed: Signed, parent: string | null, now: Date) {
  const token = makeRefreshToken(await signingKeyOf(client), signed)
  await keepToken(client, token, signed, parent, now)
  return token
}

const keepToken = (
  client: pg.ClientBase,
  token: string,
  { session, generation }: Signed,
  parent: string | null,
  now: Date,
) =>
  client.query(
    'insert into refresh_tokens (hash, session_id, generation, parent_hash, created_at) values ($1, $2, $3, $4, $5)',
    [hashOfSecret(token), session, generation, parent, now],
  )

/**
 * Begins a family and ends the families that this user has on this device, so that a copy of their tokens is worthless
 * from now on. Returns the session's id and the first refresh token, which is stored only as its hash. The caller has
 * verified the password.
 */
export async function beginSession(
  client: pg.ClientBase,
  user: number,
  { id: device, kind }: { id: string; kind: string },
  now: Date,
): Promise<{ session: string; refresh: string }> {
  const session = v7(now.getTime())
  if (device !== UNNAMED)
    await client.query(
      'update sessions set revoked_at = $3 where user_id = $1 and device_id = $2 and revoked_at is null',
      [user, device, now],
    )
  await client.query(
    // Edits from before this sign-in belong to this person's earlier session on the device.
    `insert into sessions (id, user_id, device_id, device_kind, created_at, last_used_at, proved_at, contact_at, silent_from)
       values ($1, $2, $3, $4, $5, $5, $5, $5, coalesce((select max(before.last_used_at) from sessions before
          where before.user_id = $2 and before.device_id = $3 and before.device_id <> $6), $5))`,
    [session, user, device, kind, now, UNNAMED],
  )
  return { session, refresh: await issue(client, { session, generation: 1 }, null, now) }
}

interface Known {
  session_id: string
  generation: number
  user_id: number
  device_id: string
  parent_hash: string | null
  superseded_at: string | null
  lives: boolean
}

/**
 * Retires the token that a used one was exchanged for, that token's siblings, and all descendants of those siblings.
 * The used token's own siblings, from a lost answer, stay valid. One of two branches of a token continues: the one that
 * is used twice first.
 */
async function retire(client: pg.ClientBase, parent: string, now: Date): Promise<void> {
  await client.query(
    `with recursive retired as (
       select s.hash from refresh_tokens p join refresh_tokens s
           on s.session_id = p.session_id and (s.hash = p.hash or s.parent_hash = p.parent_hash)
        where p.hash = $1
       union
       select c.hash from retired r join refresh_tokens c on c.parent_hash = r.hash where r.hash <> $1)
     update refresh_tokens set superseded_at = $2
      where hash in (select hash from retired) and superseded_at is null`,
    [parent, now],
  )
}

/** The result of an exchange. `refused`: unknown, superseded, or of a family that has ended. */
type Rotation =
  | { kind: 'rotated'; user: number; session: string; refresh: string }
  /** `ended` is the user whose session this call has ended; null where it ended none. */
  | { kind: 'refused'; ended: number | null }

const REFUSED: Rotation = { kind: 'refused', ended: null }

/** Exchanges a refresh token. */
export async function rotate(
  client: pg.ClientBase,
  token: string,
  device: string,
  now: Date,
): Promise<Rotation> {
  const hash = hashOfSecret(token)
  // Another exchange of this family may be running. The token is read after that one ends, because it may
  // supersede this token.
  await client.query(
    'select from sessions where id = (select session_id from refresh_tokens where hash = $1) for update',
    [hash],
  )
  const { rows } = await client.query<Known>(
    `select t.session_id, t.generation, s.user_id, s.device_id, t.parent_hash, t.superseded_at,
            ${sessionLives('$2::timestamptz')} as lives
       from refresh_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
      where t.hash = $1`,
    [hash, now],
  )
  const known = rows[0]
  if (!known) return takeRestored(client, token, device, now)
  if (!known.lives) return REFUSED
  if (known.superseded_at) {
    // Two parties hold copies of this family's tokens. Only the password shows which of them is the owner.
    await client.query('update sessions set revoked_at = $2 where id = $1', [known.session_id, now])
    return { kind: 'refused', ended: known.user_id }
  }
  if (known.device_id !== device) return REFUSED
  if (known.parent_hash) await retire(client, known.parent_hash, now)
  await noteUse(client, known.session_id, now)
  return {
    kind: 'rotated',
    user: known.user_id,
    session: known.session_id,
    refresh: await issue(client, { session: known.session_id, generation: known.generation + 1 }, hash, now),
  }
}

/**
 * Accepts a token that this database does not know, in a restored epoch: it may have been issued after the backup. A
 * session is accepted once, where the token's signature is valid, the session is known and has not ended, and the
 * token's generation is above every stored one.
 */
async function takeRestored(
  client: pg.ClientBase,
  token: string,
  device: string,
  now: Date,
): Promise<Rotation> {
  const restored = await restoredEpoch(client)
  const signed = restored && readRefreshToken(await signingKeyOf(client), token)
  if (!restored || !signed) return REFUSED
  const { session, generation } = signed
  const { rows } = await client.query<{ user_id: number }>(
    // The time between backup and restore is unknown, so the session counts as used until the restore.
    `select s.user_id
       from (select id, user_id, device_id, revoked_at, created_at, taken_epoch,
                    greatest(last_used_at, $6::timestamptz) as last_used_at
               from sessions where id = $1 for update) s
       join users u on u.id = s.user_id
      where ${sessionLives('$5::timestamptz')} and s.device_id = $2 and s.taken_epoch is distinct from $3
        and $4 > (select max(t.generation) from refresh_tokens t where t.session_id = s.id)`,
    [session, device, restored.epoch, generation, now, restored.restoredAt],
  )
  const owner = rows[0]
  if (!owner) return REFUSED
  await client.query('update sessions set taken_epoch = $2 where id = $1', [session, restored.epoch])
  await keepToken(client, token, signed, null, now)
  await noteUse(client, session, now)
  const refresh = await issue(client, { session, generation: generation + 1 }, hashOfSecret(token), now)
  return { kind: 'rotated', user: owner.user_id, session, refresh }
}

/**
 * Returns the session that a refresh token was issued for, even where the token or the session has ended; null for an
 * unknown token.
 */
export async function sessionOf(pool: pg.Pool, token: string): Promise<string | null> {
  const { rows } = await pool.query<{ session_id: string }>({
    name: 'session of a token',
    text: 'select session_id from refresh_tokens where hash = $1',
    values: [hashOfSecret(token)],
  })
  return rows[0]?.session_id ?? null
}

/** Returns whether a token, even of an ended family, belongs to an account that is locked or closed by now. */
export async function isClosed(
  { pool, env }: Pick<Context, 'pool' | 'env'>,
  token: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from refresh_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
      where t.hash = $1 and not (${accountIsOpen(env, 'u')})`,
    [hashOfSecret(token)],
  )
  return rowCount === 1
}

/** Ends the family of this token: sign-out on this device. Returns its user; an unknown token is no error. */
export async function endSession(pool: pg.Pool, token: string, now: Date): Promise<number | null> {
  const { rows } = await pool.query<{ user_id: number }>(
    `update sessions set revoked_at = $2
      where revoked_at is null and id = (select session_id from refresh_tokens where hash = $1) returning user_id`,
    [hashOfSecret(token), now],
  )
  return rows[0]?.user_id ?? null
}

/** Ends this session of this user, even one that has ended already. Returns false where they have no such session. */
export async function endOwnSession(
  pool: pg.Pool,
  user: number,
  session: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update sessions set revoked_at = coalesce(revoked_at, $3) where user_id = $1 and id = $2',
    [user, session, now],
  )
  return rowCount === 1
}

/** Ends every session of a user, or all but one. Their calls and refreshes are refused from the commit on. */
export async function endSessionsOf(
  client: pg.ClientBase,
  user: number,
  now: Date,
  except: string | null = null,
): Promise<void> {
  // A sign-in that waits for its second step began with a proof that is no longer valid.
  await endChallengesOf(client, user)
  await client.query(
    `update sessions set revoked_at = $2
      where user_id = $1 and revoked_at is null and id is distinct from $3::uuid`,
    [user, now, except],
  )
}
