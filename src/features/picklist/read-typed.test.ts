import { expect, test } from 'vitest'
import { readCount, readMoney } from './read-typed.ts'

test('A221: what is no number, or negative, is 0', () => {
  expect(['', 'abc', '-3', '1.5', ' 7 ', '99999999999'].map(readCount)).toEqual([
    '0',
    '0',
    '0',
    '0',
    '7',
    '1000000',
  ])
})

test('an amount has two places and never falls below 0', () => {
  expect(['', '2', '2,5', '$3.456', '-1', 'x'].map(readMoney)).toEqual([
    '0.00',
    '2.00',
    '2.50',
    '3.46',
    '0.00',
    '0.00',
  ])
})
