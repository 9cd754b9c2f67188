import { expect, it } from 'vitest'
import { TableDigest } from './digest.ts'

function textOf(...rows: object[]): string {
  const digest = new TableDigest()
  for (const row of rows) digest.add(row)
  return digest.text()
}

it('is the same for the same rows in any order, whatever the order of their fields', () => {
  expect(textOf({ id: 1, at: { x: 1, y: [2] } }, { id: 2 })).toBe(
    textOf({ id: 2 }, { at: { y: [2], x: 1 }, id: 1 }),
  )
})

it.each([
  ['a value', { id: 1, note: 'b' }],
  ['the kind of a value', { id: '1', note: 'a' }],
  ['a field more', { id: 1, note: 'a', more: null }],
  ['a field less', { id: 1 }],
])('is another one for %s', (_what, row) => {
  expect(textOf(row)).not.toBe(textOf({ id: 1, note: 'a' }))
})

it('counts a row that is there twice', () => {
  expect(textOf({ id: 1 }, { id: 1 })).not.toBe(textOf({ id: 1 }))
})
