import { ApiError } from '#src/api/errors.ts'
import { expect, it } from 'vitest'
import { baseOrders, mergeable } from './merge-choices.ts'
import { judgeMerge, mergeOrders } from './merge-orders.ts'
import { orderState } from './orders.ts'

const order = (id: number, location: number, invoiced = false) => ({
  id,
  invoiced,
  company_location: { id: location, name: '', physical_address: { complete_address: '' } },
})
const ids = (orders: { id: number }[]) => orders.map(({ id }) => id)

it('B157 C188 only uninvoiced orders are offered as base order and as orders to merge', () => {
  const all = [order(1, 1), order(2, 1, true), order(3, 1)]
  expect(ids(baseOrders(all))).toEqual([1, 3])
  expect(ids(mergeable(all, all[0]))).toEqual([3])
})

it('B158 C269 the orders to merge have the base order’s location, and exclude the base order', () => {
  const all = [order(1, 1), order(2, 2), order(3, 1)]
  expect(ids(mergeable(all, all[0]))).toEqual([3])
  expect(mergeable(all, undefined)).toEqual([])
})

it('B159 C186 an order is in one of three states', () => {
  expect(orderState({ invoiced: false, picking_complete: false })).toBe('Not picked complete')
  expect(orderState({ invoiced: false, picking_complete: true })).toBe('Picked complete, not invoiced')
  expect(orderState({ invoiced: true, picking_complete: true })).toBe('Invoiced')
  expect(orderState({ invoiced: true, picking_complete: false })).toBe('Invoiced')
})

const merge = { base_order: 1, orders_to_merge: [2, 3] }

it('B240 C338 the call names the base order and the orders to merge, and carries the answer if there is one', async () => {
  const calls: unknown[] = []
  const api = async (...call: unknown[]) => calls.push(call) as never
  await mergeOrders({ api }, merge, { key: 'k1', answers: [] })
  await mergeOrders({ api }, merge, { key: 'k2', answers: ['unsent_edits'] })
  expect(calls).toEqual([
    ['POST', 'mergeorders/', { body: merge, idempotencyKey: 'k1' }],
    ['POST', 'mergeorders/', { body: { ...merge, confirm_unsent: true }, idempotencyKey: 'k2' }],
  ])
})

it('B261 C373 the failures in its one answer are listed, one per line', () => {
  const told = (body: unknown) => judgeMerge(merge, new ApiError(409, body, true))
  const heading = 'There was an error while merging the orders'
  expect(told({ message: { 'Order 2': 'is invoiced', 'Order 3': 'is gone' } })).toEqual({
    heading,
    words: 'Order 2: is invoiced\nOrder 3: is gone',
  })
  expect(told({ message: 'No.' })).toEqual({ heading, words: 'No.' })
})

it('unsent edits ask for a confirmation', () => {
  const unsent = new ApiError(409, { code: 'unsent_edits', message: 'picker has 3 unsent changes.' }, true)
  expect(judgeMerge(merge, unsent)).toMatchObject({
    question: { code: 'unsent_edits', words: 'picker has 3 unsent changes.' },
  })
})
