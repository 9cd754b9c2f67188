import type { CallOptions } from '#src/api/client.ts'
import { ApiError, NetworkError } from '#src/api/errors.ts'
import { expect, it } from 'vitest'
import { baseOrders, mergeable } from './merge-choices.ts'
import { mergeOrders } from './merge-orders.ts'
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

it('B158 C269 the orders to merge are of the base order’s location, without itself', () => {
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

const merge = { base_order: 1, orders_to_merge: [2, 3], key: 'k1' }
/** What the calls were, answered by what the test says. */
function server(answer: () => unknown) {
  const calls: [string, string, CallOptions<unknown>?][] = []
  const api = async (method: string, path: string, options?: CallOptions<unknown>) => {
    calls.push([method, path, options])
    const error = answer()
    if (error) throw error
    return null as never
  }
  return { calls, api }
}

it('B240 C338 the call names the base order and the orders to merge', async () => {
  const { calls, api } = server(() => null)
  expect(await mergeOrders({ api }, merge, () => 'k2')).toEqual({ troubles: [], left: [], stopped: 0 })
  expect(calls).toEqual([
    ['POST', 'mergeorders/', { body: { base_order: 1, orders_to_merge: [2, 3] }, idempotencyKey: 'k1' }],
  ])
})

it('B261 C373 what its one answer lists is told a line each', async () => {
  const told = async (body: unknown) =>
    (
      await mergeOrders(
        server(() => new ApiError(409, body, true)),
        merge,
        () => 'k2',
      )
    ).troubles
  const heading = 'There was an error while merging the orders'
  expect(await told({ message: { 'Order 2': 'is invoiced', 'Order 3': 'is gone' } })).toEqual([
    { heading, lines: [{ text: 'Order 2: is invoiced' }, { text: 'Order 3: is gone' }] },
  ])
  expect(await told({ message: 'No.' })).toEqual([{ heading, lines: [{ text: 'No.' }] }])
})

it('unsent edits ask for a second word, and a lost answer is asked for again with its key', async () => {
  const unsent = new ApiError(409, { code: 'unsent_edits', message: 'picker has 3 unsent changes.' }, true)
  expect(
    await mergeOrders(
      server(() => unsent),
      merge,
      () => 'k2',
    ),
  ).toMatchObject({
    left: [{ base_order: 1, orders_to_merge: [2, 3], confirm_unsent: true, key: 'k2' }],
    again: 'Merge all the same',
  })
  const lost = await mergeOrders(
    server(() => new NetworkError('timeout')),
    merge,
    () => 'k2',
  )
  expect(lost.left).toEqual([merge])
})
