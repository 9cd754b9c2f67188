/** The identity provider: OpenID Connect, by the authorization code with PKCE (docs/decisions/0223). */
import type { Configuration } from 'openid-client'
import type { Env } from '../../env.ts'
import { isLoopback } from '../addresses.ts'
import type { Context } from '../context.ts'
import { Problem } from '../problem.ts'

/** Seconds: a person waits for each answer of the provider. */
const TIMEOUT_S = 10
const SCOPE = 'openid email'

/** The package is read only where a provider is set. */
const library = () => import('openid-client')

/** What belongs to one sign-in and stays on the server. */
export interface OidcSecrets {
  state: string
  nonce: string
  verifier: string
}

/** Who the provider says has signed in. */
export interface Identity {
  issuer: string
  /** The provider's own id of them. */
  subject: string
  /** Their mail address in lower case, where the provider has verified it; else null. */
  email: string | null
}

export interface Oidc {
  /** What the sign-in screen calls the provider. */
  readonly name: string
  /** Where the browser goes, and what belongs to this sign-in. */
  begin(): Promise<{ url: string; secrets: OidcSecrets }>
  /** Exchanges what the provider has sent back, the query of an address. Throws 400 where it does not hold, 503 without an answer. */
  finish(search: string, secrets: OidcSecrets): Promise<Identity>
}

type Settings = Pick<
  Env,
  'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME' | 'PUBLIC_URL'
>

/** Null where no provider is set. `readEnv` has checked that the settings are complete. */
export function openOidc(
  { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, PUBLIC_URL }: Settings,
  log: Pick<Context['log'], 'warn'>,
): Oidc | null {
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !PUBLIC_URL) return null
  const issuer = new URL(OIDC_ISSUER)
  const redirect = `${PUBLIC_URL}/oidc`
  let known: Promise<Configuration> | null = null

  async function configuration(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await library()
    known ??= discovery(issuer, OIDC_CLIENT_ID!, OIDC_CLIENT_SECRET, undefined, {
      timeout: TIMEOUT_S,
      ...(isLoopback(issuer.hostname) && { execute: [allowInsecureRequests] }),
    }).catch((error: unknown) => {
      // Asked again at the next sign-in.
      known = null
      throw error
    })
    return known
  }

  /** A refusal is the person's; without an answer the log says why. */
  async function inWords<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (await isRefusal(error))
        throw new Problem(400, 'The identity provider did not sign you in. Please try again.')
      log.warn(error, 'the identity provider does not answer')
      throw new Problem(
        503,
        'The identity provider does not answer. Sign in with your password, or try again later.',
      )
    }
  }

  return {
    name: OIDC_NAME ?? issuer.hostname,
    begin: () => inWords(async () => beginSignIn(await configuration(), redirect)),
    finish: (search, secrets) =>
      inWords(async () => {
        const answer = new URL(`${redirect}?${search.replace(/^\?/, '')}`)
        return identityOf(await configuration(), answer, secrets)
      }),
  }
}

async function beginSignIn(
  config: Configuration,
  redirect_uri: string,
): Promise<{ url: string; secrets: OidcSecrets }> {
  const oidc = await library()
  const secrets = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: SCOPE,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, secrets }
}

async function identityOf(
  config: Configuration,
  answer: URL,
  { state, nonce, verifier }: OidcSecrets,
): Promise<Identity> {
  const oidc = await library()
  const tokens = await oidc.authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  const { sub, iss } = claims
  // Some providers tell the address only where they are asked for it.
  const { email, email_verified: isVerified } =
    claims['email'] === undefined && config.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(config, tokens.access_token, sub)
      : claims
  const isOwn = typeof email === 'string' && email !== '' && isVerified === true
  return { issuer: iss, subject: sub, email: isOwn ? email.toLowerCase() : null }
}

/** Whether the provider answered, and what it answered does not hold. */
async function isRefusal(error: unknown): Promise<boolean> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library()
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return true
  return error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT' && !(error.cause instanceof TypeError)
}
