import { expect, it } from 'vitest'
import { madeAtMs } from './clock.ts'

const at = (clock: string) => Date.parse(`2026-11-21T${clock}:00.000Z`)
const THREE_HOURS_MS = 3 * 3_600_000

it.each([
  ['by a clock that is ahead', '15:00', THREE_HOURS_MS, '12:01', '12:00'],
  ['by a clock that is behind', '09:00', -THREE_HOURS_MS, '12:01', '12:00'],
  ['by a right clock that was set ahead later', '12:00', THREE_HOURS_MS, '12:01', '12:00'],
  ['by a right clock that was set back later', '12:00', -THREE_HOURS_MS, '12:01', '12:00'],
  ['by a right clock', '12:00', 0, '12:01', '12:00'],
  [
    'by a clock that was ahead and is right now: at the latest when the server had it',
    '15:00',
    0,
    '12:01',
    '12:01',
  ],
])('the time of an edit is by the server’s clock, when it was made %s', (_, made, ahead, by, right) => {
  const created_at = new Date(at(made)).toISOString()
  expect(madeAtMs({ created_at }, ahead, at(by))).toBe(at(right))
})
