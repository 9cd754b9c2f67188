import type { User } from '#contract/people/schema.ts'
import { ROLE, type Person } from '#contract/permissions.ts'

/** What decisions need to know of a user. Staff and pickers belong to no customer, whatever the row says. */
export const personOf = ({ id, username, role_id, is_staff, company }: User): Person => ({
  id,
  username,
  role_id,
  is_staff,
  company: is_staff || role_id === ROLE.picker ? null : company,
})
