import { describe, expect, it } from 'vitest'
import { COUNT, decimalOf, MONEY, numberProblem, WEIGHT } from './decimal.ts'

describe('a number that is typed', () => {
  it('is a decimal as it stands, with a comma for the point where somebody types one', () => {
    for (const [typed, number] of [
      ['12.50', '12.50'],
      ['12,5', '12.5'],
      [' 007 ', '7'],
      ['.5', '0.5'],
      ['12.', '12'],
      ['-0,05', '-0.05'],
      ['', null],
      ['-', null],
      ['1.2.3', null],
      ['1,234.50', null],
      // A thousand, or one? Nobody guesses.
      ['1,000', null],
      ['-12,345', null],
      ['1,00', '1.00'],
      ['1234,567', '1234.567'],
      ['1e3', null],
      ['ten', null],
    ] as const)
      expect([typed, decimalOf(typed)]).toEqual([typed, number])
  })

  it('is never put right in silence: what is wrong with it is said', () => {
    const most = { ...COUNT, max: '9999' }
    for (const [typed, rule, words] of [
      ['9999', most, null],
      ['10000', most, 'At most 9,999.'],
      ['99999999999999999999', most, 'At most 9,999.'],
      ['1.5', COUNT, 'Whole numbers only.'],
      ['1.0', COUNT, null],
      ['-3', COUNT, 'Not below 0.'],
      ['1e3', COUNT, 'Digits only, such as 12.'],
      ['12.345', MONEY, 'At most 2 places after the point.'],
      ['ten', MONEY, 'Digits only, such as 12.50.'],
      ['10000000000', MONEY, 'At most 9,999,999,999.99.'],
      ['12.345', WEIGHT, null],
      ['1,000', COUNT, '1000 or 1.000? Type it without the comma.'],
      ['1,250', WEIGHT, '1250 or 1.250? Type it without the comma.'],
      ['1,250', MONEY, '1250 or 1.250? Type it without the comma.'],
      ['-12.5', { ...MONEY, min: '-100' }, null],
      ['-100.01', { ...MONEY, min: '-100' }, 'Not below -100.'],
      ['1000000', WEIGHT, 'At most 999,999.999.'],
    ] as const)
      expect([typed, numberProblem(typed, rule)]).toEqual([typed, words])
  })

  it('is not complained of while it is only begun', () => {
    for (const typed of ['', ' ', '.', '0', '12.']) expect(numberProblem(typed, MONEY)).toBeNull()
    expect(numberProblem('-', { ...MONEY, min: '-1' })).toBeNull()
    expect(numberProblem('-', MONEY)).toBe('Digits only, such as 12.50.')
  })
})
