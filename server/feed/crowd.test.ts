import { expect, it } from 'vitest'
import { answerAgeMs, spreadMs } from './crowd.ts'

it('a few devices are notified at once, and each reads its own answer', () => {
  expect([0, 1, 20].map((listeners) => [spreadMs(listeners), answerAgeMs(listeners)])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

it('spreads notices in time as listeners grow, up to some seconds', () => {
  expect([40, 200, 1_000, 100_000].map(spreadMs)).toEqual([80, 720, 3_920, 5_000])
  expect([40, 200, 1_000, 100_000].map(answerAgeMs)).toEqual([20, 180, 500, 500])
})
