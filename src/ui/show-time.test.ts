import { afterEach, expect, it } from 'vitest'
import { showBy, showDayAndTime, showDayOf, showTime } from './show-time.ts'

afterEach(() => showBy(null))

const NIGHT = '2026-11-30T01:05:09Z'

it('a time is that of the distributor’s clock, with its day unless that is today there', () => {
  showBy({ time_zone: 'America/New_York', clock_hours: '24' })
  expect(showTime(NIGHT, new Date('2026-11-29T23:00:00Z'))).toBe('20:05:09')
  expect(showTime(NIGHT, new Date('2026-11-30T06:00:00Z'))).toBe('11/29/2026 20:05:09')
  expect(showDayAndTime(NIGHT)).toBe('11/29/2026 20:05:09')
})

it('a day has twelve hours twice if the distributor has it so', () => {
  showBy({ time_zone: 'America/New_York', clock_hours: '12' })
  expect(showDayAndTime(NIGHT)).toBe('11/29/2026 8:05:09 PM')
  expect(showDayAndTime('2026-11-29T05:30:00Z')).toBe('11/29/2026 12:30:00 AM')
  expect(showDayAndTime('2026-11-29T17:30:00Z')).toBe('11/29/2026 12:30:00 PM')
})

it('the day of an instant is that of the distributor’s clock', () => {
  showBy({ time_zone: 'America/New_York', clock_hours: '24' })
  expect(showDayOf(NIGHT)).toBe('11/29/2026')
  expect(showDayOf('2026-11-30T05:00:00Z')).toBe('11/30/2026')
})

it('an invalid time shows unchanged', () => {
  expect(showTime('soon')).toBe('soon')
  expect(showDayOf('soon')).toBe('soon')
})
