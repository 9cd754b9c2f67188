/** Signing in on this device, with the failure as an error whose text a person can read. */
import { NetworkError } from '#src/api/errors.ts'
import type { SecondStep } from '#src/api/second-step.ts'
import { session } from './device.ts'

/** Resolves with the step that has to follow, null for none. Rejects with the server's refusal, or with why it could not be asked. */
export async function signInHere(username: string, password: string): Promise<SecondStep | null> {
  const result = await session.signIn(username, password)
  if (result.kind === 'second') return result.step
  if (result.kind === 'refused') throw result.error
  if (result.kind === 'unreachable') {
    const why =
      result.error instanceof NetworkError ? `${result.error.message}\n` : 'The server has a problem.\n'
    throw new Error(
      `${why}Without it, people who signed in on this device in the last 14 days can sign in here with the same username and password; administrators, managers and the office only on a device that is marked as the office’s own.`,
    )
  }
  return null
}
