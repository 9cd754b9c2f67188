/** The step after the password: a passkey, a recovery code, or a first passkey (docs/decisions/0219). */
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import {
  FirstPasskeySession,
  NewPasskey,
  PasskeySignIn,
  plainCode,
  RecoveryCodeSignIn,
} from '#contract/people/second-factor.ts'
import { SessionAnswer } from '#contract/people/schema.ts'
import { transaction, type Context } from '../context.ts'
import { Problem, wrongField } from '../problem.ts'
import { routesOf, type App } from '../routes.ts'
import { actorOf, recordEvent } from '../security-events.ts'
import {
  attemptOver,
  challengedPerson,
  countWrongAnswer,
  endChallenge,
  takeChallenge,
  type ChallengePurpose,
} from './challenges.ts'
import { deviceOf } from './device.ts'
import { accountClosed, accountIsOpen } from './open-account.ts'
import { addPasskey, hasPasskey, mustHaveSite, usePasskey } from './passkeys.ts'
import { makeRecoveryCodes, recoveryCodesLeft, useRecoveryCode } from './recovery-codes.ts'
import { sessionAnswer, signIn } from './sign-in.ts'

/** Room enough for an attestation with its certificates: the caller has not signed in yet. */
const BODY_BYTES = 64 * 1024

const about = (summary: string) => ({ tags: ['session'], summary, security: [] as never[] })
const config = { countsItself: true }

/**
 * Answers a challenge. `isRight` decides whether the answer is right, and does what follows. The session begins in the
 * same transaction. A wrong answer is counted, recorded and thrown.
 */
async function answer<T>(
  app: App,
  context: Context,
  request: FastifyRequest<{ Body: { attempt: string } }>,
  purpose: ChallengePurpose,
  isRight: (
    client: pg.ClientBase,
    given: { user: number; challenge: string },
    now: Date,
  ) => Promise<{ details: string; more: T } | Problem>,
) {
  const { pool, env, clock, limits } = context
  const { attempt } = request.body
  const person = await challengedPerson(pool, attempt)
  if (person === null) limits.address(request.ip)
  else limits.device(`second factor ${person} ${deviceOf(request)}`)
  const ended = await transaction(pool, async (client) => {
    const now = clock()
    const given = await takeChallenge(client, attempt, { purpose, device: deviceOf(request) }, now)
    const { rows } = await client.query<{ username: string; open: boolean }>(
      `select username, ${accountIsOpen(env)} as open from users where id = $1`,
      [given.user],
    )
    const { username, open } = rows[0]!
    if (!open) throw accountClosed()
    const right = await isRight(client, given, now)
    if (right instanceof Problem) {
      await countWrongAnswer(client, attempt)
      await recordEvent(client, actorOf(request, given.user), {
        kind: 'refused',
        about: username,
        details: `${right.message} The password was right.`,
      })
      return right
    }
    await endChallenge(client, attempt)
    const begun = await signIn(context, client, request, { id: given.user, username }, right.details)
    return { user: given.user, begun, more: right.more }
  })
  if (ended instanceof Problem) throw ended
  return { ...(await sessionAnswer(app, context, ended.user, ended.begun)), ...ended.more }
}

export const secondFactorRoutes = routesOf(addSecondStepRoutes, addFirstPasskeyRoute)

function addSecondStepRoutes(app: App, context: Context): void {
  app.post(
    '/auth/passkey',
    {
      bodyLimit: BODY_BYTES,
      config,
      schema: {
        ...about('Sign in, second step: a passkey'),
        body: PasskeySignIn,
        response: { 200: SessionAnswer },
      },
    },
    (request) =>
      answer(app, context, request, 'sign_in', async (client, { user, challenge }, now) => {
        const { credential } = request.body
        const isRight = await usePasskey(
          client,
          mustHaveSite(context.env, request),
          user,
          { challenge, credential },
          now,
        )
        return isRight
          ? { details: 'with a passkey', more: {} }
          : new Problem(400, 'This passkey was not taken.')
      }),
  )

  app.post(
    '/auth/recoverycode',
    {
      bodyLimit: BODY_BYTES,
      config,
      schema: {
        ...about('Sign in, second step: a recovery code'),
        body: RecoveryCodeSignIn,
        response: { 200: SessionAnswer },
      },
    },
    (request) =>
      answer(app, context, request, 'sign_in', async (client, { user }, now) => {
        const isRight = await useRecoveryCode(client, user, plainCode(request.body.code), now)
        if (!isRight) return wrongField('code', 'is not right, or was used before')
        return { details: `with a recovery code, ${await recoveryCodesLeft(client, user)} left`, more: {} }
      }),
  )
}

function addFirstPasskeyRoute(app: App, context: Context): void {
  app.post(
    '/auth/newpasskey',
    {
      bodyLimit: BODY_BYTES,
      config,
      schema: {
        ...about('Sign in, second step: register the first passkey, where the role needs one'),
        body: NewPasskey,
        response: { 200: FirstPasskeySession },
      },
    },
    (request) =>
      answer(app, context, request, 'register_and_sign_in', async (client, { user, challenge }, now) => {
        // A person who has got a passkey since the attempt began needs it: the password alone adds no other one.
        if (await hasPasskey(client, user)) throw attemptOver()
        const { name, credential } = request.body
        const added = await addPasskey(
          client,
          mustHaveSite(context.env, request),
          user,
          { challenge, name, credential },
          now,
        )
        if (!added) return new Problem(400, 'This passkey was not taken.')
        await recordEvent(client, actorOf(request, user), {
          kind: 'passkey',
          about: name,
          details: 'Added at the sign-in.',
        })
        return {
          details: 'with a new passkey',
          more: { recovery_codes: await makeRecoveryCodes(client, user) },
        }
      }),
  )
}
