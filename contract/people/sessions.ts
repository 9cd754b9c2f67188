/** A person's own sessions: where they are signed in (docs/decisions/0196). */
import { z } from 'zod'

export const OwnSession = z.object({
  id: z.uuid(),
  /** Browser and system, as "Chrome on Android"; '' where they are unknown. */
  device_kind: z.string(),
  /** When the person signed in there. */
  begun_at: z.string(),
  /** The last call from there, to the minute. */
  last_used_at: z.string(),
  /** The session that asks. */
  is_this: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** More sessions are not listed; signing out everywhere ends them as well. */
export const MOST_SESSIONS_LISTED = 100
