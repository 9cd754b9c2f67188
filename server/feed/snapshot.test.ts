import { expect, it } from 'vitest'
import { isNoLater } from './snapshot.ts'

it.each([
  ['the same one', '5:9:5,7', '5:9:5,7', true],
  ['more were running', '5:9:5,7', '5:9:5', true],
  ['fewer were running', '5:9:5', '5:9:5,7', false],
  ['none was running', '9:9:', '9:9:', true],
  ['it ends before', '5:8:5', '5:9:5', true],
  ['it ends behind', '5:10:5', '5:9:5', false],
  ['its oldest is older', '4:9:4,5', '5:9:5', true],
  ['its oldest is younger', '9:9:', '5:9:5', false],
])('a snapshot is no later than another one of the same server: %s', (_what, one, other, expected) => {
  expect(isNoLater(one, other)).toBe(expected)
})
