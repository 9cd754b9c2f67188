import type { User } from '#contract/people/schema.ts'
import { errorText, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import { client, session } from './device.ts'

/**
 * Takes the record of whoever is signed in out of the users list (A139, C288): their rights may be others than at the
 * sign-in.
 */
const askWho = async (): Promise<void> =>
  session.matchUser(await client.api<User[]>('GET', 'users', { query: { no_page: 1 } }))

/** Without a network it comes another time: nothing is wrong. */
function warnUnlessAway(error: unknown): void {
  if (!(error instanceof NetworkError)) console.warn('The users list did not come:', errorText(error))
}

/**
 * Never rejects: until the server has answered, they are as last seen. Nothing is said of an answer to somebody who has
 * signed out since.
 */
export async function askWhoIsHere(): Promise<void> {
  const who = session.get().user?.id
  await askWho().catch((error: unknown) => {
    if (session.get().user?.id === who) warnUnlessAway(error)
  })
}

/** The same when the change stream has ended. It ends with the session as well, which the shell tells by itself. */
export const askWhoIsLeft = (): Promise<void> =>
  askWho().catch((error: unknown) => {
    if (!(error instanceof SignInNeeded)) warnUnlessAway(error)
  })
