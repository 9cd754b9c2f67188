import { expect, it } from 'vitest'
import { toSearch, toTable } from './table-search.ts'

it('a list’s state survives the address unchanged', () => {
  const nothing = { q: undefined, sort: undefined, page: undefined, size: undefined }
  for (const search of [{ q: 'kelp', sort: '-total', page: 3, size: 25 }, { sort: 'id' }, {}])
    expect(toSearch(toTable(search))).toEqual({ ...nothing, ...search })
  expect(toTable({ page: 3 }).page).toBe(2)
})
