import { expect, test } from 'vitest'
import { moneyProblem, readMoney } from './read-typed.ts'

test('an amount has two places, and an empty field is 0.00', () => {
  expect(['', '2', '2,5', '.75', '5.00 '].map(readMoney)).toEqual(['0.00', '2.00', '2.50', '0.75', '5.00'])
})

test('an invalid amount is never 0.00: the words of the kit name the mistake', () => {
  expect(['1,234.50', '10%', '5 off', '-1', '3.456'].map(moneyProblem)).toEqual([
    'Digits only, such as 12.50.',
    'Digits only, such as 12.50.',
    'Digits only, such as 12.50.',
    'Not below 0.',
    'At most 2 places after the point.',
  ])
  expect(['1,234.50', '10%', '.'].map(readMoney)).toEqual([null, null, null])
  expect(['', '2,5', '.'].map(moneyProblem)).toEqual([null, null, null])
})
