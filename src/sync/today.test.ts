import { describe, expect, it } from 'vitest'
import { dayNow, distributorClock, type Heard } from './today.ts'

const HOUR_MS = 3_600_000
const at = (utc: string) => Date.parse(utc)
/** Returns what a device received from the server at this time, with its clock `ahead` ms ahead. */
const heard = (utc: string, ahead = 0): Heard => ({
  at: at(utc),
  ahead,
  terms: { time_zone: 'America/New_York', cutoff: '18:00', cutoff_days: 1 },
})
/** Returns the distributor's clock on the device at a later time, with its own clock still as far ahead. */
const later = (from: Heard, utc: string) => distributorClock(from, new Date(at(utc) + from.ahead))

describe('the distributor’s clock on a device', () => {
  it('is that of the distributor’s zone, wherever the device is: 23:30 there is still today', () => {
    const now = heard('2026-11-24T04:30:00Z')
    expect(distributorClock(now, new Date(now.at))).toBe('2026-11-23 23:30')
    expect([later(now, '2026-11-24T04:59:59Z'), later(now, '2026-11-24T05:00:00Z')]).toEqual([
      '2026-11-23 23:59',
      '2026-11-24 00:00',
    ])
    expect(dayNow(now, new Date(at('2026-11-24T05:00:00Z')))).toBe('2026-11-24')
  })

  it.each([3 * 24 * HOUR_MS, -3 * 24 * HOUR_MS, 10 * 365 * 24 * HOUR_MS])(
    'goes on from the server’s time on a device whose own clock is %i ms off',
    (ahead) => {
      const then = heard('2026-11-24T04:30:00Z', ahead)
      expect([later(then, '2026-11-24T04:30:00Z'), later(then, '2026-11-24T05:30:00Z')]).toEqual([
        '2026-11-23 23:30',
        '2026-11-24 00:30',
      ])
    },
  )

  it('goes over both days on which clocks change, without the network', () => {
    const march = heard('2026-03-08T04:59:00Z')
    expect(
      ['2026-03-08T04:59:00Z', '2026-03-08T05:00:00Z', '2026-03-08T07:00:00Z', '2026-03-09T04:00:00Z'].map(
        (utc) => later(march, utc),
      ),
    ).toEqual(['2026-03-07 23:59', '2026-03-08 00:00', '2026-03-08 03:00', '2026-03-09 00:00'])
    const november = heard('2026-11-01T03:59:00Z')
    expect(
      [
        '2026-11-01T03:59:00Z',
        '2026-11-01T05:59:00Z',
        '2026-11-01T06:00:00Z',
        '2026-11-02T04:59:00Z',
        '2026-11-02T05:00:00Z',
      ].map((utc) => later(november, utc)),
    ).toEqual([
      '2026-10-31 23:59',
      '2026-11-01 01:59',
      '2026-11-01 01:00',
      '2026-11-01 23:59',
      '2026-11-02 00:00',
    ])
  })

  it('stays at the server’s time if the device’s clock was changed meanwhile, back or by more than two weeks', () => {
    const then = heard('2026-11-24T17:00:00Z')
    for (const now of ['2026-11-24T16:00:00Z', '2026-12-24T17:00:00Z', '2020-01-01T00:00:00Z'])
      expect(later(then, now)).toBe('2026-11-24 12:00')
    expect(later(then, '2026-12-07T17:00:00Z')).toBe('2026-12-07 12:00')
  })

  it('is the device’s own before the first pull', () => {
    expect(distributorClock(null, new Date(2026, 10, 24, 23, 30))).toBe('2026-11-24 23:30')
  })
})
