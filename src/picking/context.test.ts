import { to } from '#src/paths.ts'
import { expect, test } from 'vitest'
import { cancelAddress, handOver, readContext } from './context.ts'

test('A048 A106 A113 everything is passed on, from 00:00 of the first day to 23:59:59 of the last', () => {
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

test('A098: a generator begins with order then bin', () => {
  expect(readContext({ orders: [1] })).toEqual({
    orders: [1],
    bulk: false,
    start: null,
    end: null,
    filter: null,
    sorting: 'order',
  })
})

test('A049 the list is empty without a named order, with any other state', () => {
  for (const state of [undefined, null, 'x', {}, { orders: [] }, { orders: ['x', -1, 0.5] }, { key: 'k' }])
    expect(readContext(state)).toBeNull()
  expect(readContext({ orders: ['12', 12, 13] })?.orders).toEqual([12, 13])
})

test('A114 Cancel restores everything that was chosen in the generator', () => {
  const choices = { customers: ['ann'], orders: [7], bulk: true as const }
  const state = handOver({ ...readContext({ orders: [7] })!, choices })
  expect(cancelAddress('picklist', readContext(state))).toEqual(to.pickList(choices))
})

test('A119: Cancel opens the order from which the list was opened, else the generator', () => {
  const context = readContext({ orders: [7] })
  expect(cancelAddress('order', context)).toEqual(to.order(7))
  expect(cancelAddress('picklist', context)).toEqual(to.pickList())
  expect(cancelAddress('order', null)).toEqual(to.pickList())
})
