/** Signing in on a device: the password, what has to follow it, and what holds without a network. */
import Dexie from 'dexie'
import type { User } from '#contract/people/schema.ts'
import type { StoredSession, Verifier } from '#src/db/device.ts'
import type { Environment } from './environment.ts'
import { ApiError, NetworkError } from './errors.ts'
import { apiError, saysClosed, type HttpAnswer } from './http.ts'
import type { KnownPeople } from './known-people.ts'
import { askedStep, recoveryCodesIn, type Entry, type SecondStep } from './second-step.ts'
import { loadShapes } from './session-shapes.ts'
import { makeVerifier } from './verifier.ts'

/**
 * `second` is what has to follow the password. `refused` carries the server's answer; `unreachable` says that it could not be asked,
 * and that this name cannot sign in offline here.
 */
export type SignInResult =
  | { kind: 'in' | 'offline'; user: User }
  | { kind: 'second'; step: SecondStep }
  | { kind: 'refused'; error: Error }
  | { kind: 'unreachable'; error: Error }

/** Longer than a password takes to be verified where many sign in at once. */
const SIGN_IN_TIMEOUT_MS = 20_000

interface SignInParts {
  env: Environment
  people: Pick<KnownPeople, 'lockOut'>
  /** PBKDF2's, lower in tests. */
  iterations: number | undefined
  /** A POST without a session. */
  call: (path: string, body: unknown, access: undefined, timeoutMs: number) => Promise<HttpAnswer>
  offlineSignIn: (username: string, password: string) => Promise<User | null>
  /** Stores a session: from now on this tab is its person's. */
  begin: (session: StoredSession, verifier: Verifier | null) => Promise<void>
}

/** Asks the server; without a network the verifier of somebody who signed in here within 14 days decides. */
export const signInBy = ({ env, people, iterations, call, offlineSignIn, begin }: SignInParts) =>
  async function signIn(username: string, password: string): Promise<SignInResult> {
    const verifier = makeVerifier(env, password, iterations)
    verifier.catch(() => undefined)
    async function answerOf(path: string, body: object): Promise<Entry> {
      const started = env.now()
      const answer = await call(path, body, undefined, SIGN_IN_TIMEOUT_MS)
      if (saysClosed(answer)) await people.lockOut((person) => person.username === username)
      if (answer.status >= 400 && answer.status < 500 && answer.isJson) throw apiError(answer, env.now())
      const parsed = (await loadShapes()).Session.safeParse(answer.body)
      if (answer.status >= 300 || !parsed.success)
        throw answer.status >= 500 ? apiError(answer, env.now()) : new NetworkError('not-ours')
      const { user, ...tokens } = parsed.data
      return {
        recoveryCodes: recoveryCodesIn(answer.body),
        async enter() {
          const session = { user_id: user.id, username, ...tokens, last_refresh: started, user }
          await begin(session, await verifier)
          return user
        },
      }
    }
    try {
      const entry = await answerOf('auth/', { username, password })
      return { kind: 'in', user: await entry.enter() }
    } catch (error) {
      if (error instanceof Dexie.DexieError) throw error
      if (error instanceof ApiError && error.status < 500) {
        const asked = askedStep(error.body)
        if (!asked) return { kind: 'refused', error }
        const { attempt, ...step } = asked
        return {
          kind: 'second',
          step: { ...step, answer: (next, answer) => answerOf(next, { attempt, ...answer }) },
        }
      }
      const user = await offlineSignIn(username, password)
      return user ? { kind: 'offline', user } : { kind: 'unreachable', error: error as Error }
    }
  }
