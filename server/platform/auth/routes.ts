/** Sign-in, refresh and sign-out (A265, A266), and the password that is typed again. */
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PasswordProof, Refresh, Refreshed, SessionAnswer, SignInBody } from '#contract/people/schema.ts'
import { ACCOUNT_CLOSED, SIGN_IN_NEEDED } from '#contract/people/session-codes.ts'
import { transaction, type Context } from '../context.ts'
import type { App, Routes } from '../routes.ts'
import { Problem } from '../problem.ts'
import { actorOf, recordEvent } from '../security-events.ts'
import { deviceOf } from './device.ts'
import { accountClosed, accountIsOpen } from './open-account.ts'
import { readPerson } from './people.ts'
import { verifyNothing, verifyPassword } from './passwords.ts'
import { callerOf, provePassword } from './proof.ts'
import { needsPasskeySql, sessionAnswer, signIn, whatFollows, type Account } from './sign-in.ts'
import { guess, isKnownDevice, refuseLimited } from './throttle.ts'
import { endSession, isClosed, rotate, sessionOf } from './tokens.ts'

/** The screen shows C347's text. The server says no more, so that the answer does not reveal which names exist. */
const refused = () => new Problem(401, 'The username or the password is not right.')

/** Room enough for a name and a password: the caller has not signed in yet. */
const BODY_BYTES = 16 * 1024

async function signInByPassword(
  app: App,
  context: Context,
  request: FastifyRequest,
  { username, password }: z.output<typeof SignInBody>,
): Promise<SessionAnswer> {
  const { pool, env, clock, limits } = context
  const device = deviceOf(request)
  const guesser = { username, device, address: request.ip }
  if (await isKnownDevice(pool, guesser)) limits.device(`${username} ${device}`)
  else limits.address(request.ip)
  const found = await pool.query<{ id: number; password_hash: string }>(
    'select id, password_hash from users where username = $1',
    [username],
  )
  const account = found.rows[0]
  if (account) refuseLimited(pool, account.id, clock())
  const right = await guess(pool, guesser, () =>
    account ? verifyPassword(account.password_hash, password) : verifyNothing(password),
  )
  const refuse = (details: string) =>
    recordEvent(pool, actorOf(request), {
      kind: 'refused',
      // An unknown name may be a password, typed into the wrong field.
      about: account ? username : '',
      details,
    })
  if (!account || !right) {
    await refuse(account ? 'A wrong password.' : 'A name that nobody has.')
    throw refused()
  }
  const begun = await transaction(pool, async (client) => {
    // A reset or a lock that was committed since has ended all sessions: neither the old password nor a closed account
    // may begin another one.
    const { rows } = await client.query<Account & { open: boolean; needs_passkey: boolean }>(
      `select u.id, u.username, u.role_id, ${accountIsOpen(env, 'u')} as open, ${needsPasskeySql} as needs_passkey
         from users u where u.id = $1 and u.password_hash = $2 for no key update of u`,
      [account.id, account.password_hash],
    )
    const current = rows[0]
    if (!current) throw refused()
    if (!current.open) return null
    return (await whatFollows(context, client, request, current)) ?? signIn(context, client, request, current)
  })
  if (begun === null) {
    await refuse('The account is locked or closed.')
    throw accountClosed()
  }
  if (begun instanceof Problem) throw begun
  return sessionAnswer(app, context, account.id, begun)
}

async function refreshSession(
  app: App,
  { pool, env, clock, people, limits }: Context,
  request: FastifyRequest,
  token: string,
): Promise<Refreshed> {
  const known = await sessionOf(pool, token)
  if (known) limits.device(known)
  else limits.address(request.ip)
  const rotated = await transaction(pool, async (client) => {
    const rotation = await rotate(client, token, deviceOf(request), clock())
    if (rotation.kind === 'refused' && rotation.ended !== null)
      await recordEvent(client, actorOf(request, rotation.ended), {
        kind: 'refused',
        details: 'A token that was exchanged before came again: its session has ended.',
      })
    return rotation
  })
  const isRotated = rotated.kind === 'rotated'
  if (!isRotated && rotated.ended !== null) people.forget(rotated.ended)
  if (!isRotated || !(await readPerson(pool, env, rotated.user))) {
    const closed = await isClosed({ pool, env }, token)
    throw new Problem(401, 'Please sign in again.', { code: closed ? ACCOUNT_CLOSED : SIGN_IN_NEEDED })
  }
  const { user, session, refresh } = rotated
  return { ...app.accessToken(user, session), refresh, ledger_key: app.ledgerKey(user) }
}

export const authRoutes: Routes = async (app, context) => {
  const { pool, clock, people } = context
  app.post(
    '/auth',
    {
      bodyLimit: BODY_BYTES,
      config: { countsItself: true },
      schema: {
        tags: ['session'],
        summary: 'Sign in',
        security: [],
        body: SignInBody,
        response: { 200: SessionAnswer },
      },
    },
    (request) => signInByPassword(app, context, request, request.body),
  )

  app.post(
    '/auth/refresh',
    {
      bodyLimit: BODY_BYTES,
      config: { countsItself: true },
      schema: {
        tags: ['session'],
        summary: 'Exchange a refresh token',
        security: [],
        body: Refresh,
        response: { 200: Refreshed },
      },
    },
    (request) => refreshSession(app, context, request, request.body.refresh),
  )

  app.post(
    '/auth/logout',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        tags: ['session'],
        summary: 'End the session of this device',
        security: [],
        body: Refresh,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const user = await endSession(pool, request.body.refresh, clock())
      if (user !== null) people.forget(user)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/auth/proof',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        tags: ['session'],
        summary: 'Type one’s password again in this session, as some calls ask for',
        body: PasswordProof,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { password } = request.body
      if (!(await provePassword(context, request.person, password, callerOf(request))))
        throw new Problem(400, 'The password is not right.', { password: 'is not right' })
      return reply.code(204).send(null)
    },
  )
}
