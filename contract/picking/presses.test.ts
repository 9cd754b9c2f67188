import { expect, it } from 'vitest'
import { BLOCKED_QUANTITY_KEYS, readQuantity } from './presses.ts'

it('A216 A221 a quantity is digits: no sign, no point, and what is pasted with one is 0', () => {
  for (const key of ['-', '+', '.']) expect(BLOCKED_QUANTITY_KEYS.has(key)).toBe(true)
  const typed = ['', '7', ' 7 ', '-3', '1.5', '1e2', 'abc', '007', '99999999999']
  expect(typed.map(readQuantity)).toEqual([0, 7, 7, 0, 0, 0, 0, 7, 1_000_000])
})
