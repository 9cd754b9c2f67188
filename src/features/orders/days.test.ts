import { expect, it } from 'vitest'
import { ROLE } from '#contract/permissions.ts'
import { daysOf, firstDays } from './days.ts'

it('the chips of the orders list mean days around the distributor’s today', () => {
  // A Sunday.
  const today = '2026-11-22'
  expect(daysOf('today', today)).toEqual({ start: '2026-11-22', end: '2026-11-22' })
  expect(daysOf('tomorrow', today)).toEqual({ start: '2026-11-23', end: '2026-11-23' })
  expect(daysOf('week', today)).toEqual({ start: '2026-11-16', end: '2026-11-22' })
  expect(daysOf('week', '2026-11-23')).toEqual({ start: '2026-11-23', end: '2026-11-29' })
  expect(daysOf('all', today)).toBeNull()
})

it('a picker begins with today, everybody else with all', () => {
  expect(firstDays({ role_id: ROLE.picker })).toBe('today')
  for (const role_id of [1, 8, 12, 20, 32]) expect(firstDays({ role_id })).toBe('all')
})
