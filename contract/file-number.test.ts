import { describe, expect, it } from 'vitest'
import { isAmbiguousNumber, readFileNumber } from './file-number.ts'

describe('a number of a file', () => {
  it.each([
    ['12', '12'],
    ['0', '0'],
    ['007', '7'],
    [' -3 ', '-3'],
    ['12.5', '12.5'],
    ['12,5', '12.5'],
    ['.50', '0.50'],
    ['-.75', '-0.75'],
    [',99', '0.99'],
    ['12.', '12'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['-1,234.50', '-1234.50'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1.234.567,5', '1234567.5'],
    ['1,234,567.50', '1234567.50'],
    // A point alone is always one.
    ['1.234', '1.234'],
    ['1234,567', '1234.567'],
    ['0,125', '0.125'],
    ['12.299999999999999', '12.299999999999999'],
  ])('C249 C250 %s is %s', (text, decimal) => {
    expect(readFileNumber(text)).toBe(decimal)
    expect(readFileNumber(text, 'thousands')).toBe(decimal)
  })

  it.each([
    '',
    ' ',
    '-',
    '.',
    ',',
    '1,2,3',
    '1.2.3',
    '1,23,4.5',
    '1,234.5,6',
    '12,34.50',
    '1.,5',
    '1e3',
    '+1',
    '$1',
    'abc',
  ])('C249 %j is none', (text) => expect(readFileNumber(text)).toBeNull())

  it('with one comma before exactly three digits is read as the answer says', () => {
    for (const [text, point, thousands] of [
      ['1,234', '1.234', '1234'],
      ['-12,500', '-12.500', '-12500'],
      ['999,000', '999.000', '999000'],
    ] as const) {
      expect(isAmbiguousNumber(text)).toBe(true)
      expect([readFileNumber(text), readFileNumber(text, 'thousands')]).toEqual([point, thousands])
    }
    for (const text of ['12,5', '1234,567', '0,125', '1,234.5', '1,234,567', '1.234'])
      expect(isAmbiguousNumber(text)).toBe(false)
  })
})
