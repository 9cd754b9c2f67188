/**
 * Sessions of devices (architecture, "Settled"): a family of refresh tokens belongs to one sign-in on one device. A
 * token stays good until a successor of it has been used, so that a lost answer or two tabs never sign anybody out. An
 * older one is refused; presented by another device, it ends the family.
 */
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 } from './uuid.ts'

const REFRESH_DAYS = 60

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

async function issue(client: pg.ClientBase, session: string, parent: string | null, now: Date) {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + REFRESH_DAYS * 86_400_000)
  await client.query(
    'insert into refresh_tokens (hash, session_id, parent_hash, expires_at, created_at) values ($1, $2, $3, $4, $5)',
    [hashOf(token), session, parent, expires, now],
  )
  return token
}

/** Begins a family. Answers the first refresh token, which is kept only as its hash. */
export async function beginSession(
  client: pg.ClientBase,
  user: number,
  device: string,
  now: Date,
): Promise<string> {
  const session = v7(now.getTime())
  await client.query('insert into sessions (id, user_id, device_id, created_at) values ($1, $2, $3, $4)', [
    session,
    user,
    device,
    now,
  ])
  return issue(client, session, null, now)
}

interface Known {
  session_id: string
  user_id: number
  device_id: string
  parent_hash: string | null
  superseded_at: string | null
  expires_at: string
  revoked_at: string | null
}

/** Exchanges a refresh token. Null where it is refused: unknown, expired, superseded, or of a family that has ended. */
export async function rotate(
  client: pg.ClientBase,
  token: string,
  device: string,
  now: Date,
): Promise<{ user: number; refresh: string } | null> {
  const hash = hashOf(token)
  const { rows } = await client.query<Known>(
    `select t.session_id, s.user_id, s.device_id, t.parent_hash, t.superseded_at, t.expires_at, s.revoked_at
       from refresh_tokens t join sessions s on s.id = t.session_id
      where t.hash = $1 for update of s`,
    [hash],
  )
  const known = rows[0]
  if (!known || known.revoked_at || new Date(known.expires_at) <= now) return null
  if (known.superseded_at) {
    // Somebody else holds a copy of a token that this device has long exchanged.
    if (known.device_id !== device)
      await client.query('update sessions set revoked_at = $2 where id = $1', [known.session_id, now])
    return null
  }
  if (known.device_id !== device) return null
  // Using a token retires the one that it was exchanged for; its siblings of a lost answer stay good.
  if (known.parent_hash)
    await client.query(
      'update refresh_tokens set superseded_at = $2 where hash = $1 and superseded_at is null',
      [known.parent_hash, now],
    )
  return { user: known.user_id, refresh: await issue(client, known.session_id, hash, now) }
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
