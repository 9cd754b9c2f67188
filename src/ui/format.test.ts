import { expect, it } from 'vitest'
import { readDay, showAge, showDay, showMoney } from './format.ts'

it('A342 money shows two decimals', () => {
  expect(showMoney('3.5')).toBe('3.50')
  expect(showMoney('1234567')).toBe('1,234,567.00')
  expect(showMoney('-1234.5')).toBe('-1,234.50')
  expect(showMoney('123.45')).toBe('123.45')
  expect(showMoney(null)).toBe('')
})

it('a day reads as MM/dd/yyyy, whatever follows it', () => {
  expect(showDay('2026-11-21')).toBe('11/21/2026')
  expect(showDay('2026-11-21T23:59:59Z')).toBe('11/21/2026')
  expect(showDay(null)).toBe('')
})

it('a typed day is taken when a calendar has it and refused otherwise', () => {
  expect(readDay('1/2/2026')).toBe('2026-01-02')
  expect(readDay('02/29/2028')).toBe('2028-02-29')
  expect(readDay('02/29/2026')).toBeNull()
  expect(readDay('1')).toBeNull()
})

it('an age shows in its largest unit', () => {
  expect([40, 200, 7_300, 200_000].map((s) => showAge(0, s * 1000))).toEqual(['40 s', '3 min', '2 h', '2 d'])
})
