/** New passwords and mail addresses of an account (docs/decisions/0182). */
import { z } from 'zod'
import { NewPassword } from './schema.ts'

export const AccountChangeKind = z.enum(['address', 'password'])
export type AccountChangeKind = z.infer<typeof AccountChangeKind>

/** One change of an account, as the account's own person and the office read it. */
export const AccountChange = z.object({
  id: z.int(),
  what: AccountChangeKind,
  at: z.string(),
  /** The username; null for a person who no longer exists. */
  by: z.string().nullable(),
  /** The mail address before and after; the same for a password. */
  before: z.string(),
  after: z.string(),
  undone_at: z.string().nullable(),
})
export type AccountChange = z.infer<typeof AccountChange>

/** The token behind the # of a mailed link. */
export const AccountLinkToken = NewPassword.pick({ token: true })
