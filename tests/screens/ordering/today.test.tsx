/** The distributor's day and cut-off on a screen that stays open. */
import { ZONE } from '../../factories/zone.ts'
import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useNow } from '#src/app/use-now.ts'
import { SignedInContext } from '#src/kit/signed-in.ts'
import { useStayingDay } from '#src/kit/list/use-staying-day.tsx'
import { useOrderingTerms, useToday } from '#src/kit/use-today.ts'
import { createStatus } from '#src/sync/status.ts'

afterEach(() => vi.useRealTimers())

const TERMS = { time_zone: ZONE, cutoff: '18:00', cutoff_days: 1 }

/** Makes the status of a device that has received the server's time, with its own clock `ahead` ms ahead. */
function statusAt(utc: string, ahead = 0) {
  const at = Date.parse(utc)
  vi.useFakeTimers({ now: at + ahead })
  const status = createStatus()
  status.set({ heard: { at, ahead, terms: TERMS } })
  return { status }
}

it.each([
  ['at the distributor’s midnight', '2026-11-24T04:59:58Z', '2026-11-23'],
  ['on the day when clocks go forward', '2026-03-08T04:59:58Z', '2026-03-07'],
  ['at the end of that day, which has 23 hours', '2026-03-09T03:59:58Z', '2026-03-08'],
  ['at the end of the day when clocks go back, which has 25', '2026-11-02T04:59:58Z', '2026-11-01'],
])('a screen that stays open changes to the next day %s', (_, utc, before) => {
  // The clock is three days fast, as on a phone that is not set. The screen shows the distributor's day all
  // the same.
  const engine = statusAt(utc, 3 * 24 * 3_600_000)
  const { result } = renderHook(() => useToday(engine))
  const { today, tomorrow } = result.current
  expect(today).toBe(before)
  act(() => {
    vi.advanceTimersByTime(10_000)
  })
  expect(result.current.today).toBe(tomorrow)
})

it('a confirm step that stays open shows that the cut-off has passed', () => {
  const engine = statusAt('2026-11-23T23:00:55Z')
  const { result } = renderHook(() => useOrderingTerms(engine))
  expect(result.current).toEqual({ clock: '2026-11-23 18:00', terms: TERMS })
  act(() => {
    vi.advanceTimersByTime(10_000)
  })
  expect(result.current.clock).toBe('2026-11-23 18:01')
})

it('the clock stays the same within a render, although the minute ends between two looks at it', () => {
  const { status } = statusAt('2026-11-23T22:59:55Z')
  // Each look takes a minute.
  const get = () => {
    vi.setSystemTime(Date.now() + 60_000)
    return status.get()
  }
  const { result } = renderHook(() => useOrderingTerms({ status: { ...status, get } }))
  expect(result.current.clock).toBe('2026-11-23 17:59')
})

it('an age stays the same within a render, although time passes between two looks at it', () => {
  const begun = Date.now()
  const look = vi.spyOn(Date, 'now')
  look.mockImplementation(() => begun + look.mock.calls.length * 2_000)
  const { result } = renderHook(() => useNow(true))
  look.mockRestore()
  expect(result.current).toBeGreaterThan(begun)
})

describe('a screen that begins with a day', () => {
  const begin = (engine: ReturnType<typeof statusAt>) =>
    renderHook(() => useStayingDay(useToday(engine).today), {
      wrapper: ({ children }) => <SignedInContext value={{ engine } as never}>{children}</SignedInContext>,
    })

  it('stays on it at midnight, and says so', () => {
    const { result } = begin(statusAt('2026-11-24T04:59:58Z'))
    expect(result.current).toEqual({ day: '2026-11-23', note: false })
    act(() => {
      vi.advanceTimersByTime(10_000)
    })
    expect(result.current.day).toBe('2026-11-23')
    render(result.current.note)
    expect(screen.getByRole('status').textContent).toBe(
      'A new day has begun. This screen is still on 11/23/2026.',
    )
  })

  it('follows the distributor’s day until the device knows it', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-24T04:59:58Z') })
    const status = createStatus()
    const { result } = begin({ status })
    const at = Date.parse('2026-11-26T12:00:00Z')
    act(() => status.set({ heard: { at: Date.now(), ahead: Date.now() - at, terms: TERMS } }))
    expect(result.current).toEqual({ day: '2026-11-26', note: false })
  })
})
