/** Titles that a pattern can mistake for each other. */
import { describe, expect, it } from 'vitest'

const expectNothing = () => expect(true).toBe(true)

it('saves', () => expectNothing())
it('saves twice', () => expectNothing())
it('never saves', () => expectNothing())
it('costs $5.20 (or more) [each] a|b ^*? \\', () => expectNothing())
it('costs $5.20 xor more', () => expectNothing())
describe('an order', () => {
  it('saves', () => expectNothing())
  describe('of today', () => {
    it('saves', () => expectNothing())
  })
})
