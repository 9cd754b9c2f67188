/** What an administrator reads of sign-ins and of changes to rights, fees, prices and settings (docs/decisions/0208). */
import { z } from 'zod'
import { SECURITY_EVENT_KINDS } from './kinds.ts'

export const SecurityEventKind = z.enum(SECURITY_EVENT_KINDS)

export const SecurityEvent = z.object({
  /** A whole number as text: it may grow beyond what JSON keeps exactly. */
  id: z.string(),
  at: z.string(),
  kind: SecurityEventKind,
  /** Who did it, by their name at that time; '' for a command on the server's machine. */
  username: z.string(),
  /** What it was done to: a name, a product, a setting. */
  about: z.string(),
  details: z.string(),
  /** Where the call came from; '' for a command on the server's machine. */
  address: z.string(),
  /** The id that the call's lines in the server's log carry; '' likewise. */
  request_id: z.string(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>
