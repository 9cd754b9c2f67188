import { expect, it } from 'vitest'
import { quietness } from './quiet.ts'

/** A machine of which so much is used in each second; the last share stays. */
function machine(...shares: number[]) {
  let seconds = 0
  return {
    usedShare: () => Promise.resolve(shares[Math.min(seconds++, shares.length - 1)]!),
    now: () => seconds * 1_000,
    seconds: () => seconds,
  }
}

it('a part waits until the machine is quiet', async () => {
  const busy = machine(0.9, 0.5, 0.1)
  await expect(quietness(busy)()).resolves.toBe(true)
  expect(busy.seconds()).toBe(3)
})

it('a part waits no longer than a minute, and no later part waits again', async () => {
  const busy = machine(0.9)
  const isQuiet = quietness(busy)
  await expect(isQuiet()).resolves.toBe(false)
  expect(busy.seconds()).toBe(60)
  await expect(isQuiet()).resolves.toBe(false)
  expect(busy.seconds()).toBe(61)
})
