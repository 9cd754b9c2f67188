import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageTimers } from './environment.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a page that was left runs no timers; a page that comes back runs the timers that were due', () => {
  const page = new EventTarget()
  const after = pageTimers(page)
  const ran: string[] = []
  after(10, () => ran.push('before'))
  vi.advanceTimersByTime(10)
  after(10, () => ran.push('due while away'))
  after(1_000, () => ran.push('later'))
  const cancel = after(10, () => ran.push('cancelled'))
  page.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(500)
  expect(ran).toEqual(['before'])
  cancel()
  page.dispatchEvent(new Event('pageshow'))
  expect(ran).toEqual(['before', 'due while away'])
  vi.advanceTimersByTime(500)
  expect(ran).toEqual(['before', 'due while away', 'later'])
})
