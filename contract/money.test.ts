import { describe, expect, it } from 'vitest'
import { cents, divideRounded, fromUnits, NotADecimal, percentOf, toUnits } from './money.ts'

describe('a decimal is read exactly, and rounded half away from zero where it has more places', () => {
  it.each([
    ['12.50', 2, 1250n],
    ['12.5', 2, 1250n],
    ['12', 2, 1200n],
    ['-12.50', 2, -1250n],
    ['0.004', 2, 0n],
    ['0.005', 2, 1n],
    ['-0.005', 2, -1n],
    ['1.2349', 2, 123n],
    ['1.235', 2, 124n],
    ['999999999999.999999', 6, 999999999999999999n],
    ['2.5', 0, 3n],
    ['7', 0, 7n],
    ['0.1250', 3, 125n],
  ] as const)('%s with %i places', (text, places, units) => {
    expect(toUnits(text, places)).toBe(units)
  })

  it.each(['', '.5', '5.', '+5', '1,5', '1e3', ' 1', '1234567890123', '0.1234567', '1.2.3', '--1'])(
    'not "%s"',
    (text) => {
      expect(() => toUnits(text, 2)).toThrow(NotADecimal)
      expect(() => toUnits(text, 2)).toThrow(JSON.stringify(text))
    },
  )
})

it.each([
  [1250n, 2, '12.50'],
  [5n, 2, '0.05'],
  [-5n, 2, '-0.05'],
  [-1250n, 2, '-12.50'],
  [0n, 2, '0.00'],
  [3405n, 3, '3.405'],
  [7n, 0, '7'],
  [-12n, 0, '-12'],
] as const)('%i units with %i places are %s', (units, places, text) => {
  expect(fromUnits(units, places)).toBe(text)
})

it.each([
  [5n, 2n, 3n],
  [-5n, 2n, -3n],
  [5n, -2n, -3n],
  [-5n, -2n, 3n],
  [4n, 3n, 1n],
  [-4n, 3n, -1n],
  [0n, 7n, 0n],
  [0n, -7n, 0n],
  [7n, 7n, 1n],
])('%i by %i is %i', (numerator, denominator, quotient) => {
  expect(divideRounded(numerator, denominator)).toBe(quotient)
})

it('a percentage is taken exactly and rounded once', () => {
  expect(percentOf('2.9', '100.00')).toBe('2.90')
  expect(percentOf('0.0001', '50.00')).toBe('0.00')
  expect(percentOf('0.01', '50.00')).toBe('0.01')
  expect(percentOf('3', '-10.50')).toBe('-0.32')
  expect(cents(percentOf('8.875', '0.40'))).toBe(4n)
})
