import { describe, expect, it } from 'vitest'
import { COUNT_RULE, decimalOf, MONEY_RULE, numberProblem, WEIGHT_RULE } from './decimal.ts'

describe('a typed number', () => {
  it('is a decimal unchanged, with a comma for the point if a person types one', () => {
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
      // This is a thousand or one. The function does not guess.
      ['1,000', null],
      ['-12,345', null],
      ['1,00', '1.00'],
      ['1234,567', '1234.567'],
      ['1e3', null],
      ['ten', null],
    ] as const)
      expect([typed, decimalOf(typed)]).toEqual([typed, number])
  })

  it('is never corrected silently: its mistake is shown', () => {
    const most = { ...COUNT_RULE, max: '9999' }
    for (const [typed, rule, words] of [
      ['9999', most, null],
      ['10000', most, 'At most 9,999.'],
      ['99999999999999999999', most, 'At most 9,999.'],
      ['1.5', COUNT_RULE, 'Whole numbers only.'],
      ['1.0', COUNT_RULE, null],
      ['-3', COUNT_RULE, 'Not below 0.'],
      ['1e3', COUNT_RULE, 'Digits only, such as 12.'],
      ['12.345', MONEY_RULE, 'At most 2 places after the point.'],
      ['ten', MONEY_RULE, 'Digits only, such as 12.50.'],
      ['10000000000', MONEY_RULE, 'At most 9,999,999,999.99.'],
      ['12.345', WEIGHT_RULE, null],
      ['1,000', COUNT_RULE, '1000 or 1.000? Type it without the comma.'],
      ['1,250', WEIGHT_RULE, '1250 or 1.250? Type it without the comma.'],
      ['1,250', MONEY_RULE, '1250 or 1.250? Type it without the comma.'],
      ['-12.5', { ...MONEY_RULE, min: '-100' }, null],
      ['-100.01', { ...MONEY_RULE, min: '-100' }, 'Not below -100.'],
      ['1000000', WEIGHT_RULE, 'At most 999,999.999.'],
    ] as const)
      expect([typed, numberProblem(typed, rule)]).toEqual([typed, words])
  })

  it('shows no mistake while it is incomplete', () => {
    for (const typed of ['', ' ', '.', '0', '12.']) expect(numberProblem(typed, MONEY_RULE)).toBeNull()
    expect(numberProblem('-', { ...MONEY_RULE, min: '-1' })).toBeNull()
    expect(numberProblem('-', MONEY_RULE)).toBe('Digits only, such as 12.50.')
  })
})
