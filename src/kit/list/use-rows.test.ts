import { expect, it } from 'vitest'
import { MOST_COUNTED } from '#contract/pages.ts'
import { hasShifted, nextOffset } from './use-rows.ts'

const page = (rows: number, total: number) => ({ rows: Array.from({ length: rows }), total })

it('pages load until the counted number of rows is reached, or a page is empty', () => {
  expect(nextOffset([page(100, 130)])).toBe(100)
  expect(nextOffset([page(100, 130), page(30, 130)])).toBeUndefined()
  expect(nextOffset([page(100, 130), page(0, 130)])).toBeUndefined()
})

it('pages with more rows than the count load until one is empty', () => {
  const uncounted = MOST_COUNTED + 1
  expect(nextOffset([page(uncounted, uncounted)])).toBe(uncounted)
  expect(nextOffset([page(uncounted, uncounted), page(0, uncounted)])).toBeUndefined()
})

it('pages whose counts differ have shifted, and pages that are not counted have not', () => {
  expect(hasShifted([])).toBe(false)
  expect(hasShifted([page(100, 130), page(30, 130)])).toBe(false)
  expect(hasShifted([page(100, 130), page(29, 129)])).toBe(true)
  expect(hasShifted([page(100, MOST_COUNTED + 1), page(100, MOST_COUNTED + 1)])).toBe(false)
})
