import fc from 'fast-check'
import { expect, it } from 'vitest'
import { money } from '../money.ts'
import { adjustedPrice, amountFor, feeAmount } from './prices.ts'

it('C230 a flat fee is added to the price, a percentage is of it', () => {
  expect(adjustedPrice('f', '2', '10.00')).toBe('12.00')
  expect(adjustedPrice('%', '20', '10.00')).toBe('12.00')
  expect(adjustedPrice('%', '-1.5', '9.99')).toBe('9.84')
  expect(adjustedPrice('%', '33.3333', '100.00')).toBe('133.33')
})

it('C230 a fee that takes off more than the price leaves nothing, and no debt', () => {
  expect([adjustedPrice('f', '-12', '10.00'), adjustedPrice('%', '-150', '10.00')]).toEqual(['0.00', '0.00'])
})

it('C231 the adjusted price gives the amount of either kind', () => {
  expect(amountFor('f', '12', '10.00')).toBe('2.00')
  expect(amountFor('%', '12', '10.00')).toBe('20.0000')
  expect(amountFor('%', '9.84', '9.99')).toBe('-1.5015')
  expect(amountFor('%', '1.00', '0.00')).toBeNull()
})

it('C231 a price that is typed comes back to the cent, of either kind', () => {
  const amount = fc.bigInt({ min: 1n, max: 999_999n }).map(money)
  fc.assert(
    fc.property(fc.constantFrom('f' as const, '%' as const), amount, amount, (type, typed, price) => {
      expect(adjustedPrice(type, amountFor(type, typed, price)!, price)).toBe(typed)
    }),
    { numRuns: 2_000 },
  )
  // With two places a percentage would give 1,234.55.
  expect(adjustedPrice('%', amountFor('%', '1234.56', '999.99')!, '999.99')).toBe('1234.56')
})

it('an amount has two places in dollars and four as a percentage', () => {
  expect([feeAmount('f', '4.5'), feeAmount('%', '4.5'), feeAmount('%', '-0.00005')]).toEqual([
    '4.50',
    '4.5000',
    '-0.0001',
  ])
})
