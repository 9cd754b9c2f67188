import { expect, it } from 'vitest'
import { Count } from './values.ts'

it('a count that is none says in plain words what it must be, whatever is wrong with it', () => {
  for (const wrong of [-1, 1.5, 1_000_001, 1e12, Number.NaN, '2', null, undefined, true])
    expect(Count.safeParse(wrong).error?.issues.map(({ message }) => message)).toEqual([
      'must be a whole number from 0 to 1000000',
    ])
  expect([0, 1, 1_000_000].every((count) => Count.safeParse(count).success)).toBe(true)
})
