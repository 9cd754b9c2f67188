/**
 * Sessions of devices (architecture, "Settled"): a family of refresh tokens belongs to one sign-in on one device. A
 * token stays good until a successor of it has been used, so that a lost answer or two tabs never sign anybody out. An
 * older one is refused; presented by another device, it ends the family.
 */
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Context } from '../context.ts'
import { accountIsOpen } from './open-account.ts'
import { v7 } from './uuid.ts'

const REFRESH_DAYS = 60
/** However often it is refreshed: then somebody types the password again. */
const FAMILY_DAYS = 90
const DAY_MS = 86_400_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

async function issue(client: pg.ClientBase, session: string, parent: string | null, now: Date) {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + REFRESH_DAYS * DAY_MS)
  await client.query(
    'insert into refresh_tokens (hash, session_id, parent_hash, expires_at, created_at) values ($1, $2, $3, $4, $5)',
    [hashOf(token), session, parent, expires, now],
  )
  return token
}

/** Begins a family. Answers its id and the first refresh token, which is kept only as its hash. */
export async function beginSession(
  client: pg.ClientBase,
  user: number,
  device: string,
  now: Date,
): Promise<{ session: string; refresh: string }> {
  const session = v7(now.getTime())
  await client.query('insert into sessions (id, user_id, device_id, created_at) values ($1, $2, $3, $4)', [
    session,
    user,
    device,
    now,
  ])
  return { session, refresh: await issue(client, session, null, now) }
}

interface Known {
  session_id: string
  user_id: number
  device_id: string
  parent_hash: string | null
  superseded_at: string | null
  expires_at: string
  begun_at: string
  revoked_at: string | null
}

/**
 * Using a token retires the one that it was exchanged for (its own siblings, of a lost answer, stay good), and that
 * one's siblings with all that came of them: of two branches of one token only that goes on which is used twice first.
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

/** Exchanges a refresh token. Null where it is refused: unknown, expired, superseded, or of a family that has ended. */
export async function rotate(
  client: pg.ClientBase,
  token: string,
  device: string,
  now: Date,
): Promise<{ user: number; session: string; refresh: string } | null> {
  const hash = hashOf(token)
  const { rows } = await client.query<Known>(
    `select t.session_id, s.user_id, s.device_id, t.parent_hash, t.superseded_at, t.expires_at,
            s.created_at as begun_at, s.revoked_at
       from refresh_tokens t join sessions s on s.id = t.session_id
      where t.hash = $1 for update of s`,
    [hash],
  )
  const known = rows[0]
  if (!known || known.revoked_at || new Date(known.expires_at) <= now) return null
  if (new Date(known.begun_at).getTime() + FAMILY_DAYS * DAY_MS <= now.getTime()) return null
  if (known.superseded_at) {
    // Somebody else holds a copy of a token that this device has long exchanged.
    if (known.device_id !== device)
      await client.query('update sessions set revoked_at = $2 where id = $1', [known.session_id, now])
    return null
  }
  if (known.device_id !== device) return null
  if (known.parent_hash) await retire(client, known.parent_hash, now)
  return {
    user: known.user_id,
    session: known.session_id,
    refresh: await issue(client, known.session_id, hash, now),
  }
}

/** Whether a token, of an ended family too, is that of an account which is locked or closed by now. */
export async function isClosed(
  { pool, env }: Pick<Context, 'pool' | 'env'>,
  token: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from refresh_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
      where t.hash = $1 and not (${accountIsOpen(env, 'u')})`,
    [hashOf(token)],
  )
  return rowCount === 1
}

/** Ends the family of this token: sign-out on this device. An unknown token is no error. */
export async function endSession(client: pg.Pool | pg.ClientBase, token: string, now: Date): Promise<void> {
  await client.query(
    `update sessions set revoked_at = $2
      where revoked_at is null and id = (select session_id from refresh_tokens where hash = $1)`,
    [hashOf(token), now],
  )
}

/** Ends every session of a user, or all but those of one device: what is refreshed from now on is refused. */
export async function endSessionsOf(
  client: pg.ClientBase,
  user: number,
  now: Date,
  exceptDevice: string | null = null,
): Promise<void> {
  await client.query(
    `update sessions set revoked_at = $2
      where user_id = $1 and revoked_at is null and device_id is distinct from $3`,
    [user, now, exceptDevice],
  )
}
