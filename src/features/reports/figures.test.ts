import { expect, it } from 'vitest'
import { departmentsOf, linesAnHour, marginOf, shareOf } from './figures.ts'

const product = (department: string, sales: string, cost: string | null) => ({
  product: sales,
  name: sales,
  department,
  units: 1,
  cases: 0,
  sales,
  cost,
})

it('a margin is the sales minus the cost, and is unknown without the cost', () => {
  expect(marginOf({ sales: '10.00', cost: '7.55' })).toBe('2.45')
  expect(marginOf({ sales: '10.00', cost: '12.00' })).toBe('-2.00')
  expect(marginOf({ sales: '10.00', cost: null })).toBeNull()
})

it('a share is rounded half up to a tenth of a per cent', () => {
  expect(shareOf(1n, 8n)).toBe('12.5')
  expect(shareOf(1n, 3n)).toBe('33.3')
  expect(shareOf(1n, 2_000n)).toBe('0.1')
  expect(shareOf(-1n, 4n)).toBe('-25.0')
  expect(shareOf(1n, 0n)).toBeNull()
})

it('departments are summed to the cent, the largest first, and show the sales with a known cost', () => {
  expect(
    departmentsOf([
      product('Dairy', '0.10', '0.05'),
      product('Meat', '5.00', null),
      product('Dairy', '0.20', null),
      product('', '1.00', '1.00'),
    ]),
  ).toEqual([
    { name: 'Meat', products: 1, sales: '5.00', known_sales: '0.00', cost: '0.00' },
    { name: 'Without a department', products: 1, sales: '1.00', known_sales: '1.00', cost: '1.00' },
    { name: 'Dairy', products: 2, sales: '0.30', known_sales: '0.10', cost: '0.05' },
  ])
})

it('lines in an hour are counted over the minutes in which a person picked', () => {
  expect(linesAnHour({ username: 'dario', lines: 90, minutes: 120 })).toBe(45)
  expect(linesAnHour({ username: 'dario', lines: 0, minutes: 0 })).toBeNull()
})
