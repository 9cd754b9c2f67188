/**
 * Rules for the content of a GS1 component, beyond its length: character sets, check digits, dates, small codes.
 * Source: GS1 General Specifications, chapter 3 (each identifier) and tables 7.11-1 to 7.11-3 (character sets).
 */
import { hasValidCheckDigit, hasValidCheckPair, isDigits } from './check-digit.ts'

/** The character sets, by the letter that formats use for them. */
export const GS1_CHARACTERS = {
  N: { name: 'digits', test: isDigits },
  X: { name: 'GS1 character set 82', test: matches(/^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]+$/) },
  Y: { name: 'GS1 character set 39', test: matches(/^[#\-/0-9A-Z]+$/) },
  Z: { name: 'GS1 character set 64', test: matches(/^[-0-9A-Z_a-z]+={0,2}$/) },
}

/** Each rule names the fault that a failed test means. `check` rules are separate because their fault is a misread. */
export const GS1_RULES = {
  check: rule('the check digit is wrong', hasValidCheckDigit),
  checkpair: rule('the check characters are wrong', hasValidCheckPair),
  // Day 00 means the whole month.
  yymmd0: rule('there is no such date', (text) => isDate(`20${text}`, 0)),
  yymmdd: rule('there is no such date', (text) => isDate(`20${text}`, 1)),
  yyyymmdd: rule('there is no such date', (text) => isDate(text, 1)),
  hhmm: rule('there is no such time', (text) => text.slice(0, 2) < '24' && text.slice(2) < '60'),
  hh: rule('there is no such hour', (text) => text < '24'),
  sixty: rule('there is no such minute or second', (text) => text < '60'),
  // Keys begin with a GS1 company prefix. The shortest prefix has four digits.
  key: rule('it does not begin with a company prefix', matches(/^\d{4}/)),
  zero: rule('it must be zero', matches(/^0+$/)),
  nonzero: rule('it must not be zero', matches(/[^0]/)),
  noleadingzero: rule('it must not begin with zero', matches(/^(0$|[^0])/)),
  yesno: rule('it must be 0 or 1', matches(/^[01]$/)),
  winding: rule('it must be 0, 1 or 9', matches(/^[019]$/)),
  sex: rule('it must be 0, 1, 2 or 9', matches(/^[0129]$/)),
  hyphen: rule('it must be a hyphen', matches(/^-$/)),
  index: rule('it is no importer index', matches(/^[-0-9A-Z_a-z]$/)),
  percent: rule('a percent sign lacks its two hexadecimal digits', matches(/^(?:[^%]|%[0-9A-Fa-f]{2})*$/)),
  latitude: rule('there is no such latitude', (text) => text <= '1800000000'),
  longitude: rule('there is no such longitude', (text) => text <= '3600000000'),
  piece: rule('there is no such piece of a total', (text) => isPartOf(text.slice(0, 2), text.slice(2))),
  position: rule('there is no such position', (text) => text[1] === '/' && isPartOf(text[0], text[2])),
}

export type Gs1RuleName = keyof typeof GS1_RULES

function rule(failure: string, test: (text: string) => boolean) {
  return { failure, test }
}

function matches(pattern: RegExp) {
  return (text: string) => pattern.test(text)
}

function isPartOf(piece = '', total = ''): boolean {
  return isDigits(piece) && isDigits(total) && Number(piece) >= 1 && Number(piece) <= Number(total)
}

function isDate(yyyymmdd: string, firstDay: 0 | 1): boolean {
  const month = Number(yyyymmdd.slice(4, 6))
  const day = Number(yyyymmdd.slice(6))
  return month >= 1 && month <= 12 && day >= firstDay && day <= lastDay(Number(yyyymmdd.slice(0, 4)), month)
}

/** Returns the number of days of a month (1 to 12) of the Gregorian calendar. */
export function lastDay(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
