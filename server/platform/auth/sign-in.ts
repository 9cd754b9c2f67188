/** The end of every sign-in: the session, and the answer to its device. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { SessionAnswer } from '#contract/people/schema.ts'
import { ROLE } from '#contract/permissions.ts'
import { PASSKEY_NEEDED, SECOND_FACTOR } from '#contract/people/session-codes.ts'
import { USER_SQL } from '#server/people/present.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'
import { actorOf, recordEvent } from '../security-events.ts'
import { keepChallenge } from './challenges.ts'
import { deviceKindOf, deviceOf } from './device.ts'
import { hasPasskey, mustHaveSite, registrationOptions, signInOptions, siteOf } from './passkeys.ts'
import { limitSessions } from './throttle.ts'
import { beginSession } from './tokens.ts'

export interface Account {
  id: number
  username: string
  role_id: number
}

/** SQL condition on `users u`: this role may not sign in with a password alone. */
export const needsPasskeySql = `(u.role_id <= ${ROLE.office} and
  (select coalesce(value, default_value) from settings where name = 'second_factor_compulsory') = 'on')`

/**
 * Returns the 401 for the step that must follow a right password, with the challenge: a passkey or a recovery code
 * where the person has a passkey, a first passkey where their role needs one. Null where the password is enough. Must
 * run in a transaction that has locked the person.
 */
export async function whatFollows(
  { env, clock }: Pick<Context, 'env' | 'clock'>,
  client: pg.ClientBase,
  request: FastifyRequest,
  account: Account & { needs_passkey: boolean },
): Promise<Problem | null> {
  const isKnown = await hasPasskey(client, account.id)
  if (!isKnown && !account.needs_passkey) return null
  const options = isKnown
    ? await signInOptions(client, siteOf(env, request), account.id)
    : await registrationOptions(client, mustHaveSite(env, request), account)
  const attempt = await keepChallenge(
    client,
    {
      user: account.id,
      challenge: options.challenge,
      purpose: isKnown ? 'sign_in' : 'register_and_sign_in',
      device: deviceOf(request),
    },
    clock(),
  )
  return isKnown
    ? new Problem(401, 'Now use your passkey or a recovery code.', { code: SECOND_FACTOR, attempt, options })
    : new Problem(401, 'Your role needs a passkey. Register one to sign in.', {
        code: PASSKEY_NEEDED,
        attempt,
        options,
      })
}

/**
 * Begins the session of a person who has proved their identity. `details` says how. Throws 429 where the person has
 * begun too many. Must run in a transaction that has locked the person.
 */
export async function signIn(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  client: pg.ClientBase,
  request: FastifyRequest,
  { id, username }: Pick<Account, 'id' | 'username'>,
  details = '',
): Promise<{ session: string; refresh: string }> {
  const now = clock()
  await limitSessions(pool, client, id, now)
  const kind = deviceKindOf(request)
  await recordEvent(client, actorOf(request, id), {
    kind: 'sign_in',
    about: username,
    details: [kind, details].filter(Boolean).join(', '),
  })
  return beginSession(client, id, { id: deviceOf(request), kind }, now)
}

/** Returns the answer to a device whose session has begun. Must follow the commit. */
export async function sessionAnswer(
  app: FastifyInstance,
  { pool, people }: Pick<Context, 'pool' | 'people'>,
  user: number,
  { session, refresh }: { session: string; refresh: string },
): Promise<SessionAnswer> {
  people.forget(user)
  const { rows } = await pool.query<SessionAnswer['user']>(`${USER_SQL} where u.id = $1`, [user])
  return { ...app.accessToken(user, session), ledger_key: app.ledgerKey(user), refresh, user: rows[0]! }
}
