/** One's own passkeys and recovery codes (docs/decisions/0219). */
import { instantSql } from '../json.ts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import {
  AddedPasskey,
  Challenge,
  NewPasskey,
  OwnSecondFactor,
  RecoveryCodes,
  type Passkey,
} from '#contract/people/second-factor.ts'
import { PASSKEY_NEEDED } from '#contract/people/session-codes.ts'
import type { Person } from '#contract/permissions.ts'
import { transaction, type Context } from '../context.ts'
import { notFound, Problem } from '../problem.ts'
import { routesOf, type App } from '../routes.ts'
import { actorOf, recordEvent } from '../security-events.ts'
import { countWrongAnswer, endChallenge, keepChallenge, takeChallenge } from './challenges.ts'
import { addPasskey, hasPasskey, registrationOptions, mustHaveSite } from './passkeys.ts'
import { makeRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts'
import { needsPasskeySql } from './sign-in.ts'

const BODY_BYTES = 64 * 1024
const about = (summary: string) => ({ tags: ['session'], summary })

/** Two calls of one person at once wait for each other. */
const lock = (client: pg.ClientBase, person: Person) =>
  client.query('select from users where id = $1 for no key update', [person.id])

async function needsPasskey(client: pg.Pool | pg.ClientBase, person: Person): Promise<boolean> {
  const { rows } = await client.query<{ needed: boolean }>(
    `select ${needsPasskeySql} as needed from users u where u.id = $1`,
    [person.id],
  )
  return rows[0]!.needed
}

/** Null where the answer of the browser does not hold. */
async function registerPasskey(
  { pool, env, clock }: Context,
  request: FastifyRequest,
  { attempt, name, credential }: z.output<typeof NewPasskey>,
) {
  const { person, device } = request
  return transaction(pool, async (client) => {
    const now = clock()
    const { user, challenge } = await takeChallenge(client, attempt, { purpose: 'register', device }, now)
    if (user !== person.id) throw notFound('attempt')
    const passkey = await addPasskey(
      client,
      mustHaveSite(env, request),
      user,
      { challenge, name, credential },
      now,
    )
    if (!passkey) {
      await countWrongAnswer(client, attempt)
      return null
    }
    await endChallenge(client, attempt)
    await recordEvent(client, actorOf(request), { kind: 'passkey', about: name, details: 'Added.' })
    const isFirst = (await recoveryCodesLeft(client, user)) === 0
    return { passkey, recovery_codes: isFirst ? await makeRecoveryCodes(client, user) : [] }
  })
}

/** The recovery codes end with the last passkey. */
async function removePasskey({ pool }: Context, request: FastifyRequest, id: string): Promise<void> {
  const { person } = request
  await transaction(pool, async (client) => {
    await lock(client, person)
    const { rows } = await client.query<{ name: string }>(
      'delete from passkeys where id = $1 and user_id = $2 returning name',
      [id, person.id],
    )
    if (!rows[0]) throw notFound('passkey')
    if (!(await hasPasskey(client, person.id))) {
      if (await needsPasskey(client, person))
        throw new Problem(409, 'Your role needs a passkey. Add another one first.', {
          code: PASSKEY_NEEDED,
        })
      await client.query('delete from recovery_codes where user_id = $1', [person.id])
    }
    await recordEvent(client, actorOf(request), {
      kind: 'passkey',
      about: rows[0].name,
      details: 'Removed.',
    })
  })
}

export const passkeyRoutes = routesOf(addPasskeyRoutes, addRecoveryCodeRoute)

function addPasskeyRoutes(app: App, context: Context): void {
  const { pool, env, clock } = context
  const mayOwn = app.mayDo('passkeys.own')
  const onRequest = [mayOwn, app.hasProved('passkeys.own')]

  app.get(
    '/passkeys',
    {
      onRequest: mayOwn,
      schema: {
        ...about('One’s own passkeys, and how many recovery codes are left'),
        response: { 200: OwnSecondFactor },
      },
    },
    async ({ person }) => {
      const { rows: passkeys } = await pool.query<Passkey>(
        `select id, name, ${instantSql('created_at')} as created_at, ${instantSql('used_at')} as used_at
           from passkeys where user_id = $1 order by passkeys.created_at, id`,
        [person.id],
      )
      return {
        passkeys,
        recovery_codes_left: await recoveryCodesLeft(pool, person.id),
        is_compulsory: await needsPasskey(pool, person),
      }
    },
  )

  app.post(
    '/passkeys/challenge',
    {
      onRequest,
      schema: { ...about('What a browser needs to make a passkey'), response: { 200: Challenge } },
    },
    async (request) => {
      const { person, device } = request
      return transaction(pool, async (client) => {
        await lock(client, person)
        const options = await registrationOptions(client, mustHaveSite(env, request), person)
        const given = { user: person.id, challenge: options.challenge, purpose: 'register', device } as const
        return { attempt: await keepChallenge(client, given, clock()), options: { ...options } }
      })
    },
  )

  app.post(
    '/passkeys',
    {
      onRequest,
      bodyLimit: BODY_BYTES,
      schema: {
        ...about('Add a passkey. The first one brings recovery codes, which are shown once'),
        body: NewPasskey,
        response: { 201: AddedPasskey },
      },
    },
    async (request, reply) => {
      const added = await registerPasskey(context, request, request.body)
      if (!added) throw new Problem(400, 'This passkey was not taken.')
      return reply.code(201).send(added)
    },
  )

  app.delete(
    '/passkeys/:id',
    {
      onRequest,
      schema: {
        ...about('Remove one of one’s own passkeys. The recovery codes end with the last one'),
        params: z.object({ id: z.string().max(1_400) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removePasskey(context, request, request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function addRecoveryCodeRoute(app: App, { pool }: Context): void {
  app.post(
    '/recoverycodes',
    {
      onRequest: [app.mayDo('passkeys.own'), app.hasProved('passkeys.own')],
      schema: {
        ...about('Make new recovery codes: those of before end'),
        response: { 201: RecoveryCodes },
      },
    },
    async (request, reply) => {
      const { person } = request
      const recovery_codes = await transaction(pool, async (client) => {
        await lock(client, person)
        if (!(await hasPasskey(client, person.id))) throw new Problem(409, 'Add a passkey first.')
        await recordEvent(client, actorOf(request), { kind: 'passkey', details: 'New recovery codes.' })
        return makeRecoveryCodes(client, person.id)
      })
      return reply.code(201).send({ recovery_codes })
    },
  )
}
