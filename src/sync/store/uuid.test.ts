import { expect, it } from 'vitest'
import { z } from 'zod'
import { idMaker } from './uuid.ts'

it('UUIDv7 ids only grow, thousands in a millisecond and through a clock that goes back', () => {
  let now = 1_763_726_400_000
  const make = idMaker({
    now: () => now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  })
  const ids: string[] = []
  for (let i = 0; i < 10_000; i++) {
    if (i === 6_000) now -= 10 * 365 * 86_400_000
    ids.push(make())
  }
  expect(new Set(ids).size).toBe(10_000)
  expect([...ids].sort()).toEqual(ids)
  expect(z.uuidv7().safeParse(ids[0]).success && z.uuidv7().safeParse(ids[9_999]).success).toBe(true)
  expect(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)).toBe(1_763_726_400_000)
})
