import type { User } from '#contract/people/schema.ts'
import { errorText, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import { client, session } from './device.ts'

/**
 * Takes the record of whoever is signed in out of the users list (A139, C288): their rights may be others than at the
 * sign-in. Never rejects: until the server has answered, they are as last seen.
 */
export async function askWhoIsHere(): Promise<void> {
  try {
    await session.matchUser(await client.api<User[]>('GET', 'users', { query: { no_page: 1 } }))
  } catch (error) {
    // Without a network it comes another time. A session that has ended is told by the shell.
    if (!(error instanceof NetworkError) && !(error instanceof SignInNeeded))
      console.warn('The users list did not come:', errorText(error))
  }
}
