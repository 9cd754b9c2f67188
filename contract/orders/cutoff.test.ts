import { describe, expect, it } from 'vitest'
import { clockIn } from '../day.ts'
import { cutoffOf, firstDayInTime, isLate, placedAt, wasLate } from './cutoff.ts'

const terms = { time_zone: 'America/New_York', cutoff: '18:00', cutoff_days: 1 }
/** Whether an order is late for its day, by the distributor's wall clock at the instant of placing. */
const late = (placed_at: string, delivery_date: string, over: Partial<typeof terms> = {}) =>
  wasLate({ placed_at, delivery_date }, { ...terms, ...over })

describe('an order is late', () => {
  it('from the minute after the cut-off on, which is at six on the day before delivery', () => {
    expect(cutoffOf('2026-11-24', terms)).toBe('2026-11-23 18:00')
    // New York is five hours behind in winter.
    expect(late('2026-11-23T22:59:00Z', '2026-11-24')).toBe(false)
    expect(late('2026-11-23T23:00:59Z', '2026-11-24')).toBe(false)
    expect(late('2026-11-23T23:01:00Z', '2026-11-24')).toBe(true)
  })

  it('at 23:30, at midnight and on the day itself for tomorrow’s truck, and not for the one after', () => {
    const halfPastEleven = '2026-11-24T04:30:00Z'
    const midnight = '2026-11-24T05:00:00Z'
    expect([
      clockIn(terms.time_zone, new Date(halfPastEleven)),
      clockIn(terms.time_zone, new Date(midnight)),
    ]).toEqual(['2026-11-23 23:30', '2026-11-24 00:00'])
    expect([late(halfPastEleven, '2026-11-24'), late(halfPastEleven, '2026-11-25')]).toEqual([true, false])
    expect([late(midnight, '2026-11-24'), late(midnight, '2026-11-25')]).toEqual([true, false])
    expect(late('2026-11-24T14:00:00Z', '2026-11-24')).toBe(true)
  })

  it('by the wall clock on the day when clocks go forward', () => {
    // 8 March 2026: 02:00 is 03:00. Six in the evening is 22:00 UTC that day, and was 23:00 the day before.
    expect([late('2026-03-07T23:00:00Z', '2026-03-08'), late('2026-03-07T23:01:00Z', '2026-03-08')]).toEqual([
      false,
      true,
    ])
    expect([late('2026-03-08T22:00:00Z', '2026-03-09'), late('2026-03-08T22:01:00Z', '2026-03-09')]).toEqual([
      false,
      true,
    ])
    // A cut-off in the hour that is not there: 01:59 is before it, and the next minute, 03:00, is after it.
    const gap = { cutoff: '02:30', cutoff_days: 0 }
    expect([
      late('2026-03-08T06:59:00Z', '2026-03-08', gap),
      late('2026-03-08T07:00:00Z', '2026-03-08', gap),
    ]).toEqual([false, true])
  })

  it('by the wall clock on the day when clocks go back', () => {
    // 1 November 2026: 02:00 is 01:00 again. Six in the evening is 23:00 UTC that day, and was 22:00 the day before.
    expect([late('2026-10-31T22:00:00Z', '2026-11-01'), late('2026-10-31T22:01:00Z', '2026-11-01')]).toEqual([
      false,
      true,
    ])
    expect([late('2026-11-01T23:00:00Z', '2026-11-02'), late('2026-11-01T23:01:00Z', '2026-11-02')]).toEqual([
      false,
      true,
    ])
    // 01:30 comes twice, and both times the wall clock says that the order is in time.
    const twice = { cutoff: '01:30', cutoff_days: 0 }
    for (const at of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
      expect(late(at, '2026-11-01', twice)).toBe(false)
    expect(late('2026-11-01T06:31:00Z', '2026-11-01', twice)).toBe(true)
  })

  it('by the settings of the distributor: another time, some days before, another zone', () => {
    expect(late('2026-11-22T17:01:00Z', '2026-11-24', { cutoff: '12:00', cutoff_days: 2 })).toBe(true)
    expect(late('2026-11-24T10:00:00Z', '2026-11-24', { cutoff: '05:00', cutoff_days: 0 })).toBe(false)
    // Six in Jersey City is midnight in Berlin.
    expect(late('2026-11-23T23:00:00Z', '2026-11-24', { time_zone: 'Europe/Berlin' })).toBe(true)
  })
})

it('the first day in time is tomorrow until the cut-off, and the day after it from then on', () => {
  const first = (clock: string, over = {}) => firstDayInTime(clock, { ...terms, ...over })
  expect([first('2026-11-23 18:00'), first('2026-11-23 18:01'), first('2026-11-23 23:59')]).toEqual([
    '2026-11-24',
    '2026-11-25',
    '2026-11-25',
  ])
  expect([first('2026-12-31 18:01'), first('2026-11-23 04:00', { cutoff: '05:00', cutoff_days: 0 })]).toEqual(
    ['2027-01-02', '2026-11-23'],
  )
  expect(isLate('2026-11-23 18:01', first('2026-11-23 18:01'), terms)).toBe(false)
})

it('an order was placed when it reached the server, or when it was confirmed on a device up to 24 hours before', () => {
  const received = '2026-11-24T12:00:00Z'
  for (const [confirmed, counts] of [
    ['2026-11-24T11:59:00.123Z', 'confirmed'],
    ['2026-11-23T12:00:00.123Z', 'confirmed'],
    ['2026-11-23T11:59:59.000Z', 'received'],
    ['2026-11-24T12:00:01.000Z', 'received'],
    ['2027-11-24T12:00:00.000Z', 'received'],
  ] as const)
    expect([confirmed, placedAt(confirmed, received, '2026-11-01T00:00:00Z')]).toEqual([
      confirmed,
      counts === 'confirmed' ? confirmed.replace('.123', '') : received,
    ])
})

it('the time of confirming counts only where the server has received nothing from the device since', () => {
  const received = '2026-11-24T22:10:00Z'
  const confirmed = '2026-11-24T17:58:00Z'
  for (const [silentSince, placed] of [
    ['2026-11-24T17:57:59Z', confirmed],
    ['2026-11-24T17:58:00.000Z', confirmed],
    ['2026-11-24T17:58:01Z', received],
    [received, received],
  ] as const)
    expect([silentSince, placedAt(confirmed, received, silentSince)]).toEqual([silentSince, placed])
})
