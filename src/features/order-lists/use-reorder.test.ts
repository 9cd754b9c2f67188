import { expect, it } from 'vitest'
import { placeOf } from './use-reorder.tsx'

const rows = [0, 50, 100, 180].map((top, n) => ({ top, height: n === 2 ? 80 : 50 }))

it('a row that is dragged takes the place of one when it is past its middle', () => {
  expect([0, 24, 26, 64, 66, 91, 1_000].map((by) => [by, placeOf(rows, 0, by)])).toEqual([
    [0, 0],
    [24, 0],
    [26, 1],
    [64, 1],
    [66, 1],
    [91, 2],
    [1_000, 3],
  ])
  expect([-1, -66, -1_000].map((by) => placeOf(rows, 3, by))).toEqual([3, 2, 0])
})
