/** Routes for signing in by the identity provider (docs/decisions/0223). */
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { OidcBegun, OidcFinish, OidcOffer } from '#contract/people/oidc.ts'
import { SessionAnswer } from '#contract/people/schema.ts'
import { transaction } from '../context.ts'
import { forbidden, Problem } from '../problem.ts'
import type { Routes } from '../routes.ts'
import { actorOf, recordEvent } from '../security-events.ts'
import { attemptOver } from './challenges.ts'
import { deviceOf } from './device.ts'
import { takePersonOf } from './identity-links.ts'
import { openOidc, type Identity, type OidcSecrets } from './oidc.ts'
import { accountClosed, accountIsOpen } from './open-account.ts'
import { needsPasskeySql, sessionAnswer, signIn, whatFollows, type Account } from './sign-in.ts'

/** Long enough for a person to find their phone for the provider's own second factor. */
const ATTEMPT_LIFE_MS = 15 * 60_000
const BODY_BYTES = 16 * 1024

const notSet = () => new Problem(409, 'No identity provider is set.')

export const oidcRoutes: Routes = async (app, context) => {
  const { pool, env, clock } = context
  const oidc = openOidc(env, context.log)
  const about = (summary: string) => ({ tags: ['session'], summary, security: [] as never[] })

  app.get(
    '/auth/oidc',
    {
      schema: { ...about('The identity provider by which staff may sign in'), response: { 200: OidcOffer } },
    },
    async () => ({ name: oidc?.name ?? null }),
  )

  app.post(
    '/auth/oidc',
    {
      bodyLimit: BODY_BYTES,
      schema: { ...about('Begin a sign-in at the identity provider'), response: { 200: OidcBegun } },
    },
    async (request) => {
      if (!oidc) throw notSet()
      const { url, secrets } = await oidc.begin()
      await keepAttempt(pool, deviceOf(request), secrets, clock())
      return { url }
    },
  )

  app.post(
    '/auth/oidc/finish',
    {
      bodyLimit: BODY_BYTES,
      schema: {
        ...about('Sign in with what the identity provider sent back'),
        body: OidcFinish,
        response: { 200: SessionAnswer },
      },
    },
    async (request) => {
      if (!oidc) throw notSet()
      const { search } = request.body
      const secrets = await takeAttempt(
        pool,
        deviceOf(request),
        new URLSearchParams(search).get('state'),
        clock(),
      )
      const identity = await oidc.finish(search, secrets)
      const begun = await transaction(pool, async (client) => {
        const user = await takePersonOf(client, identity, clock())
        if (user === null) return refusal(client, request, identity)
        const account = await accountOf(client, user)
        if (!account.open) return accountClosed()
        const follows = await whatFollows(context, client, request, account)
        return (
          follows ?? {
            user,
            ...(await signIn(context, client, request, account, 'by the identity provider')),
          }
        )
      })
      if (begun instanceof Problem) throw begun
      return sessionAnswer(app, context, begun.user, begun)
    },
  )

  async function accountOf(client: pg.ClientBase, user: number) {
    const { rows } = await client.query<Account & { open: boolean; needs_passkey: boolean }>(
      `select u.id, u.username, u.role_id, ${accountIsOpen(env, 'u')} as open, ${needsPasskeySql} as needs_passkey
         from users u where u.id = $1`,
      [user],
    )
    return rows[0]!
  }
}

async function keepAttempt(
  pool: pg.Pool,
  device: string,
  { state, nonce, verifier }: OidcSecrets,
  now: Date,
): Promise<void> {
  await pool.query(
    `delete from oidc_attempts where state in
       (select state from oidc_attempts where made_at < $1 for update skip locked)`,
    [new Date(now.getTime() - ATTEMPT_LIFE_MS)],
  )
  await pool.query(
    'insert into oidc_attempts (state, nonce, verifier, device_id, made_at) values ($1, $2, $3, $4, $5)',
    [state, nonce, verifier, device, now],
  )
}

/** Consumes an attempt. Throws 410 where it is unknown, expired, or of another device. */
async function takeAttempt(
  pool: pg.Pool,
  device: string,
  state: string | null,
  now: Date,
): Promise<OidcSecrets> {
  const { rows } = await pool.query<OidcSecrets>(
    `delete from oidc_attempts where state = $1 and device_id = $2 and made_at > $3 returning state, nonce, verifier`,
    [state, device, new Date(now.getTime() - ATTEMPT_LIFE_MS)],
  )
  if (!rows[0]) throw attemptOver()
  return rows[0]
}

/** Records and returns the refusal of an identity that belongs to no user here. */
async function refusal(
  client: pg.ClientBase,
  request: FastifyRequest,
  { email }: Identity,
): Promise<Problem> {
  await recordEvent(client, actorOf(request), {
    kind: 'refused',
    about: email ?? '',
    details: 'An identity of the provider without an account here.',
  })
  return email === null
    ? forbidden(
        'The identity provider names no mail address that it has verified. Sign in with your password.',
      )
    : forbidden(`Nobody of the staff has the address ${email}, or more than one has. Ask your administrator.`)
}
