import type { User } from '#contract/people/schema.ts'
import { belongsToCustomer, type Person } from '#contract/permissions.ts'

/** Returns the fields of a user that rules of rights read. */
export const personOf = ({ id, username, role_id, is_staff, company }: User): Person => ({
  id,
  username,
  role_id,
  is_staff,
  company: belongsToCustomer({ is_staff, role_id }) ? company : null,
})
