import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

const pace = () => createPace({ first: 16_000, least: 1_000, most: 500_000 })

it('the pace grows to the maximum on a fast line, in a few calls, which may then overlap', () => {
  const line = pace()
  expect(line.isFast).toBe(false)
  for (let n = 0; n < 3; n++) line.took(line.amount, 100)
  expect(line).toMatchObject({ amount: 500_000, isFast: true })
})

it('the pace settles at calls of 5 to 8 s on a line of 2 kB/s, each alone', () => {
  const line = pace()
  for (let n = 0; n < 6; n++) line.took(line.amount, 3_000 + line.amount / 2)
  const ms = 3_000 + line.amount / 2
  expect(ms).toBeGreaterThan(5_000)
  expect(ms).toBeLessThan(8_100)
  expect(line.isFast).toBe(false)
})

it('the pace halves after a timeout, down to the minimum', () => {
  const line = pace()
  line.timedOut(16_000)
  expect(line.amount).toBe(8_000)
  for (let n = 0; n < 9; n++) line.timedOut(line.amount)
  expect(line.amount).toBe(1_000)
})

it('a small fast call does not reduce the next one', () => {
  const line = pace()
  line.took(300, 3_000)
  expect(line.amount).toBe(16_000)
})
