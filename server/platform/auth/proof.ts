/** Proof of who is at the device: a password typed in the session, and how long it counts (docs/decisions/0195). */
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { PASSWORD_NEEDED } from '#contract/people/session-codes.ts'
import type { Person } from '#contract/permissions.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { actorOf, recordEvent, type Actor } from '../security-events.ts'
import { verifyPassword } from './passwords.ts'
import { guess } from './throttle.ts'

/** The source of a call: guesses of a password are counted for it. */
export interface Caller extends Actor {
  device: string
  session: string
}

/** Returns the caller of a request. Must run after `guard`. */
export const callerOf = (request: FastifyRequest): Caller => ({
  ...actorOf(request),
  device: request.device,
  session: request.session,
})

const PROOF_LIFE_MS = 15 * 60_000

/** Throws 403 `password_needed` where the password was not typed in this session within the last 15 minutes. */
export async function mustHaveProved(
  client: pg.Pool | pg.ClientBase,
  session: string,
  now: Date,
): Promise<void> {
  // Read from the database each time, so that a proof that another process took counts at once.
  const { rowCount } = await client.query('select from sessions where id = $1 and proved_at > $2', [
    session,
    new Date(now.getTime() - PROOF_LIFE_MS),
  ])
  if (rowCount === 1) return
  throw new Problem(403, 'Please type your password to go on. It was last typed more than 15 minutes ago.', {
    code: PASSWORD_NEEDED,
  })
}

/**
 * Verifies this person's own password, counted like a sign-in, and returns whether it is right. A right password makes
 * the session proved. Throws 429 with Retry-After where there were too many guesses.
 */
export async function provePassword(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { id, username }: Person,
  password: string,
  caller: Caller,
): Promise<boolean> {
  const { device, address, session } = caller
  const { rows } = await pool.query<{ password_hash: string }>(
    'select password_hash from users where id = $1',
    [id],
  )
  const hash = rows[0]?.password_hash ?? ''
  const isRight = await guess(pool, { username, device, address }, () => verifyPassword(hash, password))
  if (isRight) await pool.query('update sessions set proved_at = $2 where id = $1', [session, clock()])
  else
    await recordEvent(pool, caller, {
      kind: 'refused',
      about: username,
      details: 'A wrong password, typed again in a session.',
    })
  return isRight
}
