/** People, companies and their locations, and the session. */
import { z } from 'zod'

/** A162, B §3: a user as the users list returns it. */
export const User = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** A person's own new address whose link was not opened yet; '' for none. Until then `email` is used. */
  waiting_email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role_id: z.int(),
  is_staff: z.boolean(),
  is_active: z.boolean(),
  account_lock: z.boolean(),
  email_order_confirmation: z.boolean(),
  can_see_payments_column: z.boolean(),
  company: z.int().nullable(),
  company_location: z.array(z.int()),
})
export type User = z.infer<typeof User>

/** A user of the person's own company for whom they may order (readings, "Who orders for where"). */
export const Colleague = User.pick({ id: true, username: true, company_location: true })
export type Colleague = z.infer<typeof Colleague>

/** A159 with the address and the fee flags that later screens read. */
export const CompanyLocation = z.object({
  id: z.int(),
  company_id: z.int(),
  name: z.string(),
  active: z.boolean(),
  physical_address: z.object({ complete_address: z.string() }),
  lot_tracked: z.boolean(),
  fuel_surcharge: z.boolean(),
  refrigerated_delivery_fee: z.string(),
  /** The additional charge for an order after the cut-off (contract/orders/cutoff.ts). */
  late_order_fee: z.string(),
  /** Missing in a row that a device stored before the server sent it. */
  phone_number: z.string().optional(),
})
export type CompanyLocation = z.infer<typeof CompanyLocation>

/** A266. The refresh token rotates, so the answer has a new one beside the access token. */
export const Refreshed = z.object({
  access: z.string(),
  refresh: z.string(),
  /** Seconds. */
  expires_in: z.int().positive(),
  /**
   * The person's own key, 256 bits in base64url: a device seals with it what it keeps of the person after a sign-out.
   * Missing in the answer of a release that has none.
   */
  ledger_key: z.string().optional(),
})
export type Refreshed = z.infer<typeof Refreshed>

/** A265 and A137: the answer to a sign-in. */
export const SessionAnswer = Refreshed.extend({ user: User })
export type SessionAnswer = z.infer<typeof SessionAnswer>

export const SignInBody = z.object({
  username: z.string().min(1, 'is needed').max(150),
  password: z.string().min(1, 'is needed').max(1024),
})
/** The person's own password, typed again in a session (docs/decisions/0195). */
export const PasswordProof = SignInBody.pick({ password: true })
/** A person who has forgotten their password names themselves, and gets a link by mail (docs/decisions/0112). */
export const ForgotPassword = SignInBody.pick({ username: true })
/** `token` is the text behind the link's #. */
export const NewPassword = z.object({
  token: z.string().min(1).max(200),
  new_password: z.string().max(1024),
  new_password_confirm: z.string().max(1024),
})
export const Refresh = z.object({ refresh: z.string().min(1).max(512) })
