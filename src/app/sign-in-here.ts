/** Signing in on this device, with the failure as an error whose text a person can read. */
import { NetworkError } from '#src/api/errors.ts'
import type { SecondStep } from '#src/api/second-step.ts'
import type { SignInResult } from '#src/api/sign-in.ts'
import { session } from './device.ts'

/** Resolves with the step that has to follow, null for none. Rejects with the server's refusal, or with why it could not be asked. */
export async function signInHere(username: string, password: string): Promise<SecondStep | null> {
  return stepAfter(await session.signIn(username, password))
}

/** The same with what the identity provider has sent back, the query of an address. */
export const signInByProviderHere = async (search: string): Promise<SecondStep | null> =>
  stepAfter(await session.signInByProvider(search))

function stepAfter(result: SignInResult): SecondStep | null {
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

/** Leaves for the identity provider. Rejects where the server does not begin a sign-in there. */
export async function goToProvider(): Promise<void> {
  location.assign(await session.addressOfProvider())
}
