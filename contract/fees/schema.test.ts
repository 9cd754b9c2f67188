import { describe, expect, it } from 'vitest'
import { amountProblem, isForSomething } from './schema.ts'

describe('the amount of a fee', () => {
  it.each(['12.50', '12.5', '12', '12.5000', '0', '1234567.00'])('is %s in dollars', (amount) => {
    expect(amountProblem('margin', 'f', amount)).toBeNull()
  })
  it.each(['12.505', '12.50001', '', 'ten', '12.', '12345678', '1,5', ' 1', '1 '])(
    'is not "%s" in dollars',
    (amount) => {
      expect(amountProblem('margin', 'f', amount)).toBe('must be an amount such as "12.50"')
    },
  )
  it.each(['12.5', '0.0001', '100', '1234567'])('is %s per cent', (amount) => {
    expect(amountProblem('margin', '%', amount)).toBeNull()
  })
  it.each(['0.00001', '', '5%', '12345678', 'x1', '1x'])('is not "%s" per cent', (amount) => {
    expect(amountProblem('margin', '%', amount)).toBe('must be a percentage such as "12.5"')
  })
  it('takes something off as a margin, and nothing as a surcharge', () => {
    for (const type of ['f', '%'] as const) {
      expect(amountProblem('margin', type, '-2.5')).toBeNull()
      expect(amountProblem('surcharge', type, '-2.5')).toBe(
        'must be 0 or more: a surcharge takes nothing off',
      )
      for (const amount of ['0', '2.5']) expect(amountProblem('surcharge', type, amount)).toBeNull()
    }
  })
})

it('a fee is for something where it names a warehouse, a product or a location', () => {
  const nothing = { warehouse: null, product: null, company_location: null }
  expect(isForSomething(nothing)).toBe(false)
  for (const one of [{ warehouse: 1 }, { product: '012345678905' }, { company_location: 7 }])
    expect(isForSomething({ ...nothing, ...one })).toBe(true)
})
