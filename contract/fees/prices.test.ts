import { expect, it } from 'vitest'
import { adjustedPrice, amountFor } from './prices.ts'

it('C230 a flat fee is added to the price, a percentage is of it', () => {
  expect(adjustedPrice('f', '2', '10.00')).toBe('12.00')
  expect(adjustedPrice('%', '20', '10.00')).toBe('12.00')
  expect(adjustedPrice('%', '-1.5', '9.99')).toBe('9.84')
})

it('C231 the adjusted price gives the amount of either kind', () => {
  expect(amountFor('f', '12', '10.00')).toBe('2.00')
  expect(amountFor('%', '12', '10.00')).toBe('20.00')
  expect(amountFor('%', '9.84', '9.99')).toBe('-1.50')
  expect(amountFor('%', '1.00', '0.00')).toBeNull()
})
