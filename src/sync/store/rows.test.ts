import { expect, it } from 'vitest'
import { rowOfFamily } from './rows.ts'

it.each([
  ['orders:21667', { table: 'orders', id: 21667 }],
  ['orderitems:6f1c', { table: 'items', id: '6f1c' }],
  ['barcodealternates:0012', { table: 'barcodes', id: '0012' }],
])('the family %s is named by its row', (family, row) => {
  expect(rowOfFamily(family)).toEqual(row)
})

it.each(['sharedcartitems:4', 'ordersubitems:6f1c'])(
  'the family %s is named by no row that an edit reads',
  (family) => {
    expect(rowOfFamily(family)).toBeNull()
  },
)
