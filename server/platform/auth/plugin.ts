/**
 * Authentication: puts the calling person on every request below /api, or answers 401. It runs before the body is read,
 * so that a caller who has not signed in cannot make the server parse, check or store a byte.
 */
import jwt, { type FastifyJWT } from '@fastify/jwt'
import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { can, type Capability, type Person } from '#contract/permissions.ts'
import type { Context } from '../context.ts'
import type { Limits } from '../limits.ts'
import type { Shares } from '../shares.ts'
import { forbidden, unauthorized } from '../problem.ts'
import { mustHaveProved } from './proof.ts'
import { readKeys } from './signing-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `signedIn`, before the body is read. */
    person: Person
    /** The session that the token was issued for. Set by `signedIn`. */
    session: string
    /** The device on which the session began, whatever device the call names. Set by `signedIn`. */
    device: string
  }
  interface FastifyInstance {
    /** Requires a valid access token of an open account whose session has not ended. */
    signedIn(request: FastifyRequest): Promise<void>
    /** Makes an onRequest hook that runs after `guard`: requires the right to do this. */
    mayDo(capability: Capability, message?: string): (request: FastifyRequest) => Promise<void>
    /**
     * Makes an onRequest hook that runs after `guard`: requires a password typed lately of a person who has this right
     * (decision 0195). Others pass, because the call refuses them with its own message.
     */
    hasProved(capability: Capability): (request: FastifyRequest) => Promise<void>
    /** Returns an access token for this user's session, and its life in seconds. */
    accessToken(user: number, session: string): { access: string; expires_in: number }
    /**
     * Returns the key with which a device seals what it keeps of this user after a sign-out (decision 0213), base64url.
     */
    ledgerKey(user: number): string
  }
}
declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { sub: string; sid: string; iat: number; jti: string }
    user: { sub: string; sid: string; exp: number }
  }
}

/** Seconds. Each call also checks the token's session; a refresh costs the device nothing. */
const ACCESS_SECONDS = 900

/** The issuer and the purpose of access tokens. Nothing else that this key might sign is an access token. */
const ISSUER = 'larder'
const AUDIENCE = 'larder-api'

export async function addAuthentication(app: FastifyInstance, context: Context): Promise<void> {
  const { secret, kid, sealing } = await readKeys(context.pool)
  await app.register(jwt, {
    secret,
    sign: { expiresIn: ACCESS_SECONDS, iss: ISSUER, aud: AUDIENCE, kid },
    // Expiry is checked below, by the server's own clock. A token of the last release names no issuer, and is
    // valid.
    verify: { cache: 1_000, ignoreExpiration: true, allowedIss: ISSUER, allowedAud: AUDIENCE },
  })
  const now = () => context.clock().getTime()
  // `as never`: the decorations have no value until `signedIn` has run.
  app.decorateRequest('person', null as never)
  app.decorateRequest('session', null as never)
  app.decorateRequest('device', null as never)
  app.decorate('signedIn', async (request) => {
    let id: number
    try {
      const token = await request.jwtVerify<FastifyJWT['user']>()
      if (token.exp * 1_000 <= now()) throw unauthorized()
      id = Number(token.sub)
      request.session = token.sid
    } catch {
      throw unauthorized()
    }
    const holder = await context.people.tokenHolder(id, request.session)
    if (holder.kind === 'closed') throw unauthorized('This account is closed.')
    if (holder.kind === 'ended') throw unauthorized()
    request.person = holder.person
    request.device = holder.device
  })
  app.decorate('mayDo', (capability, message) => async ({ person }) => {
    if (!can(person, capability)) throw forbidden(message)
  })
  app.decorate('hasProved', (capability) => async ({ person, session }) => {
    if (can(person, capability)) await mustHaveProved(context.pool, session, context.clock())
  })
  app.decorate('accessToken', (user, sid) => ({
    // An id of its own makes two tokens of the same second differ.
    access: app.jwt.sign({ sub: String(user), sid, iat: Math.floor(now() / 1_000), jti: randomUUID() }),
    expires_in: ACCESS_SECONDS,
  }))
  app.decorate('ledgerKey', (user) =>
    createHmac('sha256', sealing).update(`ledger ${user}`).digest('base64url'),
  )
}

/**
 * Returns whether a call needs no token, by its own line in the OpenAPI document: `security: []` for any caller, `[{},
 * …]` where the call itself decides. A call without such a line needs a token.
 */
const isOpen = ({ routeOptions }: FastifyRequest): boolean => {
  const security = routeOptions.schema?.security
  return (
    security !== undefined && (security.length === 0 || security.some((one) => Object.keys(one).length === 0))
  )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call counts itself, once its body says who calls: it needs no token and is not counted for its address. */
    countsItself?: boolean
    /** The connections of which the call takes a share ('calls' by default); 'none' where it holds none of its own. */
    share?: 'calls' | 'pushes' | 'none'
  }
}

/**
 * Makes every call that is registered in this scope from now on identify its caller first. Once the body has been read
 * and checked, the call waits until its person has a place for it.
 */
export function guard(
  app: FastifyInstance,
  { limits, shares }: { limits: Limits; shares: Pick<Shares, 'calls' | 'pushes'> },
): void {
  const leaveOf = new WeakMap<FastifyRequest, () => void>()
  app.addHook('preHandler', async (request) => {
    const { share = 'calls' } = request.routeOptions.config
    if (share !== 'none' && request.person) leaveOf.set(request, await shares[share].enter(request.person.id))
  })
  // The handler has ended, even if no client waits for the answer any more.
  app.addHook('onSend', async (request) => leaveOf.get(request)?.())
  app.addHook('onRequest', async (request, reply) => {
    // One person's answer must not reach another person from a cache.
    void reply.header('cache-control', 'no-store')
    if (request.routeOptions.config.countsItself) return
    if (isOpen(request)) return limits.address(request.ip)
    await app.signedIn(request).catch((error: unknown) => {
      limits.address(request.ip)
      throw error
    })
    limits.person(request.person.id)
  })
}
