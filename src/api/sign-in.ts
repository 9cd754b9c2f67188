/** Sign-in on a device: the password, the step after it, and the sign-in without a network. */
import Dexie from 'dexie'
import type { User } from '#contract/people/schema.ts'
import type { StoredSession, PasswordVerifier } from '#src/db/device.ts'
import type { Environment } from './environment.ts'
import { ApiError, isObject, NetworkError } from './errors.ts'
import { apiError, saysClosed, type HttpAnswer } from './http.ts'
import type { KnownPeople } from './known-people.ts'
import { askedStep, recoveryCodesIn, type SignInEntry, type SecondStep } from './second-step.ts'
import { loadShapes } from './session-shapes.ts'
import { makeVerifier } from './verifier.ts'

/**
 * `second`: a step has to follow the password. `refused` carries the server's answer. `unreachable`: the server could
 * not be asked, and this name cannot sign in offline here.
 */
export type SignInResult =
  | { kind: 'in' | 'offline'; user: User }
  | { kind: 'second'; step: SecondStep }
  | { kind: 'refused'; error: Error }
  | { kind: 'unreachable'; error: Error }

/** Longer than the server takes to verify a password while many people sign in at once. */
const SIGN_IN_TIMEOUT_MS = 20_000

interface SignInParts {
  env: Environment
  people: Pick<KnownPeople, 'lockOut'>
  /** The PBKDF2 iterations, fewer in tests. */
  iterations: number | undefined
  /** A POST without a session. */
  call: (path: string, body: unknown, access: undefined, timeoutMs: number) => Promise<HttpAnswer>
  offlineSignIn: (username: string, password: string) => Promise<User | null>
  /** Stores a session: from now on this tab belongs to its person. Without a verifier the known one stays. */
  begin: (session: StoredSession, verifier: PasswordVerifier | null | undefined) => Promise<void>
}

/** The ways of signing in. */
export interface WaysIn {
  /** Asks the server. Without a network the verifier of a person who signed in here within 14 days decides. */
  signIn(username: string, password: string): Promise<SignInResult>
  /** Begins a sign-in by the identity provider. Resolves with the address at which the browser goes on. Rejects as a call does. */
  addressOfProvider(): Promise<string>
  /** Finishes a sign-in by the identity provider, with the query of the address that it led to. */
  signInByProvider(search: string): Promise<SignInResult>
}

export function signInBy({ env, people, iterations, call, offlineSignIn, begin }: SignInParts): WaysIn {
  /**
   * Sends a step. `typed` holds the typed name, by which this device knows the person without a network, and the
   * verifier of their password. Without `typed` the device knows them by the server's name and keeps the known
   * verifier.
   */
  async function answerOf(
    path: string,
    body: object,
    typed?: { username: string; verifier: Promise<PasswordVerifier | null> },
  ): Promise<SignInEntry> {
    const started = env.now()
    const answer = await call(path, body, undefined, SIGN_IN_TIMEOUT_MS)
    if (typed && saysClosed(answer)) await people.lockOut((person) => person.username === typed.username)
    if (answer.status >= 400 && answer.status < 500 && answer.isJson) throw apiError(answer, env.now())
    const parsed = (await loadShapes()).SessionAnswer.safeParse(answer.body)
    if (answer.status >= 300 || !parsed.success)
      throw answer.status >= 500 ? apiError(answer, env.now()) : new NetworkError('not-ours')
    const { user, ...tokens } = parsed.data
    return {
      recoveryCodes: recoveryCodesIn(answer.body),
      async enter() {
        const username = typed?.username ?? user.username
        const session = { user_id: user.id, username, ...tokens, last_refresh: started, user }
        await begin(session, await typed?.verifier)
        return user
      },
    }
  }

  /** Returns the result of a first step that the server has answered. Throws an error that is not an answer. */
  async function resultOf(
    first: Promise<SignInEntry>,
    typed?: Parameters<typeof answerOf>[2],
  ): Promise<SignInResult> {
    try {
      const entry = await first
      return { kind: 'in', user: await entry.enter() }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const asked = askedStep(error.body)
      if (!asked) return { kind: 'refused', error }
      const { attempt, ...step } = asked
      return {
        kind: 'second',
        step: { ...step, answer: (path, answer) => answerOf(path, { attempt, ...answer }, typed) },
      }
    }
  }

  return {
    async signIn(username, password) {
      const verifier = makeVerifier(env, password, iterations)
      verifier.catch(() => undefined)
      const typed = { username, verifier }
      try {
        return await resultOf(answerOf('auth/', { username, password }, typed), typed)
      } catch (error) {
        if (error instanceof Dexie.DexieError) throw error
        const user = await offlineSignIn(username, password)
        return user ? { kind: 'offline', user } : { kind: 'unreachable', error: error as Error }
      }
    },
    async addressOfProvider() {
      const answer = await call('auth/oidc/', {}, undefined, SIGN_IN_TIMEOUT_MS)
      if (answer.status >= 400) throw apiError(answer, env.now())
      const url = isObject(answer.body) ? answer.body['url'] : undefined
      if (typeof url !== 'string') throw new NetworkError('not-ours')
      return url
    },
    async signInByProvider(search) {
      try {
        return await resultOf(answerOf('auth/oidc/finish', { search }))
      } catch (error) {
        if (error instanceof Dexie.DexieError) throw error
        return { kind: 'unreachable', error: error as Error }
      }
    },
  }
}
