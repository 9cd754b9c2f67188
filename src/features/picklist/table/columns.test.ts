import { expect, it } from 'vitest'
import { columnsFor } from './columns.ts'
import { makePerson } from '#contract/picking/testing.ts'

const names = (role_id: number) => columnsFor(makePerson(role_id), 'details').map(({ label }) => label)

it('A256 A258 the pick list shows the UPC to roles 1 to 9 alone', () => {
  for (const role of [1, 5, 9]) expect(names(role)).toContain('UPC')
  for (const role of [10, 11, 12, 14]) expect(names(role)).not.toContain('UPC')
})

it('A255 role 32 sees a Stock indicator instead of Combined Stock', () => {
  expect(names(32)).toContain('Stock')
  expect(names(32)).not.toContain('Combined Stock')
  expect(names(14)).toContain('Combined Stock')
})

it('A260 substitution buttons show below role 30', () => {
  expect(names(29)).toContain('Substitution')
  expect(names(30)).not.toContain('Substitution')
})
