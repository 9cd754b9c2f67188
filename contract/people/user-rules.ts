/**
 * Who may change which user, and which rights are never granted (readings, "People and roles"; docs/decisions/0031).
 */
import { can, ROLE, type Person } from '../permissions.ts'
import { sameJson } from '../sync/merge.ts'
import type { User } from './schema.ts'

/**
 * B071: above this role the form has a field for the old password. The server requires it of every person who changes
 * their own password or address; the others are asked when they save (readings, "Changing an own address or
 * password").
 */
export const asksOldPassword = ({ role_id }: Pick<Person, 'role_id'>): boolean => role_id > ROLE.sales

/** Returns the role of a user who was given none: a user who is not staff is a customer. */
export const roleFor = (isStaff: boolean): number => (isStaff ? ROLE.sales : ROLE.customer)

/**
 * Returns whether a new user sees payments: a user who keeps invoices and payments does, if the person who adds the
 * user may grant that.
 */
export const seesPaymentsBy = (role_id: number, giver: Pick<User, 'can_see_payments_column'>): boolean =>
  role_id <= ROLE.office && giver.can_see_payments_column

/** The names of the roles (readings, "People and roles"). */
export const ROLE_NAMES: Readonly<Record<number, string>> = {
  [ROLE.administrator]: 'Administrator',
  [ROLE.manager]: 'Manager',
  [ROLE.office]: 'Office',
  [ROLE.foreman]: 'Foreman',
  [ROLE.sales]: 'Sales',
  [ROLE.picker]: 'Picker',
  [ROLE.buyer]: 'Company buyer',
  [ROLE.customer]: 'Customer',
}

export const ONLY_MANAGERS = 'Only staff who manage users may add and change other people.'

/** Returns why this person may not change this user, or null. Only their equals may change a user with more rights. */
export function editProblem(person: Person, user: Pick<User, 'id' | 'role_id'>): string | null {
  if (person.id === user.id) return null
  if (!can(person, 'users.manage')) return ONLY_MANAGERS
  return user.role_id < person.role_id ? 'Your role does not allow changing somebody above it.' : null
}

/** The fields that decide what a user may do. */
export const RIGHTS = [
  'role_id',
  'is_staff',
  'is_active',
  'account_lock',
  'can_see_payments_column',
  'company',
  'company_location',
] as const
type Rights = Pick<User, (typeof RIGHTS)[number]>

/** Returns whether the two differ in what a user may do. */
export const changesRights = (before: Rights, after: Rights): boolean =>
  RIGHTS.some((field) => !sameJson(before[field], after[field]))

/**
 * Returns what this person must not grant, by field: a role above their own, a flag that they do not hold, and to
 * themselves nothing at all, so that no person locks themselves out.
 *
 * @param before the user's rights until now; null for a new one
 */
export function grantProblems(
  person: Pick<User, 'id' | 'role_id' | 'can_see_payments_column'>,
  before: (Rights & { id: number }) | null,
  after: Rights,
): Partial<Record<(typeof RIGHTS)[number], string>> {
  const changed = RIGHTS.filter((field) => !sameJson(before?.[field], after[field]))
  if (before?.id === person.id)
    return Object.fromEntries(changed.map((field) => [field, 'is your own: somebody else has to change it']))
  return {
    ...(changed.includes('role_id') &&
      after.role_id < person.role_id && { role_id: 'is above your own, which you cannot grant' }),
    ...(changed.includes('can_see_payments_column') &&
      after.can_see_payments_column &&
      !person.can_see_payments_column && {
        can_see_payments_column: 'is nothing that you hold, so you cannot grant it',
      }),
  }
}

/** Returns the role of a user whose staff flag alone changes: the present role, where the two go together. */
export const fittingRole = (isStaff: boolean, roleId: number): number =>
  roleProblem({ is_staff: isStaff, role_id: roleId }) === null ? roleId : roleFor(isStaff)

/**
 * Returns why a role and the staff flag do not go together, or null. Up to sales every role is staff; after the
 * picker none is.
 */
export function roleProblem({ is_staff, role_id }: Pick<User, 'is_staff' | 'role_id'>): string | null {
  if (is_staff && role_id > ROLE.picker) return 'is no role of staff'
  if (!is_staff && role_id <= ROLE.sales) return 'is a role of staff only'
  return null
}
