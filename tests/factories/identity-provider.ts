/** A real OpenID Connect provider on this machine (`oidc-provider`), and a person who signs in there without a browser. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration, Provider } from 'oidc-provider'

export const CLIENT = { OIDC_CLIENT_ID: 'larder', OIDC_CLIENT_SECRET: 'a secret of the test' }

interface Identity {
  email?: string
  email_verified?: boolean
}

export interface IdentityProvider {
  /** Its address. */
  issuer: string
  /** What it says of each person, by the name with which they sign in there. */
  identities: Map<string, Identity>
  /** Goes to an address of a sign-in, signs in and agrees. Resolves with the query of the address that it leads back to. */
  signIn(url: string, name: string): Promise<string>
  close(): Promise<void>
}

/** Starts a provider that leads back to this address of the product. */
export async function identityProvider(publicUrl: string): Promise<IdentityProvider> {
  const redirect = `${publicUrl}/oidc`
  const identities = new Map<string, Identity>()
  const { server, port } = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const provider = await makeProvider(issuer, {
    clients: [
      {
        client_id: CLIENT.OIDC_CLIENT_ID,
        client_secret: CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [redirect],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['the key of the test'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, name) => ({
      accountId: name,
      claims: () => ({ sub: name, ...identities.get(name) }),
    }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    identities,
    signIn: (url, name) => signInAt(url, name, redirect),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The package warns of Node 20, and of its own pages for development, which is what this is. */
async function makeProvider(issuer: string, configuration: Configuration): Promise<Provider> {
  const { warn, info } = console
  Object.assign(console, { warn: () => undefined, info: () => undefined })
  try {
    const { Provider: Real } = await import('oidc-provider')
    return new Real(issuer, configuration)
  } finally {
    Object.assign(console, { warn, info })
  }
}

async function freePort(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

/** Follows the provider's own pages as a browser does: their cookies, their redirects, and the two forms. */
async function signInAt(url: string, name: string, redirect: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next: { url: string; form?: Record<string, string> } = { url }
  for (let step = 0; step < 20; step++) {
    const answer = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(next.form && { method: 'POST', body: new URLSearchParams(next.form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [key, value] = cookie.split(';')[0]!.split(/=(.*)/s) as [string, string]
      cookies.set(key, value)
    }
    const location = answer.headers.get('location')
    if (location !== null) {
      const to = new URL(location, next.url)
      if (to.href.startsWith(redirect)) return to.search
      next = { url: to.href }
      continue
    }
    const page = await answer.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (prompt === undefined) throw new Error(`The provider shows ${answer.status}: ${page.slice(0, 300)}`)
    next = { url: next.url, form: { prompt, ...(prompt === 'login' && { login: name, password: 'any' }) } }
  }
  throw new Error('The provider leads in a circle.')
}
