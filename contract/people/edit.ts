/** Adding and changing users (B233, B234): the bodies of the two calls. */
import { z } from 'zod'
import { belongsToCustomer } from '../permissions.ts'
import { CallBody } from '../sync/mutation.ts'
import { Email, Id } from '../values.ts'
import { plainName, Username } from './names.ts'
import { roleFor } from './user-rules.ts'

const line = (max: number) => z.string().trim().min(1, 'is needed').max(max)
const password = z.string().max(1024)

/** More locations than any company has. */
const MOST_LOCATIONS = 1_000

const fields = {
  username: Username,
  email: line(254).pipe(Email),
  first_name: plainName(line(150)),
  last_name: plainName(line(150)),
  is_staff: z.boolean(),
  is_active: z.boolean(),
  email_order_confirmation: z.boolean(),
  account_lock: z.boolean(),
  /** The specified calls have no such field: see docs/decisions/0031. */
  role_id: z.int().min(1).max(99),
  can_see_payments_column: z.boolean(),
  /** The user's customer, and for a customer (role 32) the locations that they order for (docs/decisions/0139). */
  company: Id.nullable(),
  company_location: z.array(Id).max(MOST_LOCATIONS),
}

/** B233. `old_password` is accepted and ignored: a new user has none. */
export const UserCreate = z
  .object({
    ...fields,
    is_staff: fields.is_staff.default(false),
    is_active: fields.is_active.default(true),
    email_order_confirmation: fields.email_order_confirmation.default(false),
    account_lock: fields.account_lock.default(false),
    role_id: fields.role_id.optional(),
    can_see_payments_column: fields.can_see_payments_column.optional(),
    company: fields.company.default(null),
    company_location: fields.company_location.optional(),
    restaurant_name: plainName(z.string().trim().max(200)).default(''),
    old_password: password.optional(),
    new_password: password,
    new_password_confirm: password,
  })
  .strict()
  .refine(
    ({ is_staff, role_id, restaurant_name, company }) =>
      restaurant_name !== '' ||
      company !== null ||
      !belongsToCustomer({ is_staff, role_id: role_id ?? roleFor(is_staff) }),
    { path: ['restaurant_name'], message: 'is needed' },
  )
  .refine(({ restaurant_name, company }) => restaurant_name === '' || company === null, {
    path: ['restaurant_name'],
    message: 'is for a new customer, and a company is chosen',
  })
export type UserCreate = z.infer<typeof UserCreate>

/**
 * B234, B235. `base` has the values that the person saw: a field that is as they saw it is not changed, and a field
 * that another user has changed meanwhile is a clash.
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
