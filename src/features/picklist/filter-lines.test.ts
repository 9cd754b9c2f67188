import { makeItem, makeLines, makeProduct } from '#contract/picking/testing.ts'
import { expect, test } from 'vitest'
import { filterLines } from './filter-lines.ts'

test('the filter finds every typed word in order, bin, code or name', () => {
  const products = [makeProduct({ upc: '1', bin: 'A-02-1' }), makeProduct({ upc: '2', bin: 'A-10-1' })]
  const items = [8, 7].flatMap((order) => ['2', '1'].map((product) => makeItem({ order, product })))
  const lines = makeLines({ items, products })
  expect(filterLines(lines, 'a-10 8').map(({ bin, items: [item] }) => `${bin} #${item!.order}`)).toEqual([
    'A-10-1 #8',
  ])
  expect(filterLines(lines, ' ')).toBe(lines)
})
