/**
 * Who is at the device, and their tokens (A137–A140, A213–A215, A311–A314).
 *
 *            sign in                    refresh refused, or a second 401
 *   out ───────────────▶ in ──────────────────────────────────────────────▶ ended
 *    │                    ▲  ▲                                                │
 *    │ offline sign-in    │  └───────────────── sign in ──────────────────────┘
 *    └─────────▶ offline ─┘ sign in            sign-out leads to `out` from everywhere
 *
 * Nothing here touches an edit: edits are stored sealed in their author's own database.
 */
import type { User } from '#contract/people/schema.ts'
import { deviceId, type DeviceDatabase } from '#src/db/device.ts'
import type { Environment } from './environment.ts'
import { send, type HttpAnswer } from './http.ts'
import type { KnownPeople } from './known-people.ts'
import {
  createSessionHere,
  endIf,
  storeSession,
  type CurrentPerson,
  type SessionHere,
  type SessionState,
} from './session-here.ts'
import { signInBy, type WaysIn } from './sign-in.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { makeVerifier } from './verifier.ts'

export type { Phase } from './session-here.ts'

interface SignOutOptions {
  /** Sends what waits, for at most `flushMs`. The rest stays sealed in this person's database. */
  flush?: () => Promise<unknown>
  flushMs?: number
}

export interface Session extends WaysIn, Tokens {
  /** Resolves when the stored session has been read. */
  readonly ready: Promise<void>
  readonly people: KnownPeople
  get(): SessionState
  subscribe(listener: () => void): () => void
  deviceId(): Promise<string>
  /**
   * Returns the key that seals this person's ledger; undefined while their session is not here, or if the server gives
   * none.
   */
  ledgerKey(userId: number): string | undefined
  /** Returns the user; null when this device does not know the name or the password is wrong. */
  offlineSignIn(username: string, password: string): Promise<User | null>
  signOut(options?: SignOutOptions): Promise<void>
  /** A312: ends the session after a second 401 with a fresh token. */
  end(access: string): Promise<void>
  /**
   * A139: takes the signed-in person's record from the users list as the current user. If the office has given them
   * another username, this device knows them by the new name from then on.
   */
  matchUser(users: readonly User[]): Promise<void>
  /**
   * Records a change of the current user's own record: from now on this device knows them by its username, and by the
   * new password where there is one, with and without a network.
   */
  changedSelf(user: User, password: string | null): Promise<void>
  /** Makes this tab the current person's. */
  follow(): void
  /** Stores the current person again, as this page still knows them, after the device's storage was cleared. */
  storeAgain(): Promise<void>
  close(): void
}

const REFRESH_TIMEOUT_MS = 10_000

export interface SessionOptions {
  env: Environment
  device: DeviceDatabase
  /** The person whose session the service worker uses; absent for the current person. */
  userId?: number
  /** The PBKDF2 iterations, fewer in tests. */
  iterations?: number
}

export function createSession({ env, device, userId, iterations }: SessionOptions): Session {
  const here = createSessionHere(env, device, userId)
  const { people } = here
  const id = ownIdOf(env, device)
  const ready = here.load()

  async function call(
    path: string,
    body: unknown,
    access?: string,
    timeoutMs = REFRESH_TIMEOUT_MS,
  ): Promise<HttpAnswer> {
    const headers = { 'x-device-id': await id(), ...(access && { authorization: `Bearer ${access}` }) }
    return send(env, { method: 'POST', path, body, headers, timeoutMs })
  }

  const offlineSignIn = (username: string, password: string) => signInOffline(here, username, password)
  const { signIn, addressOfProvider, signInByProvider } = signInBy({
    env,
    people,
    iterations,
    call,
    offlineSignIn,
    async begin(session, verifier) {
      here.own = session.user_id
      await storeSession(here, session, verifier)
    },
  })
  const { accessToken, renew } = createTokens({ here, ready, call })

  return {
    ready,
    people,
    get: () => here.state,
    subscribe: here.subscribe,
    deviceId: id,
    ledgerKey: (userId) => (here.stored?.user_id === userId ? here.stored.ledger_key : undefined),
    signIn,
    addressOfProvider,
    signInByProvider,
    offlineSignIn,
    renew,
    async signOut({ flush, flushMs = 5_000 } = {}) {
      await ready
      const who = here.state.user?.id
      if (flush) await Promise.race([flush().catch(() => undefined), pause(env, flushMs)])
      // Another person may have signed in in another tab meanwhile: they stay.
      const session =
        here.stored?.user_id === who || who === undefined ? here.stored : await device.sessions.get(who)
      try {
        await leave(here, who)
      } finally {
        // The logout comes last: the server answers what the screens still ask until they learn that the person
        // has left.
        if (session) call('auth/logout/', { refresh: session.refresh }, session.access).catch(() => undefined)
      }
    },
    accessToken,
    async end(access) {
      await endIf(here, (session) => session.access === access)
    },
    matchUser: (users) => matchUser(here, users),
    changedSelf: (user, password) => changeSelf(here, user, password, iterations),
    follow() {
      here.own = here.state.user?.id ?? null
      here.show({ ...here.state, isOther: false })
    },
    storeAgain: () => storeAgain(here, id),
    close: here.close,
  }
}

/**
 * Returns the device's id, read once a page: the page's edits and calls belong to this device, even after the storage
 * is cleared.
 */
function ownIdOf(env: Environment, device: DeviceDatabase): () => Promise<string> {
  let ownId: Promise<string> | null = null
  return () => {
    ownId ??= deviceId(device, () => hex(env.randomBytes(16))).catch((error: unknown) => {
      ownId = null
      throw error
    })
    return ownId
  }
}

async function signInOffline(here: SessionHere, username: string, password: string): Promise<User | null> {
  const { device, people } = here
  const person = await people.find(username, password)
  if (!person) return null
  const phase = (await device.sessions.get(person.user_id)) ? 'in' : 'offline'
  here.own = person.user_id
  await device.meta.put({ key: 'current', value: { user_id: person.user_id, phase } satisfies CurrentPerson })
  await here.load()
  return person.user
}

/** Signs a person out of the device. If another person is the current one by now, that one stays. */
async function leave(here: SessionHere, who: number | undefined): Promise<void> {
  const { device } = here
  const isOther = await device.transaction('rw', device.meta, device.sessions, async () => {
    if (who !== undefined) await device.sessions.delete(who)
    const current = (await device.meta.get('current'))?.value as CurrentPerson | undefined
    if (who !== undefined && current !== undefined && current.user_id !== who) return true
    await device.meta.delete('current')
    return false
  })
  here.unstored = null
  // This tab asks before it becomes the other person's.
  if (!isOther) here.own = null
  await here.load()
}

async function matchUser(here: SessionHere, users: readonly User[]): Promise<void> {
  const { device, stored } = here
  // The typed name leads to the same record, except after the office has changed it.
  const user = users.find((one) => one.id === stored?.user_id)
  if (!user || !stored) return
  if (JSON.stringify(user) === JSON.stringify(stored.user)) return
  const known = { username: user.username, user }
  await device.transaction('rw', device.sessions, device.people, async () => {
    if (await device.sessions.get(user.id)) await device.sessions.update(user.id, known)
    await device.people.update(user.id, known)
  })
  here.stored = { ...stored, ...known }
  await here.load()
}

async function changeSelf(
  { env, device, people, load }: SessionHere,
  user: User,
  password: string | null,
  iterations: number | undefined,
): Promise<void> {
  const verifier = password === null ? null : await makeVerifier(env, password, iterations)
  const known = { username: user.username, user }
  await device.transaction('rw', device.meta, device.sessions, device.people, async () => {
    await device.sessions.update(user.id, known)
    const next = await people.verifierToKeep(user, verifier)
    await device.people.update(user.id, { ...known, ...(password !== null && { verifier: next }) })
  })
  await load()
}

/** @param id returns the device's id */
async function storeAgain(here: SessionHere, id: () => Promise<string>): Promise<void> {
  const { device, state, stored: session } = here
  const { user, username } = state
  if (!user || username === null) return
  const own = await id()
  await device.transaction('rw', device.meta, device.sessions, device.people, async () => {
    await device.people.put({ user_id: user.id, username, user, verifier: null })
    if (session) await device.sessions.put(session)
    await device.meta.bulkPut([
      { key: 'device_id', value: own },
      {
        key: 'current',
        value: { user_id: user.id, phase: session ? 'in' : 'ended' } satisfies CurrentPerson,
      },
    ])
  })
  here.unstored = null
  await here.load()
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const pause = (env: Environment, ms: number) => new Promise<void>((resolve) => env.after(ms, resolve))
