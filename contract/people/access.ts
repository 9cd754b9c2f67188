/** Whether and where a user signs in, for people who manage users (docs/decisions/0278). */
import { z } from 'zod'
import { MailState } from '../mails/schema.ts'

/** The number of days for which an invitation's link sets a password. */
export const INVITATION_DAYS = 7

export const UserAccess = z.object({
  /** The devices with a session of the last 400 days, by their last call, newest first; 20 at most. */
  devices: z.array(
    z.object({
      /** Browser and system in words; '' where unknown. */
      device_kind: z.string(),
      last_used_at: z.string(),
    }),
  ),
  /** The last invitation, its sender and the state of its mail; null where the user was not invited. */
  invitation: z.object({ at: z.string(), by: z.string().nullable(), mail: MailState }).nullable(),
})
export type UserAccess = z.infer<typeof UserAccess>
