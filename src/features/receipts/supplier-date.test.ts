import { expect, it } from 'vitest'
import { supplierDate } from './supplier-date.ts'

it.each([
  '11/25/2026',
  '11/25/26',
  '11-25-2026',
  '11-25-26',
  '11/25/2026 00:00',
  '25/11/2026',
  '2026-11-25',
  '2026-11-25T08:30:00Z',
  'Nov 25, 2026',
  'Nov. 25 2026',
  'November 25, 2026',
  'November 25th, 26',
  '25 Nov 2026',
  '25-Nov-2026',
  '25-Nov-26',
  '25 November 2026',
  'Wed, Nov 25, 2026',
  'Wednesday November 25, 2026',
  '46351',
  '46351.5',
])('C404 %s is the 25th of November 2026', (text) => {
  expect(supplierDate(text)).toEqual({ year: 2026, month: 11, day: 25 })
})

it('the first number is the month if both could be', () => {
  expect(supplierDate('3/4/2026')).toEqual({ year: 2026, month: 3, day: 4 })
})

it.each([
  '',
  'soon',
  '13/13/2026',
  '2/30/2026',
  '2026-02-30',
  'Foo 25, 2026',
  '11/25/202',
  '1234',
  '25.11.2026',
])('“%s” is not a readable day', (text) => {
  expect(supplierDate(text)).toBeNull()
})
