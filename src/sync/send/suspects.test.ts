import { expect, it } from 'vitest'
import { Suspects } from './suspects.ts'

it('one edit with a repeated fault is suspected, not the server', () => {
  const suspects = new Suspects<string>()
  expect(suspects.clears('a')).toBe(false)
  suspects.add('a', 'first')
  expect(suspects.clears('a')).toBe(false)
})

it('a fault of a second edit is the server’s, until one succeeds', () => {
  const suspects = new Suspects<string>()
  suspects.add('a', 'of a')
  expect(suspects.clears('b')).toBe(true)
  suspects.add('b', 'of b')
  expect(suspects.all).toEqual(['of a', 'of b'])
  expect(suspects.passed(['b'])).toEqual(['of a'])
  expect(suspects.all).toEqual([])
  expect(suspects.clears('c')).toBe(false)
})
