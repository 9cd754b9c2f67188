import { expect, it } from 'vitest'
import { MOST_COUNTED } from '#contract/pages.ts'
import { nextOffset } from './use-rows.ts'

const page = (rows: number, total: number) => ({ rows: Array.from({ length: rows }), total })

it('pages come until as many rows are here as were counted, or a page is empty', () => {
  expect(nextOffset([page(100, 130)])).toBe(100)
  expect(nextOffset([page(100, 130), page(30, 130)])).toBeUndefined()
  expect(nextOffset([page(100, 130), page(0, 130)])).toBeUndefined()
})

it('pages of more rows than are counted come until one is empty', () => {
  const uncounted = MOST_COUNTED + 1
  expect(nextOffset([page(uncounted, uncounted)])).toBe(uncounted)
  expect(nextOffset([page(uncounted, uncounted), page(0, uncounted)])).toBeUndefined()
})
