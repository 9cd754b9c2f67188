import { describe, expect, it } from 'vitest'
import { concerns, noticeOf, type Moved } from './announce.ts'

const moved = (...all: Moved[]) => new Set(all)

describe('a notice', () => {
  it('concerns the house always, and a company where it is named or all are', () => {
    expect([moved(7), moved('house'), moved('*')].map((one) => concerns(one, null))).toEqual([
      true,
      true,
      true,
    ])
    expect([moved(7), moved(8, 7), moved('*')].map((one) => concerns(one, 7))).toEqual([true, true, true])
    expect([moved(8), moved('house'), moved(8, 'house')].map((one) => concerns(one, 7))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('is for all where its companies are more than PostgreSQL takes in one', () => {
    expect(noticeOf([7, 'house'])).toBe('[7,"house"]')
    const many = Array.from({ length: 2_000 }, (_, n) => 10_000 + n)
    expect(noticeOf(many)).toBe('["*"]')
  })
})
