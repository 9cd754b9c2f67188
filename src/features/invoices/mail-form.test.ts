import { expect, it } from 'vitest'
import { isAddress, mayAdd, withTyped } from './mail-form.ts'

it('B162 B163 B166 an address has an @, a dot and three characters', () => {
  for (const text of ['a@b', 'ab.c', '@.', '', ' @. ']) expect([text, isAddress(text)]).toEqual([text, false])
  expect(isAddress('a@b.c')).toBe(true)
})

it('B164 beside the one that it goes to there are four at most', () => {
  const four = ['a@b.c', 'd@e.f', 'g@h.i', 'j@k.l']
  expect(mayAdd(four.slice(1), 'x@y.z')).toBe(true)
  expect(mayAdd(four, 'x@y.z')).toBe(false)
  expect(mayAdd([], 'x@y')).toBe(false)
})

it('B164 a copy that is typed and not added goes along, where it may be added', () => {
  expect(withTyped(['a@b.c'], ' x@y.z ')).toEqual(['a@b.c', 'x@y.z'])
  expect(withTyped(['a@b.c'], 'x@y')).toEqual(['a@b.c'])
  const four = ['a@b.c', 'd@e.f', 'g@h.i', 'j@k.l']
  expect(withTyped(four, 'x@y.z')).toBe(four)
})
