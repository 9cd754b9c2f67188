import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { brokenRules, passwordProblem, PASSWORD_RULES, PASSWORD_WORDS } from './password.ts'

const nobody = { username: '', email: '', first_name: '', last_name: '' }
const anna = { username: 'anna', email: 'a@ex.org', first_name: 'bo', last_name: 'Quist' }

describe('a password', () => {
  it('B075 C244 is asked four things, in this order', () => {
    expect(PASSWORD_RULES.map((rule) => PASSWORD_WORDS[rule].asked)).toEqual([
      'At least 8 characters',
      'Not only digits',
      'Not a common word',
      'Not too similar to user attributes',
    ])
    expect(brokenRules('8402915736', nobody)).toEqual(['digits'])
    expect(brokenRules('Vt7#mlZw', anna)).toEqual([])
    expect(brokenRules('12345678', nobody)).toEqual(['digits', 'common'])
    expect(brokenRules('password', nobody)).toEqual(['common'])
    expect(brokenRules('anna', anna)).toEqual(['length', 'personal'])
  })

  it('B175 has at least 8 characters, an accented letter counting once however it is typed', () => {
    expect(brokenRules('Vt7#mlZ', nobody)).toEqual(['length'])
    expect(brokenRules('Vt7#mlZé'.normalize('NFD'), nobody)).toEqual([])
    expect(brokenRules('Vt7#mlé'.normalize('NFD'), nobody)).toEqual(['length'])
  })

  it('B171 is personal from 4 characters on when it holds the username, email, first or last name', () => {
    expect(brokenRules('bo1', anna)).not.toContain('personal')
    for (const password of ['bo12', 'xx-anna-7', 'a@ex.org-7', 'xQuist-77']) {
      expect(brokenRules(password, anna)).toContain('personal')
      expect(brokenRules(password, nobody)).not.toContain('personal')
    }
  })

  it('B172 is weak from 4 characters on when it holds an entry of the list', () => {
    for (const password of ['xxqwerty!9', 'xx123456!a', 'mypassword!1'])
      expect(brokenRules(password, nobody)).toEqual(['common'])
    expect(brokenRules('aaa', nobody)).toEqual(['length'])
    expect(COMMON_PASSWORDS.length).toBeGreaterThan(400)
    expect(COMMON_PASSWORDS.filter((word) => word.length < 5 || word !== word.toLowerCase())).toEqual([])
    // On purpose against B172: four characters in a row are no common password.
    expect(brokenRules('Vabcd-71xq', nobody)).toEqual([])
  })

  it('B173 is compared without case, and never with an attribute that is empty', () => {
    expect(brokenRules('xxANNA99', anna)).toEqual(['personal'])
    expect(brokenRules('xxPASSWORD9', nobody)).toEqual(['common'])
    expect(brokenRules('Vt7#mlZw', { ...anna, last_name: ' ' })).toEqual([])
  })

  it('B175 is refused with everything that is wrong with it, in words behind the field’s name', () => {
    expect(passwordProblem('Vt7#mlZw', anna)).toBeNull()
    expect(passwordProblem('123', anna)).toBe('is too short: at least 8 characters; must not be only digits')
  })

  it('B176 is marked where it holds a name of one or two letters, and taken; a username counts at any length', () => {
    const li = { username: 'chef', email: 'li@ex.org', first_name: 'O', last_name: 'Li' }
    expect(brokenRules('Relish-7412', li)).toEqual(['personal'])
    expect(passwordProblem('Relish-7412', li)).toBeNull()
    for (const owner of [
      { ...li, last_name: 'Lis' },
      { ...li, username: 'li' },
    ])
      expect(passwordProblem('Relish-7412', owner)).toMatch(/^is too similar to the username/)
  })
})
