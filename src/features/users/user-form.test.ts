import { describe, expect, it } from 'vitest'
import type { User } from '#contract/people/schema.ts'
import {
  bodyOf,
  problemsOf,
  valuesOf,
  withLocation,
  withStaff,
  type UserField,
  type UserValues,
} from './user-form.ts'

const stored: User = {
  id: 7,
  username: 'mei',
  waiting_email: '',
  email: 'mei@example.com',
  first_name: 'Mei',
  last_name: 'Zhang',
  role_id: 14,
  is_staff: true,
  is_active: true,
  account_lock: false,
  email_order_confirmation: true,
  can_see_payments_column: false,
  company: null,
  company_location: [],
}
const GOOD = 'Vt7#mlZw'
const filled: UserValues = {
  ...valuesOf(null),
  username: 'ann',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Oyl',
  restaurant_name: 'Quay Street',
  new_password: GOOD,
  new_password_confirm: GOOD,
}
const office = { id: 1, role_id: 8 }
/** `stored` at their own form. */
const picker = { id: 7, role_id: 14 }
const giver = { id: 1, can_see_payments_column: true }
const wrong = (over: Partial<UserValues>, user: User | null = null, person = office) =>
  problemsOf({ ...(user ? valuesOf(user) : filled), ...over }, user, person)

describe('the user form cannot be saved', () => {
  it('B177 C241 without username, email, first name or last name, adding or editing', () => {
    expect(wrong({})).toEqual({})
    for (const field of ['username', 'email', 'first_name', 'last_name'] as const)
      for (const user of [null, stored]) expect(Object.keys(wrong({ [field]: ' ' }, user))).toEqual([field])
  })

  it('but without an address while the first one waits for its confirmation', () => {
    const waits = { ...stored, email: '', waiting_email: 'mei@example.com' }
    expect(wrong({}, waits, picker)).toEqual({})
    expect(bodyOf(valuesOf(waits), waits, { ...giver, id: 7 })['email']).toBeUndefined()
    expect(Object.keys(wrong({}, { ...waits, waiting_email: '' }, picker))).toEqual(['email'])
  })

  it('with an address that the server would refuse', () => {
    expect(wrong({ email: 'ann at example' })).toEqual({ email: 'It is not an email address.' })
    expect(wrong({ email: 'mei' }, stored)).toEqual({ email: 'It is not an email address.' })
  })

  it('B178 C242 without restaurant and passwords when a user is added; an edited one keeps the password', () => {
    for (const field of ['restaurant_name', 'new_password', 'new_password_confirm'] as const)
      expect(Object.keys(wrong({ [field]: '' }))).toContain(field)
    expect(Object.keys(wrong({ new_password: '', new_password_confirm: '' }))).toEqual([
      'new_password',
      'new_password_confirm',
    ])
    expect(wrong({}, stored)).toEqual({})
    expect(wrong({ ...withStaff(true, filled), restaurant_name: '' })).toEqual({})
    // A picker belongs to no customer, staff or not.
    expect(wrong({ role_id: 14, restaurant_name: '' })).toEqual({})
  })

  it('B174 B180 C243 while the two passwords differ, one of them empty or not', () => {
    const differ = { new_password_confirm: 'Password and Confirm Password field values does not match.' }
    expect(wrong({ new_password_confirm: 'Vt7#mlZx' })).toEqual(differ)
    expect(wrong({ new_password: GOOD }, stored)).toEqual(differ)
    expect(wrong({ new_password_confirm: GOOD }, stored)).toEqual(differ)
    expect(wrong({ new_password: GOOD, new_password_confirm: GOOD }, stored)).toEqual({})
  })

  it('B176 B175 with a password under 8 characters; the server checks its characters', () => {
    const twice = (password: string) => wrong({ new_password: password, new_password_confirm: password })
    expect(twice('Vt7#mlZ')).toEqual({ new_password: 'At least 8 characters, please.' })
    for (const flagged of ['password', '12345678', 'ann@example.com']) expect(twice(flagged)).toEqual({})
  })

  it('above role 12 with a new password and without the old one', () => {
    const passwords = { new_password: GOOD, new_password_confirm: GOOD }
    expect(Object.keys(wrong(passwords, stored, picker))).toEqual(['old_password'])
    expect(wrong({ ...passwords, old_password: 'x' }, stored, picker)).toEqual({})
    expect(wrong({}, stored, picker)).toEqual({})
  })

  it('above role 12 with a new address of the person’s own and without the password; up to 12 the dialog asks', () => {
    const moved = { email: 'other@example.com' }
    expect(wrong(moved, stored, picker)).toEqual({ old_password: 'Another address needs the password.' })
    expect(wrong({ ...moved, old_password: 'x' }, stored, picker)).toEqual({})
    expect(wrong({ email: ' mei@example.com ' }, stored, picker)).toEqual({})
    expect(wrong(moved, stored, { id: 7, role_id: 12 })).toEqual({})
    expect(wrong(moved, stored, office)).toEqual({})
  })
})

describe('the user form sends', () => {
  it('B073 B233 C289 every field of a new user, active and without another flag', () => {
    expect(bodyOf(filled, null, giver)).toEqual({
      username: 'ann',
      email: 'ann@example.com',
      first_name: 'Ann',
      last_name: 'Oyl',
      is_staff: false,
      is_active: true,
      email_order_confirmation: false,
      account_lock: false,
      restaurant_name: 'Quay Street',
      new_password: GOOD,
      new_password_confirm: GOOD,
    })
  })

  it('B099 B234 B235 the same of an edited user without the restaurant, and the values that the person saw', () => {
    const { first_name: _, ...rest } = bodyOf({ ...valuesOf(stored), first_name: 'May' }, stored, giver)
    const { id: _id, waiting_email: _waiting, first_name, role_id, ...fields } = stored
    const { company, company_location, can_see_payments_column, ...others } = fields
    const seen = { ...others, first_name, role_id, company, company_location, can_see_payments_column }
    expect(rest).toEqual({ ...others, base: seen })
    expect(bodyOf({ ...valuesOf(stored), first_name: 'May' }, stored, giver)['first_name']).toBe('May')
  })

  it('says of a field that is not typed what was read last, and of a typed one what the person saw', () => {
    const newer = { ...stored, last_name: 'Newer', first_name: 'Newer' }
    const body = bodyOf({ ...valuesOf(newer), first_name: 'May' }, newer, giver, stored)
    expect(body).toMatchObject({
      last_name: 'Newer',
      base: { last_name: 'Newer', first_name: stored.first_name, company: stored.company },
    })
  })

  it('B179 B180 passwords only if both are filled in, and the old one only with a new one', () => {
    const secrets = (over: Partial<UserValues>) =>
      Object.keys(bodyOf({ ...valuesOf(stored), ...over }, stored, giver)).filter((key) =>
        key.includes('password'),
      )
    const both = { new_password: GOOD, new_password_confirm: GOOD }
    expect(secrets({})).toEqual([])
    expect(secrets({ old_password: 'harborvine' })).toEqual([])
    expect(secrets({ new_password: GOOD, old_password: 'harborvine' })).toEqual([])
    expect(secrets({ new_password_confirm: GOOD })).toEqual([])
    expect(secrets(both)).toEqual(['new_password', 'new_password_confirm'])
    expect(secrets({ ...both, old_password: 'harborvine' })).toEqual([
      'new_password',
      'new_password_confirm',
      'old_password',
    ])
    // On purpose against B180: one's own address takes it too.
    const self = { id: 7, can_see_payments_column: true }
    const values = { ...valuesOf(stored), email: 'other@example.com', old_password: 'harborvine' }
    expect(bodyOf(values, stored, self)).toMatchObject({ old_password: 'harborvine' })
    expect(bodyOf(values, stored, giver)).not.toHaveProperty('old_password')
  })

  it('a role only if it differs from the one of the staff flag', () => {
    const role = (over: Partial<UserValues>, user: User | null) =>
      bodyOf({ ...(user ? valuesOf(user) : filled), ...over }, user, giver)['role_id' satisfies UserField]
    expect(role({}, null)).toBeUndefined()
    expect(role({ role_id: 20 }, null)).toBe(20)
    expect(withStaff(true, filled)).toEqual({ is_staff: true, role_id: 12 })
    expect(role(withStaff(true, filled), null)).toBeUndefined()
    expect(role({}, stored)).toBeUndefined()
    expect(withStaff(false, stored)).toEqual({ is_staff: false, role_id: 14 })
    expect(role({ role_id: 11 }, stored)).toBe(11)
  })

  it('the payments column only if the role does not include it', () => {
    const sent = (over: Partial<UserValues>, user: User | null, by = giver) =>
      bodyOf({ ...(user ? valuesOf(user) : filled), ...over }, user, by)['can_see_payments_column']
    const office = { is_staff: true, role_id: 8 }
    expect(sent({}, null)).toBeUndefined()
    expect(sent({ ...office, can_see_payments_column: true }, null)).toBeUndefined()
    expect(sent(office, null)).toBe(false)
    expect(sent(office, null, { id: 1, can_see_payments_column: false })).toBeUndefined()
    expect(sent({ can_see_payments_column: true }, stored)).toBe(true)
    expect(sent({}, { ...stored, can_see_payments_column: true })).toBeUndefined()
  })

  it('a company instead of a new restaurant, and the locations of a customer if they differ', () => {
    const at = { company: '5', company_location: [7, 8] }
    const chef = { ...stored, is_staff: false, role_id: 32, company: 5, company_location: [7, 8] }
    const sent = (over: Partial<UserValues>, user: User | null) => {
      const values = { ...(user ? valuesOf(user) : filled), ...over }
      const { company, company_location, restaurant_name } = bodyOf(values, user, giver)
      return { company, company_location, restaurant_name }
    }
    expect(sent(at, null)).toEqual({ company: 5, company_location: [7, 8], restaurant_name: '' })
    expect(sent({ ...at, role_id: 20 }, null)).toEqual({ company: 5, restaurant_name: '' })
    expect(sent({}, chef)).toEqual({})
    expect(sent({ company_location: [8] }, chef)).toEqual({ company_location: [8] })
    expect(sent({ company: '6', company_location: [9] }, chef)).toEqual({ company: 6, company_location: [9] })
    // Staff belong to none, even if one was chosen before.
    expect(sent({ ...at, ...withStaff(true, filled) }, null)).toEqual({ restaurant_name: 'Quay Street' })
    expect(wrong({ company: '5', restaurant_name: '' })).toEqual({ company_location: 'Choose one at least.' })
    expect(wrong({ ...at, restaurant_name: '' })).toEqual({})
  })
})

it('a location that is unset and set again gets its former place: the first one is where orders begin', () => {
  const places = { before: [8, 7], own: [7, 8, 9] }
  const press = (chosen: readonly number[], id: number) =>
    withLocation(chosen, { id, checked: !chosen.includes(id) }, places)
  expect(press(press([8, 7], 8), 8)).toEqual([8, 7])
  expect(press([8, 7], 9)).toEqual([8, 7, 9])
  expect(press([7], 9)).toEqual([7, 9])
  // A location that belongs to another company by now would be refused.
  expect(withLocation([5, 7], { id: 8, checked: true }, { before: [5, 7], own: [7, 8] })).toEqual([7, 8])
})
