import { expect, test } from 'vitest'
import { laid } from './kept-rows.ts'
import { makeItem, makePiece } from '#contract/picking/testing.ts'

const [a, b] = [makeItem(), makeItem()]
const piece = makePiece(b)
const rows = { orders: [], items: [a, b], pieces: [piece] }

test('stored values show at once, and the other rows stay the same objects', () => {
  const picked = { ...a, picked: true }
  const added = makeItem()
  const next = laid(rows, [
    { table: 'items', row: picked },
    { table: 'items', row: added },
  ])
  expect(next.items).toEqual([picked, b, added])
  expect(next.items[1]).toBe(b)
  expect(next.pieces).toEqual([piece])
})

test('the price of an item changes with its piece', () => {
  const weighed = { ...piece, weight_lbs: '2.5' }
  const priced = { ...b, final_price: '10.00' }
  const next = laid(rows, [
    { table: 'subitems', row: weighed },
    { table: 'items', row: priced },
  ])
  expect(next).toMatchObject({ items: [a, priced], pieces: [weighed] })
})

test('a deleted item goes with its pieces', () => {
  const next = laid(rows, [{ table: 'items', gone: b.id }])
  expect(next.items).toEqual([a])
  expect(next.pieces).toEqual([])
})
