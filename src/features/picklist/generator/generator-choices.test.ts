import { expect, test } from 'vitest'
import {
  customersOf,
  generateReason,
  handedOrders,
  isKept,
  ordersBetween,
  offeredOrders,
} from './generator-choices.ts'
import { makeOrder } from '#contract/picking/testing.ts'

const orders = [
  makeOrder({ id: 3, delivery_date: '2026-03-02', customer: 'ann' }),
  makeOrder({ id: 1, delivery_date: '2026-03-02', customer: 'bob' }),
  makeOrder({ id: 2, delivery_date: '2026-03-03', customer: 'ann' }),
]

test('A107: the same day twice lists that day’s orders', () => {
  expect(ordersBetween(orders, '2026-03-02', '2026-03-02').map(({ id }) => id)).toEqual([1, 3])
})

test('A109: chosen customers leave only their orders', () => {
  expect(offeredOrders(orders, ['bob']).map(({ id }) => id)).toEqual([1])
  expect(offeredOrders(orders, [])).toBe(orders)
})

test('A114: without chosen orders all listed ones are passed on', () => {
  expect(handedOrders(orders, [])).toEqual([3, 1, 2])
  expect(handedOrders(orders, [2])).toEqual([2])
  expect(handedOrders(orders.slice(0, 1), [2])).toEqual([3])
})

test('A115: an empty list and an empty selection cannot be generated', () => {
  expect(generateReason(handedOrders([], []))).not.toBeNull()
  expect(generateReason([1])).toBeNull()
})

test('days beyond the device’s window come from the server', () => {
  expect(isKept('2026-03-10', '2026-03-03', '2026-03-24')).toBe(true)
  expect(isKept('2026-03-10', '2026-03-02', '2026-03-24')).toBe(false)
  expect(isKept('2026-03-10', '2026-03-03', '2026-03-25')).toBe(false)
})

test('A108: a customer is listed once, with the places of their orders', () => {
  expect(customersOf(orders)).toEqual([
    { value: 'ann', label: 'Bistro · ann' },
    { value: 'bob', label: 'Bistro · bob' },
  ])
})
