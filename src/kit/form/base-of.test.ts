import { expect, it } from 'vitest'
import { baseOf } from './base-of.ts'

it('the base has the seen value of a changed field and the stored value of every other field', () => {
  const seen = { bin: 'A-1', price: '10.00', substitutes: ['1'] }
  const stored = { bin: 'A-1', price: '12.00', substitutes: ['1', '2'] }
  expect(baseOf({ ...stored, bin: 'B-7' }, stored, { seen, stored })).toEqual(stored)
  expect(baseOf({ ...stored, price: '9.00' }, stored, { seen, stored })).toEqual({
    ...stored,
    price: '10.00',
  })
})
