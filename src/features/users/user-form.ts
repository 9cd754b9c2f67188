/** The user form without its fields: its first values, its problems, and the body that it sends. */
import { UserPatch } from '#contract/people/edit.ts'
import { isTooShort, PASSWORD_MIN_CHARACTERS, PASSWORDS_DIFFER } from '#contract/people/password.ts'
import type { User } from '#contract/people/schema.ts'
import { asksOldPassword, fittingRole, roleFor, seesPaymentsBy } from '#contract/people/user-rules.ts'
import { belongsToCustomer, ROLE } from '#contract/permissions.ts'
import { pick } from '#contract/pick.ts'
import { sameJson } from '#contract/sync/merge.ts'
import { baseOf } from '#src/kit/form/base-of.ts'
import { fieldProblems } from '#src/kit/form/field-problems.ts'

export interface UserValues {
  username: string
  email: string
  first_name: string
  last_name: string
  restaurant_name: string
  old_password: string
  new_password: string
  new_password_confirm: string
  role_id: number
  is_staff: boolean
  is_active: boolean
  email_order_confirmation: boolean
  account_lock: boolean
  can_see_payments_column: boolean
  /** The number of the customer's company as a text; empty for none, or for a new one. */
  company: string
  company_location: readonly number[]
}
export type UserField = keyof UserValues
type UserProblems = Partial<Record<UserField, string>>

/** Never stored anywhere. */
export const SECRET = ['old_password', 'new_password', 'new_password_confirm'] as const

/** The fields of both calls (B233, B234). */
const SENT = [
  'username',
  'email',
  'first_name',
  'last_name',
  'is_staff',
  'is_active',
  'email_order_confirmation',
  'account_lock',
] as const
const NEEDED = ['username', 'email', 'first_name', 'last_name'] as const

const NOTHING = { restaurant_name: '', old_password: '', new_password: '', new_password_confirm: '' }

/** B073: a new user is active, and every other flag is unset. */
const EMPTY: UserValues = {
  ...NOTHING,
  can_see_payments_column: false,
  company: '',
  company_location: [],
  username: '',
  email: '',
  first_name: '',
  last_name: '',
  role_id: roleFor(false),
  is_staff: false,
  is_active: true,
  email_order_confirmation: false,
  account_lock: false,
}

/** B068, B099: the form's values for a user. A new user has none. */
export const valuesOf = (user: User | null): UserValues => (user ? { ...NOTHING, ...shown(user) } : EMPTY)

type Sent = Pick<UserValues, (typeof SENT)[number]>
const sentOf = (from: Sent): Sent => pick(from, SENT)
const shown = (user: User) => ({
  ...sentOf(user),
  role_id: user.role_id,
  can_see_payments_column: user.can_see_payments_column,
  company: user.company === null ? '' : String(user.company),
  company_location: user.company_location,
})

/** The staff flag sets a role that goes with it. */
export const withStaff = (isStaff: boolean, { role_id }: Pick<UserValues, 'role_id'>) => ({
  is_staff: isStaff,
  role_id: fittingRole(isStaff, role_id),
})

/** Whether a new user's customer is new too. Staff and pickers belong to no customer. */
export const needsRestaurant = (values: Pick<UserValues, 'is_staff' | 'role_id' | 'company'>): boolean =>
  belongsToCustomer(values) && values.company === ''

/**
 * The locations after one was chosen or taken away. The first one counts: the person's orders begin with it. So one that
 * is chosen again gets its former place, and a new one comes after those of before. Only the company's own stay.
 *
 * @param before the locations that are stored
 * @param own the company's locations
 */
export function withLocation(
  chosen: readonly number[],
  { id, checked }: { id: number; checked: boolean },
  { before, own }: { before: readonly number[]; own: readonly number[] },
): number[] {
  const next = new Set(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
  return [...new Set([...before, ...own])].filter((one) => next.has(one) && own.includes(one))
}

/** A customer orders for the chosen locations, a company buyer for all. */
export const choosesLocations = (values: Pick<UserValues, 'is_staff' | 'role_id'>): boolean =>
  belongsToCustomer(values) && values.role_id === ROLE.customer

const NEED = 'Please fill this in.'
const isMissing = (text: string) => text.trim() === ''

/** Whether the user's first address waits for its confirmation. Until then the form is saved without an address. */
const leavesAddressEmpty = ({ email }: Pick<UserValues, 'email'>, user: User | null): boolean =>
  email.trim() === '' && user?.email === '' && user.waiting_email !== ''

/** Whether the person changes their own address. */
const movesOwnAddress = (
  { email }: Pick<UserValues, 'email'>,
  user: User | null,
  person: Pick<User, 'id'>,
): boolean => user?.id === person.id && email.trim() !== user.email

/** Whether saving needs the current password (docs/decisions/0180). */
export const needsOldPassword = (
  values: Pick<UserValues, 'email' | 'new_password'>,
  user: User | null,
  person: Pick<User, 'id'>,
): boolean => (user?.id === person.id && values.new_password !== '') || movesOwnAddress(values, user, person)

/**
 * B174, B176–B178, B180: what keeps the form from being saved, by field. The server judges whether a password is common
 * or personal.
 *
 * @param user the edited user; null adds one
 * @param person the person who uses the form
 */
export function problemsOf(
  values: UserValues,
  user: User | null,
  person: Pick<User, 'id' | 'role_id'>,
): UserProblems {
  const { new_password, new_password_confirm, old_password } = values
  const problems: UserProblems = fieldProblems(UserPatch, sentOf(values))
  for (const field of NEEDED) if (isMissing(values[field])) problems[field] = NEED
  if (leavesAddressEmpty(values, user)) delete problems.email
  // Staff belong to no customer, so no location is made for them (docs/decisions/0031). Nor is one made
  // beside a company's own.
  if (!user && needsRestaurant(values) && isMissing(values.restaurant_name)) problems.restaurant_name = NEED
  if (choosesLocations(values) && values.company !== '' && values.company_location.length === 0)
    problems.company_location = 'Choose one at least.'
  if (!user && new_password === '') problems.new_password = NEED
  else if (new_password !== '' && isTooShort(new_password))
    problems.new_password = `At least ${PASSWORD_MIN_CHARACTERS} characters, please.`
  if (new_password !== new_password_confirm) problems.new_password_confirm = PASSWORDS_DIFFER
  else if (!user && new_password_confirm === '') problems.new_password_confirm = NEED
  if (old_password === '' && asksOldPassword(person) && needsOldPassword(values, user, person))
    problems.old_password =
      new_password === '' ? 'Another address needs the password.' : 'A new password needs the old one.'
  return problems
}

/**
 * B233–B235, B179, B180: the body of the call. It has the passwords only where they are filled in, and both or none. A
 * field that the specified calls lack is sent only where it differs from the server's value or default.
 *
 * @param user the user that was read last; null adds one
 * @param begun the user when the person at the form began to type
 */
export function bodyOf(
  values: UserValues,
  user: User | null,
  person: Pick<User, 'id' | 'can_see_payments_column'>,
  begun = user,
): Record<string, unknown> {
  const { role_id, is_staff, restaurant_name, old_password, new_password, new_password_confirm } = values
  const { can_see_payments_column } = values
  const given = user ? fittingRole(is_staff, user.role_id) : roleFor(is_staff)
  const seen = user ? user.can_see_payments_column : seesPaymentsBy(role_id, person)
  const isBoth = new_password !== '' && new_password_confirm !== ''
  return {
    ...sentOf(values),
    ...(leavesAddressEmpty(values, user) && { email: undefined }),
    ...(role_id !== given && { role_id }),
    ...(can_see_payments_column !== seen && { can_see_payments_column }),
    ...belongingOf(values, user),
    ...(!user && { restaurant_name: needsRestaurant(values) || is_staff ? restaurant_name : '' }),
    ...(isBoth && { new_password, new_password_confirm }),
    ...(old_password !== '' && (isBoth || movesOwnAddress(values, user, person)) && { old_password }),
    ...(user && begun && { base: baseFor(values, user, begun) }),
  }
}

/** What the person saw of the user. */
function baseFor(values: UserValues, user: User, begun: User): Record<string, unknown> {
  const [seen, stored] = [shown(begun), shown(user)]
  const sent = pick(values, Object.keys(stored) as (keyof typeof stored)[])
  const { company, ...base } = baseOf(sent, stored, { seen, stored })
  return { ...base, company: company === '' ? null : Number(company) }
}

/** The company and its locations, where they are chosen or changed (docs/decisions/0139). */
function belongingOf(values: UserValues, user: User | null) {
  if (!belongsToCustomer(values) || values.company === '') return {}
  const company = Number(values.company)
  const { company_location } = values
  const isMoved = company !== (user?.company ?? null)
  const isOther = isMoved || !sameJson(company_location, user?.company_location)
  return {
    ...(isMoved && { company }),
    ...(isOther && choosesLocations(values) && { company_location }),
  }
}
