import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openReader } from './reader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a replica that cannot be reached is a line of the log once, and once more after it was reached', async () => {
  let isAway = true
  const primary = {
    async query() {
      if (isAway) throw new Error('connect ECONNREFUSED')
      return { rows: [{ lsn: '0/1' }] }
    },
  } as unknown as pg.Pool
  const lines: string[] = []
  const log = { info: () => undefined, warn: (line: string) => void lines.push(line) }
  const reader = openReader('postgres://larder@127.0.0.1:1/larder', primary, log, 1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toEqual(['the replica could not be looked at: Error: connect ECONNREFUSED'])
  // One look that needs no replica yet: there is nothing to compare with.
  isAway = false
  await vi.advanceTimersByTimeAsync(5_000)
  isAway = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveLength(2)
  vi.useRealTimers()
  await reader.close()
})
