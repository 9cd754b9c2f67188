import { expect, it } from 'vitest'
import type { CompanyLocation } from '#contract/people/schema.ts'
import { latenessOf } from './late.ts'

const terms = { time_zone: 'America/New_York', cutoff: '18:00', cutoff_days: 1 }
const location = (late_order_fee: string) => ({ late_order_fee }) as CompanyLocation

it('the confirm step says nothing in time, and after the cut-off what it costs and which day is in time', () => {
  expect(latenessOf('2026-11-23 18:00', terms, '2026-11-24', location('25.00'))).toBeNull()
  expect(latenessOf('2026-11-23 18:01', terms, '2026-11-24', location('25.00'))).toEqual({
    words: 'The cut-off for 11/24/2026 was on 11/23/2026 at 18:00. A late order fee of $25.00 is charged.',
    nextDay: '2026-11-25',
  })
  expect(latenessOf('2026-11-23 18:01', terms, '2026-11-25', location('25.00'))).toBeNull()
})

it('the confirm step promises no fee where the location has none, and says nothing before the terms were heard', () => {
  expect(latenessOf('2026-11-23 23:30', terms, '2026-11-24', location('0.00'))!.words).toMatch(
    /No late fee is charged\.$/,
  )
  expect(latenessOf('2026-11-23 23:30', null, '2026-11-24', location('25.00'))).toBeNull()
})
