import type { User } from '#contract/people/schema.ts'
import { sameJson } from '#contract/sync/merge.ts'
import { errorText, NetworkError, SignInNeeded } from '#src/api/errors.ts'
import { client, session } from './device.ts'

/**
 * Reads the record of the signed-in person from the users list (A139, C288), because their rights may have changed
 * since the sign-in. Never rejects: until the server has answered, they are as last seen.
 */
export async function askWhoIsHere(): Promise<void> {
  try {
    const before = session.get().user
    const users = await client.api<User[]>('GET', 'users', { query: { no_page: 1 } })
    // The person may have changed their own record meanwhile: the list may be older than that.
    if (sameJson(session.get().user, before)) await session.matchUser(users)
  } catch (error) {
    // Without a network the record is read another time. The shell reports a session that has ended.
    if (!(error instanceof NetworkError) && !(error instanceof SignInNeeded))
      console.warn('The users list did not come:', errorText(error))
  }
}
