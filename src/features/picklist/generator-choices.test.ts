import { expect, test } from 'vitest'
import {
  customersOf,
  generateReason,
  handedOrders,
  isKept,
  ordersBetween,
  ordersOf,
} from './generator-choices.ts'
import { to } from '#src/paths.ts'
import { makeOrder } from './make-rows.ts'
import { cancelAddress, handOver, readContext } from './pick-list-context.ts'

const orders = [
  makeOrder({ id: 3, delivery_date: '2026-03-02', customer: 'ann' }),
  makeOrder({ id: 1, delivery_date: '2026-03-02', customer: 'bob' }),
  makeOrder({ id: 2, delivery_date: '2026-03-03', customer: 'ann' }),
]

test('A107: the same day twice lists that day’s orders', () => {
  expect(ordersBetween(orders, '2026-03-02', '2026-03-02').map(({ id }) => id)).toEqual([1, 3])
})

test('A109: chosen customers leave only their orders', () => {
  expect(ordersOf(orders, ['bob']).map(({ id }) => id)).toEqual([1])
  expect(ordersOf(orders, [])).toBe(orders)
})

test('A114: without chosen orders all listed ones are handed over', () => {
  expect(handedOrders(orders, [])).toEqual([3, 1, 2])
  expect(handedOrders(orders, [2])).toEqual([2])
  expect(handedOrders(orders.slice(0, 1), [2])).toEqual([3])
})

test('A115: nothing listed and nothing chosen cannot be generated', () => {
  expect(generateReason(handedOrders([], []))).not.toBeNull()
  expect(generateReason([1])).toBeNull()
})

test('A106, A113: everything is handed over, from 00:00 of the first day to 23:59:59 of the last', () => {
  const context = {
    orders: [1, 2],
    bulk: true,
    start: '2026-03-02',
    end: '2026-03-03',
    filter: 3,
    sorting: 'bin' as const,
  }
  const state = handOver(context)
  expect(state).toMatchObject({ start: '2026-03-02T00:00:00', end: '2026-03-03T23:59:59' })
  expect(readContext(state)).toEqual(context)
})

test('A098: order then bin is what a generator begins with', () => {
  expect(readContext({ orders: [1] })).toEqual({
    orders: [1],
    bulk: false,
    start: null,
    end: null,
    filter: null,
    sorting: 'order',
  })
})

test('A049: a state without orders is no pick list', () => {
  expect(readContext(null)).toBeNull()
  expect(readContext({ orders: ['x', -1, 0.5] })).toBeNull()
  expect(readContext({ orders: ['12', 12, 13] })?.orders).toEqual([12, 13])
})

test('A114 Cancel leads back to everything that was chosen in the generator', () => {
  const choices = { customers: ['ann'], orders: [7], bulk: true as const }
  const state = handOver({ ...readContext({ orders: [7] })!, choices })
  expect(cancelAddress('picklist', readContext(state))).toEqual(to.pickList(choices))
})

test('A119: Cancel goes to the order that the list was opened from, else to the generator', () => {
  const context = readContext({ orders: [7] })
  expect(cancelAddress('order', context)).toEqual(to.order(7))
  expect(cancelAddress('picklist', context)).toEqual(to.pickList())
  expect(cancelAddress('order', null)).toEqual(to.pickList())
})

test('days beyond the device’s window are the server’s', () => {
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
