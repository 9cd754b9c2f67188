/**
 * What makes a password good enough (B §5, "Password"): the checklist that the form shows and the verdict of the server.
 */
import { COMMON_PASSWORDS } from './common-passwords.ts'

/** What a password is compared with: the rest of the user's form. */
export interface PasswordOwner {
  username: string
  email: string
  first_name: string
  last_name: string
}

/** B175. */
export const PASSWORD_MIN_CHARACTERS = 8
/** B171, B172: up to this many characters a password is not compared with anything. */
const COMPARED_FROM_CHARACTERS = 4

/** B075, in the order of the checklist. */
export const PASSWORD_RULES = ['length', 'digits', 'common', 'personal'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

/** What each rule asks for, as the checklist says it, and what the server says of a password that breaks it. */
export const PASSWORD_WORDS: Record<PasswordRule, { asked: string; broken: string }> = {
  length: {
    asked: `At least ${PASSWORD_MIN_CHARACTERS} characters`,
    broken: `is too short: at least ${PASSWORD_MIN_CHARACTERS} characters`,
  },
  digits: { asked: 'Not only digits', broken: 'must not be only digits' },
  common: { asked: 'Not a common word', broken: 'is made of a word that many people use' },
  personal: {
    asked: 'Not too similar to user attributes',
    broken: 'is too similar to the username, email, first name or last name',
  },
}

/** B174. */
export const PASSWORDS_DIFFER = 'Password and Confirm Password field values does not match.'

/** Letters are counted as a person does, so that one written with two signs is one. */
const charactersOf = (password: string) => [...password.normalize('NFKC')].length

export const isTooShort = (password: string): boolean => charactersOf(password) < PASSWORD_MIN_CHARACTERS

/** B171–B173, B175: the rules that this password breaks. An empty attribute is contained in nothing; case never counts. */
export function brokenRules(password: string, owner: PasswordOwner): PasswordRule[] {
  const lower = password.toLowerCase()
  const holds = (text: string) => text !== '' && lower.includes(text.toLowerCase())
  const isCompared = charactersOf(password) >= COMPARED_FROM_CHARACTERS
  const attributes = [owner.username, owner.email, owner.first_name, owner.last_name]
  const isBroken: Record<PasswordRule, boolean> = {
    length: isTooShort(password),
    digits: /^\d+$/.test(password),
    common: isCompared && COMMON_PASSWORDS.some(holds),
    personal: isCompared && attributes.map((text) => text.trim()).some(holds),
  }
  return PASSWORD_RULES.filter((rule) => isBroken[rule])
}

/** Names as short as "Li" are in many good passwords: the checklist marks them (B171), and the server takes them (B176). */
const SHORTEST_NAME_CHARACTERS = 3
const longName = (name: string) => (charactersOf(name.trim()) < SHORTEST_NAME_CHARACTERS ? '' : name)

/** Why the server does not take this password, to be read behind the field's name; null where it does. */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  const { first_name, last_name } = owner
  const broken = brokenRules(password, {
    ...owner,
    first_name: longName(first_name),
    last_name: longName(last_name),
  })
  return broken.length === 0 ? null : broken.map((rule) => PASSWORD_WORDS[rule].broken).join('; ')
}
