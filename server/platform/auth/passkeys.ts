/** The server's part of WebAuthn: makes challenges for passkeys, and verifies the answers (docs/decisions/0219). */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { z } from 'zod'
import {
  MOST_PASSKEYS,
  type NewCredential,
  type Passkey,
  type SignedChallenge,
} from '#contract/people/second-factor.ts'
import type { Env } from '../../env.ts'
import { Problem } from '../problem.ts'

/** Loads the package. Only called where a person has a passkey. */
const webauthn = () => import('@simplewebauthn/server')

/** The site that a passkey belongs to. */
export interface Site {
  /** A host name. */
  id: string
  /** The origin, as a page's scripts see it. */
  origin: string
}

/**
 * Returns the site of a request: that of `PUBLIC_URL`, else `localhost`. Null elsewhere: a browser makes passkeys only
 * for names, and a name that only the request gives may belong to anyone.
 */
export function siteOf(
  env: Pick<Env, 'PUBLIC_URL'>,
  { hostname, host, protocol }: FastifyRequest,
): Site | null {
  if (env.PUBLIC_URL) {
    const { hostname: id, origin } = new URL(env.PUBLIC_URL)
    return { id, origin }
  }
  return hostname === 'localhost' ? { id: hostname, origin: `${protocol}://${host}` } : null
}

/** Returns the same site. Throws 409 where there is none. */
export function mustHaveSite(env: Pick<Env, 'PUBLIC_URL'>, request: FastifyRequest): Site {
  const site = siteOf(env, request)
  if (site) return site
  throw new Problem(
    409,
    'Passkeys work at the public address of the server, and on this machine at localhost.',
  )
}

interface Stored {
  id: string
  public_key: string
  counter: number
  transports: string[]
}

const storedOf = async (client: pg.Pool | pg.ClientBase, user: number): Promise<Stored[]> =>
  (
    await client.query<Stored>(
      'select id, public_key, counter::float8 as counter, transports from passkeys where user_id = $1 order by created_at, id',
      [user],
    )
  ).rows

/** Returns whether this person has a passkey. */
export async function hasPasskey(client: pg.Pool | pg.ClientBase, user: number): Promise<boolean> {
  const { rowCount } = await client.query('select from passkeys where user_id = $1 limit 1', [user])
  return rowCount === 1
}

/** Returns what a browser needs to make a passkey of this person. Throws 409 where they have as many as allowed. */
export async function registrationOptions(
  client: pg.ClientBase,
  site: Site,
  { id, username }: { id: number; username: string },
) {
  const passkeys = await storedOf(client, id)
  if (passkeys.length >= MOST_PASSKEYS)
    throw new Problem(409, `You have ${MOST_PASSKEYS} passkeys. Remove one first.`)
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Larder',
    rpID: site.id,
    userName: username,
    userID: new TextEncoder().encode(String(id)),
    attestationType: 'none',
    excludeCredentials: passkeys,
    // A passkey follows a password, so any authenticator is enough, also a key without a PIN.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/**
 * Returns what a browser needs to sign with one of this person's passkeys. If the request has no site, the browser
 * refuses, and only a recovery code is left.
 */
export async function signInOptions(client: pg.ClientBase, site: Site | null, user: number) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: site?.id ?? 'localhost',
    allowCredentials: await storedOf(client, user),
    userVerification: 'preferred',
  })
}

/**
 * Stores the passkey that answers a registration's challenge. Returns null where the answer is wrong, or the passkey is
 * known already.
 */
export async function addPasskey(
  client: pg.ClientBase,
  site: Site,
  user: number,
  {
    challenge,
    name,
    credential,
  }: { challenge: string; name: string; credential: z.infer<typeof NewCredential> },
  now: Date,
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return null
  const { id, publicKey, counter } = registrationInfo.credential
  const { rowCount } = await client.query(
    `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (id) do nothing`,
    [
      id,
      user,
      name,
      Buffer.from(publicKey).toString('base64url'),
      counter,
      credential.response.transports,
      now,
    ],
  )
  return rowCount === 1 ? { id, name, created_at: now.toISOString(), used_at: null } : null
}

/** Returns whether this person's passkey signed the challenge, and records its use. */
export async function usePasskey(
  client: pg.ClientBase,
  site: Site,
  user: number,
  { challenge, credential }: { challenge: string; credential: z.infer<typeof SignedChallenge> },
  now: Date,
): Promise<boolean> {
  const passkey = (await storedOf(client, user)).find(({ id }) => id === credential.id)
  if (!passkey) return false
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return false
  await client.query('update passkeys set counter = $2, used_at = $3 where id = $1', [
    passkey.id,
    authenticationInfo.newCounter,
    now,
  ])
  return true
}
