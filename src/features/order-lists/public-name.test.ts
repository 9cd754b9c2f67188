import { expect, it } from 'vitest'
import { findList } from '#contract/order-lists/public-name.ts'
import { publicNameFormatted } from './public-list-columns.tsx'

const lists = ['Fresh Fish Menu', 'Fish-and-Chips', 'Blue Cafe', 'blue cafe'].map((public_name, id) => ({
  id,
  public_name,
}))

it('A085 dashes in an address are spaces, and capitals do not count', () => {
  for (const name of ['Fresh-Fish-Menu', 'fresh-FISH-menu', 'fresh fish-menu'])
    expect(findList(lists, name)).toBe(lists[0])
  for (const name of ['fresh-fish', 'freshfishmenu', 'fresh--fish-menu', ''])
    expect(findList(lists, name)).toBeUndefined()
})

it('C085 spaces become dashes in a list’s address, by which the list is found again', () => {
  expect(publicNameFormatted('Blue Cafe')).toBe('Blue-Cafe')
  for (const list of lists.slice(0, 3))
    expect(findList(lists, publicNameFormatted(list.public_name))).toBe(list)
})
