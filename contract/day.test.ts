import { expect, it } from 'vitest'
import { addDays, nextBusinessDay } from './day.ts'

it('a day is some days from another, over the ends of months, years and February', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

it('B268 C399 the next business day is three days after a Friday, two after a Saturday, else the day after', () => {
  expect(nextBusinessDay('2026-11-20')).toBe('2026-11-23')
  expect(nextBusinessDay('2026-11-21')).toBe('2026-11-23')
  expect(nextBusinessDay('2026-11-22')).toBe('2026-11-23')
  expect(nextBusinessDay('2026-11-26')).toBe('2026-11-27')
  expect(nextBusinessDay('2027-12-31')).toBe('2028-01-03')
})
