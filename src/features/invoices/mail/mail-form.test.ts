import { expect, it } from 'vitest'
import { isAddress, mayAdd, sentWords, withTyped } from './mail-form.ts'

it('B162 B163 B166 an address has an @, a dot and three characters', () => {
  for (const text of ['a@b', 'ab.c', '@.', '', ' @. ']) expect([text, isAddress(text)]).toEqual([text, false])
  expect(isAddress('a@b.c')).toBe(true)
})

it('B164 there are at most four addresses beside the main one', () => {
  const four = ['a@b.c', 'd@e.f', 'g@h.i', 'j@k.l']
  expect(mayAdd(four.slice(1), 'x@y.z')).toBe(true)
  expect(mayAdd(four, 'x@y.z')).toBe(false)
  expect(mayAdd([], 'x@y')).toBe(false)
})

it('B164 a typed copy that is not added is sent too, if it may be added', () => {
  expect(withTyped(['a@b.c'], ' x@y.z ')).toEqual(['a@b.c', 'x@y.z'])
  expect(withTyped(['a@b.c'], 'x@y')).toEqual(['a@b.c'])
  const four = ['a@b.c', 'd@e.f', 'g@h.i', 'j@k.l']
  expect(withTyped(four, 'x@y.z')).toBe(four)
})

it.each([
  ['waiting', '', 'The invoice is on its way to a@b.c.'],
  ['waiting', 'No mail server is set.', 'The invoice to a@b.c is not sent yet.'],
  ['sent', '250 taken', 'The invoice is on its way to a@b.c.'],
  ['perhaps', 'Connection closed', 'The invoice was perhaps sent to a@b.c.'],
  ['refused', '550 no such mailbox', 'The invoice was not sent to a@b.c.'],
] as const)('a mail that is %s (%s) shows its own message', (state, server_said, words) => {
  expect(sentWords({ state, server_said }, 'a@b.c')).toBe(words)
})
