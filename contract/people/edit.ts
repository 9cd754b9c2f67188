/** Adding and changing users (B233, B234): what the two calls take. */
import { z } from 'zod'
import { belongsToCustomer } from '../permissions.ts'
import { CallBody } from '../sync/mutation.ts'
import { roleFor } from './user-rules.ts'

const line = (max: number) => z.string().trim().min(1, 'is needed').max(max)
const password = z.string().max(1024)

const fields = {
  username: line(150),
  email: line(254).pipe(z.email('is not an email address')),
  first_name: line(150),
  last_name: line(150),
  is_staff: z.boolean(),
  is_active: z.boolean(),
  email_order_confirmation: z.boolean(),
  account_lock: z.boolean(),
  /** No field of the specified calls: see docs/decisions/0031. */
  role_id: z.int().min(1).max(99),
  can_see_payments_column: z.boolean(),
}

/** B233. `old_password` is taken and not looked at: a new user has none. */
export const UserCreate = z
  .object({
    ...fields,
    is_staff: fields.is_staff.default(false),
    is_active: fields.is_active.default(true),
    email_order_confirmation: fields.email_order_confirmation.default(false),
    account_lock: fields.account_lock.default(false),
    role_id: fields.role_id.optional(),
    can_see_payments_column: fields.can_see_payments_column.optional(),
    restaurant_name: z.string().trim().max(200).default(''),
    old_password: password.optional(),
    new_password: password,
    new_password_confirm: password,
  })
  .strict()
  .refine(
    ({ is_staff, role_id, restaurant_name }) =>
      restaurant_name !== '' || !belongsToCustomer({ is_staff, role_id: role_id ?? roleFor(is_staff) }),
    { path: ['restaurant_name'], message: 'is needed' },
  )
export type UserCreate = z.infer<typeof UserCreate>

/**
 * B234, B235. `base` is what the person saw: a field that is as they saw it is not theirs to change, and one that somebody
 * else changed meanwhile is a clash.
 */
export const UserPatch = z
  .object(fields)
  .partial()
  .extend({
    old_password: password.optional(),
    new_password: password.optional(),
    new_password_confirm: password.optional(),
    base: CallBody.optional(),
  })
  .strict()
export type UserPatch = z.infer<typeof UserPatch>
