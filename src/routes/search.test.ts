import { expect, it } from 'vitest'
import {
  readCartSearch,
  readFromSearch,
  readInventorySearch,
  readOrdersSearch,
  readPickListSearch,
  readReceiptSearch,
} from './search.ts'

it('an invalid value of a list’s query is ignored', () => {
  const all = { q: '12', sort: '-id', page: 3, size: 25, paid: true, day: 'week', status: 'picked' }
  expect(readOrdersSearch({ ...all, q: 12 })).toEqual(all)
  const nothing = Object.fromEntries(Object.keys(all).map((key) => [key, undefined]))
  for (const typed of [
    {},
    { q: '', sort: 7, page: 1, size: 26, paid: 'true', day: 'monday', status: 3 },
    { q: { a: 1 }, sort: '', page: 2.5, size: '25', paid: 1, day: '', status: '' },
    { status: 'eaten' },
  ])
    expect(readOrdersSearch(typed)).toEqual(nothing)
})

it('C054 the inventory shows inactive or not primary products if its address says so', () => {
  expect(readInventorySearch({ q: 'oil', inactive: true, nonprimary: true })).toMatchObject({
    q: 'oil',
    inactive: true,
    nonprimary: true,
  })
  expect(readInventorySearch({ inactive: 'yes', nonprimary: 1 })).toMatchObject({
    inactive: undefined,
    nonprimary: undefined,
  })
})

it('A114 the choices of the pick list generator are the valid ones of its address', () => {
  const all = {
    sorting: 'bin',
    location: 3,
    start: '2026-11-25',
    end: '2026-11-26',
    customers: ['ann'],
    orders: [7, 9],
    bulk: true,
  }
  expect(readPickListSearch(all)).toEqual(all)
  const nothing = Object.fromEntries(Object.keys(all).map((key) => [key, undefined]))
  for (const typed of [
    {},
    {
      sorting: 'order',
      location: 0,
      start: 'today',
      end: '2026-13-45',
      customers: [],
      orders: 'all',
      bulk: 1,
    },
  ])
    expect(readPickListSearch(typed)).toEqual(nothing)
  expect(readPickListSearch({ orders: [7, 'x', -1], customers: [3, 'bob'] })).toMatchObject({
    orders: [7],
    customers: ['bob'],
  })
})

it('A119 B017 a query that mentions order in any form counts as from an order', () => {
  expect(readFromSearch({ from: 'order' })).toEqual({ from: 'order' })
  expect(readFromSearch({ from: 'orders' })).toEqual({ from: 'order' })
  expect(readFromSearch({ order: 5 })).toEqual({ from: 'order' })
  expect(readFromSearch({ from: 'picklist' })).toEqual({ from: 'picklist' })
  expect(readFromSearch({ from: 'kitchen' })).toEqual({ from: undefined })
})

it('A031 a 1 in any form opens the staged order', () => {
  expect(readCartSearch({ stagedOrder: 1 })).toEqual({ stagedOrder: 1 })
  expect(readCartSearch({ stagedOrder: '1' })).toEqual({ stagedOrder: 1 })
  expect(readCartSearch({ stagedOrder: 0 })).toEqual({ stagedOrder: undefined })
})

it('C088 an unknown action is none', () => {
  expect(readReceiptSearch({ action: 'viewer' })).toEqual({ action: 'viewer' })
  expect(readReceiptSearch({ action: 'burn' })).toEqual({ action: undefined })
})
