import { expect, it } from 'vitest'
import { questionOf } from './list-query.ts'

const orderings = { to: 'to', since: 'created_at' }

it('the query contains the search and a column that the server knows', () => {
  expect(questionOf({ search: '', sort: null }, orderings)).toBeNull()
  expect(questionOf({ search: '', sort: { column: 'said', descending: true } }, orderings)).toBeNull()
  expect(questionOf({ search: 'dock', sort: { column: 'said', descending: true } }, orderings)).toEqual({
    search: 'dock',
  })
  expect(questionOf({ search: 'dock', sort: { column: 'since', descending: true } }, orderings)).toEqual({
    search: 'dock',
    ordering: '-created_at',
  })
  expect(questionOf({ search: '', sort: { column: 'to', descending: false } }, orderings)).toEqual({
    ordering: 'to',
  })
})
