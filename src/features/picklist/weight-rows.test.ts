import { expect, test } from 'vitest'
import { makeId, makeItem, makePiece, makeRow } from './make-rows.ts'
import { losesData, markOf, saveWeights, weightProblem, weightRows } from './weight-rows.ts'

const item = makeItem({ units_ordered: 2, lot_tracked: true })
const [first, second, third] = ['1.5', '2.5', '3.5'].map((weight_lbs) => makePiece(item, { weight_lbs }))

test('A178, A179: rows are padded to the larger of ordered and picked', () => {
  expect(weightRows(makeRow({ items: [item] }))).toHaveLength(2)
  expect(weightRows(makeRow({ items: [{ ...item, unit_quantity: 3 }] }))).toHaveLength(3)
})

test('A177: a piece above the limit is deleted on saving, and named first where it says something', () => {
  const row = makeRow({ items: [item], pieces: [first!, second!, third!] })
  const rows = weightRows(row)
  expect(rows.map(markOf)).toEqual([null, null, 'deleted'])
  expect(losesData(rows)).toEqual([rows[2]])
})

test('A176, A222, A223: exactly the marked rows are saved, and a filled row counts as picked', () => {
  const row = makeRow({ items: [item], pieces: [first!] })
  const [changed, added] = weightRows(row)
  const act = saveWeights(
    row,
    [
      { ...changed!, weight: '1.75' },
      { ...added!, lot: 'L9' },
    ],
    makeId,
  )
  expect(act?.edits.map(({ entity, method, body }) => [entity, method, body])).toEqual([
    ['ordersubitems', 'PATCH', { weight_lbs: '1.75', weight_kg: '0.794' }],
    ['ordersubitems', 'POST', { order_item: item.id, unit_type: 'u', lot_code: 'L9' }],
    ['orderitems', 'PATCH', { unit_quantity: 2 }],
  ])
})

test('A176: a dropped piece is deleted and brought back by undo with what it said', () => {
  const row = makeRow({ items: [{ ...item, unit_quantity: 1 }], pieces: [first!] })
  const act = saveWeights(row, [{ ...weightRows(row)[0]!, dropped: true }], makeId)
  expect(act?.edits.map(({ method }) => method)).toEqual(['DELETE'])
  expect(act?.inverse[0]?.body).toMatchObject({ order_item: item.id, weight_lbs: '1.5' })
})

test('nothing marked is nothing to save', () => {
  const row = makeRow({ items: [item], pieces: [first!] })
  expect(saveWeights(row, weightRows(row), makeId)).toBeNull()
})

test('a weight is a number of pounds above 0', () => {
  const [row] = weightRows(makeRow({ items: [item] }))
  expect(weightProblem({ ...row!, weight: '12,345' })).toBeNull()
  expect(weightProblem({ ...row!, weight: '0' })).toMatch(/above 0/)
  expect(weightProblem({ ...row!, weight: 'heavy' })).toMatch(/lb/)
})
