import { expect, it } from 'vitest'
import { isTurnOf } from './turns.ts'

it('spreads the turns of devices evenly over the minute after the start, each device at its own time', () => {
  const devices = Array.from({ length: 600 }, (_, n) => `device ${n}`)
  const counts = [0, 15_000, 30_000, 45_000, 60_000].map(
    (ms) => devices.filter((device) => isTurnOf(device, ms)).length,
  )
  expect([counts[0], counts[4]]).toEqual([0, 600])
  for (const [n, expected] of [150, 300, 450].entries())
    expect(Math.abs(counts[n + 1]! - expected)).toBeLessThan(50)
})
