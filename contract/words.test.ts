import { expect, it } from 'vitest'
import { holdsWords, wordsOf } from './words.ts'

it('a text is found by all of its words in any order and letter case, and not by some of them', () => {
  expect(wordsOf('  Olive   OIL ')).toEqual(['olive', 'oil'])
  expect(holdsWords('Oil, olive, extra', wordsOf('olive OIL'))).toBe(true)
  expect(holdsWords('Oil, olive, extra', wordsOf('olive rice'))).toBe(false)
  expect(holdsWords('anything', wordsOf(' '))).toBe(true)
})
