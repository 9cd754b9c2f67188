/** What follows a right password at a sign-in: a passkey, a recovery code, or a first passkey (docs/decisions/0219). */
import type { User } from '#contract/people/schema.ts'
import { PASSKEY_NEEDED, SECOND_FACTOR } from '#contract/people/session-codes.ts'
import { isObject } from './errors.ts'

/** A sign-in that the server has taken. The session is not here yet. */
export interface SignInEntry {
  /** New ones, which the person has to keep; empty where there are none. */
  recoveryCodes: string[]
  /** Stores the session: the person is in. */
  enter(): Promise<User>
}

export interface SecondStep {
  /** `passkey`: one of the person's own signs, or a recovery code. `first_passkey`: they have none and need one. */
  needs: 'passkey' | 'first_passkey'
  /** What the browser's passkeys need: WebAuthn's own. */
  options: Record<string, unknown>
  /** Answers it. Rejects with the server's refusal or without an answer: it can then be answered again. */
  answer(path: 'auth/passkey' | 'auth/recoverycode' | 'auth/newpasskey', body: object): Promise<SignInEntry>
}

/** Returns the step that the refusal of a password alone asks for; null where it is a plain refusal. */
export function askedStep(body: unknown): (Omit<SecondStep, 'answer'> & { attempt: string }) | null {
  if (!isObject(body)) return null
  const { code, attempt, options } = body
  if (code !== SECOND_FACTOR && code !== PASSKEY_NEEDED) return null
  if (typeof attempt !== 'string' || !isObject(options)) return null
  return { needs: code === SECOND_FACTOR ? 'passkey' : 'first_passkey', attempt, options }
}

/** The new recovery codes in an answer to a sign-in. */
export function recoveryCodesIn(body: unknown): string[] {
  const codes = isObject(body) ? body['recovery_codes'] : undefined
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
}
