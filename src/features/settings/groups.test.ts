import { expect, it } from 'vitest'
import { SETTING_NAMES } from '#contract/settings/answer.ts'
import { GROUPS, shownLines, storedLines } from './groups.ts'

it('each setting is in one group', () => {
  expect(GROUPS.flatMap(({ names }) => names).toSorted()).toEqual(SETTING_NAMES.toSorted())
})

it('lines are typed below each other and stored with a bar between them', () => {
  expect(shownLines('Harbor & Vine | 48 Pier Street')).toBe('Harbor & Vine\n48 Pier Street')
  expect(storedLines(' Harbor & Vine \n\n48 Pier Street\n')).toBe('Harbor & Vine|48 Pier Street')
  expect(storedLines(shownLines(''))).toBe('')
})
