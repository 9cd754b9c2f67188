import type { NewEdit } from '#contract/sync/new-edit.ts'
import { expect, test } from 'vitest'
import { laid } from './kept-rows.ts'
import { makeItem, makePiece } from '#contract/picking/testing.ts'

const edit = (
  entity_id: string,
  method: NewEdit['method'],
  entity: NewEdit['entity'] = 'orderitems',
): NewEdit => ({
  entity,
  entity_id,
  method,
})

const [a, b] = [makeItem(), makeItem()]
const piece = makePiece(b)
const rows = { orders: [], items: [a, b], pieces: [piece] }

test('what was stored is shown at once, and the other rows stay the same objects', () => {
  const picked = { ...a, picked: true }
  const added = makeItem()
  const next = laid(rows, [edit(a.id, 'PATCH'), edit(added.id, 'POST')], [picked, added])
  expect(next.items).toEqual([picked, b, added])
  expect(next.items[1]).toBe(b)
  expect(next.pieces).toEqual([piece])
})

test('a deleted item goes with its pieces', () => {
  const next = laid(rows, [edit(b.id, 'DELETE')], [null])
  expect(next.items).toEqual([a])
  expect(next.pieces).toEqual([])
})

test('a stored edit whose row is not told changes nothing', () => {
  expect(laid(rows, [edit(a.id, 'PATCH')], [null]).items).toEqual([a, b])
})
