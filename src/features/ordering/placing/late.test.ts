import { expect, it } from 'vitest'
import type { CompanyLocation } from '#contract/people/schema.ts'
import { deadlineOf, latenessOf } from './late.ts'

const terms = { time_zone: 'America/New_York', cutoff: '18:00', cutoff_days: 1 }
const location = (late_order_fee: string) => ({ late_order_fee }) as CompanyLocation

it('the confirm step shows nothing in time, and after the cut-off the cost and the day that is in time', () => {
  expect(latenessOf('2026-11-23 18:00', terms, '2026-11-24', location('25.00'))).toBeNull()
  expect(latenessOf('2026-11-23 18:01', terms, '2026-11-24', location('25.00'))).toEqual({
    words: 'The cut-off for 11/24/2026 was on 11/23/2026 at 18:00. A late order fee of $25.00 is charged.',
    nextDay: '2026-11-25',
  })
  expect(latenessOf('2026-11-23 18:01', terms, '2026-11-25', location('25.00'))).toBeNull()
})

it('the confirm step shows no fee if the location has none, and nothing before the terms are known', () => {
  expect(latenessOf('2026-11-23 23:30', terms, '2026-11-24', location('0.00'))!.words).toMatch(
    /No late fee is charged\.$/,
  )
  expect(latenessOf('2026-11-23 23:30', null, '2026-11-24', location('25.00'))).toBeNull()
})

it('an ordering screen shows the cut-off, with the time left on that day', () => {
  const said = (clock: string, day: string) => deadlineOf(clock, terms, day)
  expect(said('2026-11-23 15:50', '2026-11-24')).toBe('Order by 18:00 for tomorrow, 2 h 10 left')
  expect(said('2026-11-23 17:15', '2026-11-24')).toBe('Order by 18:00 for tomorrow, 45 min left')
  expect(said('2026-11-23 18:00', '2026-11-24')).toBe('Order by 18:00 for tomorrow, 0 min left')
  expect(said('2026-11-23 18:01', '2026-11-24')).toBeNull()
  expect(said('2026-11-23 18:01', '2026-11-25')).toBe('Order by 18:00 tomorrow for 11/25/2026')
  expect(said('2026-11-23 18:01', '2026-11-27')).toBe('Order by 18:00 on 11/26/2026 for 11/27/2026')
  expect(deadlineOf('2026-11-23 09:05', { ...terms, cutoff_days: 0 }, '2026-11-23')).toBe(
    'Order by 18:00 for today, 8 h 55 left',
  )
})

it('times of day have the distributor’s format', () => {
  const words = deadlineOf('2026-11-23 15:50', { ...terms, clock_hours: '12' }, '2026-11-24')
  expect(words).toBe('Order by 6:00 PM for tomorrow, 2 h 10 left')
  const late = latenessOf('2026-11-23 23:30', { ...terms, clock_hours: '12' }, '2026-11-24', undefined)
  expect(late?.words).toContain('was on 11/23/2026 at 6:00 PM.')
})

it('before the terms are known an ordering screen names the day alone', () => {
  expect(deadlineOf('2026-11-23 15:50', null, '2026-11-24')).toBe('Delivery tomorrow')
})
