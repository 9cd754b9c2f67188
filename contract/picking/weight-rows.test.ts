import { describe, expect, it } from 'vitest'
import type { Watched } from '../orders/doubts.ts'
import type { OrderItemRow, OrderSubitemRow } from '../orders/schema.ts'
import { ids, makeId, makeItem, makePiece } from './testing.ts'
import { rowsFollowing } from './rows-following.ts'
import {
  firstMissing,
  losesData,
  markOf,
  rowDoubts,
  rowName,
  rowsSaved,
  rowWithData,
  saveWeights,
  totalOf,
  weightProblem,
  weightRows,
  withLot,
  type WeightRow,
} from './weight-rows.ts'

const open = (more: Partial<OrderItemRow>, pieces: (item: OrderItemRow) => OrderSubitemRow[] = () => []) => {
  const item = makeItem(more)
  return { item, line: { label: 'Brisket', items: [item] }, rows: weightRows([item], pieces(item)) }
}
const set = (rows: WeightRow[], index: number, part: Partial<WeightRow>) =>
  rows.map((row, i) => (i === index ? { ...row, ...part } : row))

describe('weight rows', () => {
  it('A178 are padded up to what is ordered, by unit type', () => {
    const { rows } = open({ units_ordered: 3, cases_ordered: 1 })
    expect(rows.map(rowName)).toEqual(['Unit 1', 'Unit 2', 'Unit 3', 'Case 1'])
    expect(rows.every((row) => markOf(row) === null)).toBe(true)
  })

  it('A179 are as many as were picked where that is more than ordered, and none of them is deleted', () => {
    const { rows } = open({ units_ordered: 2, unit_quantity: 3 }, (item) =>
      [1, 2, 3].map(() => makePiece(item, { weight_lbs: '1' })),
    )
    expect(rows).toHaveLength(3)
    expect(rows.some((row) => markOf(row) === 'deleted')).toBe(false)
  })

  it('A177 above the limit are deleted, and named first when they say something', () => {
    const { rows, line } = open({ units_ordered: 2 }, (item) => [
      makePiece(item, { weight_lbs: '1' }),
      makePiece(item, { weight_lbs: '2' }),
      makePiece(item, { weight_lbs: '3' }),
    ])
    expect(rows.map(markOf)).toEqual([null, null, 'deleted'])
    expect(losesData(rows).map(rowWithData)).toEqual(['Unit 3 (3.00 lb)'])
    expect(saveWeights(line, rows, ids())!.edits.map((e) => e.method)).toEqual(['DELETE', 'PATCH'])
  })

  it('A176 saving creates, updates and deletes exactly the marked rows', () => {
    const { line, rows } = open({ units_ordered: 4, unit_quantity: 4 }, (item) =>
      ['1', '2', '3'].map((weight_lbs) => makePiece(item, { weight_lbs })),
    )
    let edited = set(rows, 3, { weight: '4.5' })
    edited = set(edited, 0, { weight: '1.25' })
    edited = set(edited, 1, { dropped: true })
    const calls = saveWeights(line, edited, ids())!.edits.map(({ method, body }) => ({ method, body }))
    expect(calls).toEqual([
      { method: 'PATCH', body: { weight_lbs: '1.25', weight_kg: '0.567' } },
      { method: 'DELETE', body: null },
      {
        method: 'POST',
        body: { order_item: line.items[0]!.id, unit_type: 'u', weight_lbs: '4.5', weight_kg: '2.041' },
      },
    ])
  })

  it('A222 A223 an emptied lot is sent as null, an empty one of a new row is left out', () => {
    const { line, rows } = open({ units_ordered: 2, unit_quantity: 2 }, (item) => [
      makePiece(item, { lot_code: 'L1' }),
    ])
    const edited = set(set(rows, 0, { lot: '' }), 1, { weight: '3' })
    const [patch, post] = saveWeights(line, edited, ids())!.edits
    expect(patch!.body).toEqual({ lot_code: null })
    expect(post!.body).not.toHaveProperty('lot_code')
  })

  it('add up to what they show, without dropped rows and what is no weight', () => {
    const { rows } = open({ units_ordered: 4, unit_quantity: 4 }, (item) => [
      makePiece(item, { weight_lbs: '1.25', lot_code: 'A' }),
      makePiece(item, { weight_lbs: '2.5' }),
      makePiece(item, { lot_code: 'B' }),
    ])
    expect(totalOf(rows)).toEqual({ filled: 3, rows: 4, weight: '3.75' })
    expect(totalOf(set(rows, 1, { dropped: true }))).toEqual({ filled: 2, rows: 3, weight: '1.25' })
    expect(totalOf(set(rows, 3, { weight: '0,755' }))).toEqual({ filled: 4, rows: 4, weight: '4.51' })
    expect(totalOf(set(rows, 3, { weight: 'heavy' })).weight).toBe('3.75')
    const { rows: more } = open({ units_ordered: 1 }, (item) =>
      ['1', '2'].map((weight_lbs) => makePiece(item, { weight_lbs })),
    )
    expect(totalOf(more)).toEqual({ filled: 1, rows: 1, weight: '1.00' })
  })

  it('add up to the weight that is stored, and not to the rounded weights that are shown', () => {
    const { rows } = open({ units_ordered: 3 }, (item) =>
      [1, 2, 3].map(() => makePiece(item, { weight_lbs: '1.005' })),
    )
    expect(rows.map(({ weight }) => weight)).toEqual(['1.01', '1.01', '1.01'])
    expect(totalOf(rows).weight).toBe('3.02')
    expect(totalOf(set(rows, 0, { weight: '2' })).weight).toBe('4.01')
  })

  it('get a lot each where they have none and stay', () => {
    const { rows } = open({ units_ordered: 3, unit_quantity: 3 }, (item) => [
      makePiece(item, { lot_code: 'A' }),
    ])
    expect(withLot(set(rows, 1, { dropped: true }), 'L7').map(({ lot }) => lot)).toEqual(['A', '', 'L7'])
  })

  it('with data count as picked pieces', () => {
    const { line, rows } = open({ units_ordered: 3, unit_quantity: 1 })
    const edited = set(set(rows, 0, { weight: '1' }), 1, { weight: '2' })
    expect(saveWeights(line, edited, ids())!.edits.at(-1)).toMatchObject({
      entity: 'orderitems',
      body: { unit_quantity: 2 },
    })
  })

  it('show two decimals and keep the third until a person types', () => {
    const { line, rows } = open({ unit_quantity: 2 }, (item) => [makePiece(item, { weight_lbs: '12.345' })])
    expect(rows[0]!.weight).toBe('12.35')
    expect(saveWeights(line, rows, ids())).toBeNull()
  })

  it('take weights such as 12.345, with a comma as well, and say what is wrong with others', () => {
    const { rows, line } = open({})
    const problem = (weight: string) => weightProblem({ ...rows[0]!, weight })
    for (const good of ['12.345', '12,3', '999999', '0.001', '']) expect(problem(good)).toBeNull()
    for (const bad of ['12.3456', '1234567', '.5', 'abc', '-1', '0', '0.000'])
      expect(problem(bad)).not.toBeNull()
    expect(saveWeights(line, set(rows, 0, { weight: '12,3' }), ids())!.edits[0]!.body).toMatchObject({
      weight_lbs: '12.3',
    })
  })

  it('begin where something is missing', () => {
    const { rows } = open({ units_ordered: 2 }, (item) => [makePiece(item, { weight_lbs: '1' })])
    expect(rowName(firstMissing(rows, 'w')!)).toBe('Unit 2')
    expect(rowName(firstMissing(rows, 'wl')!)).toBe('Unit 1')
  })

  it('undo a save by the opposite calls, the last first', () => {
    const { line, rows } = open({ units_ordered: 2, unit_quantity: 2 }, (item) => [
      makePiece(item, { weight_lbs: '1' }),
      makePiece(item, { weight_lbs: '2', lot_code: 'L' }),
    ])
    const { inverse } = saveWeights(line, set(set(rows, 0, { weight: '9' }), 1, { dropped: true }), ids())!
    expect(inverse.map(({ method, body }) => [method, body])).toEqual([
      ['POST', { order_item: line.items[0]!.id, unit_type: 'u', weight_lbs: '2', lot_code: 'L' }],
      ['PATCH', { weight_lbs: '1', weight_kg: null }],
    ])
  })

  const brisket: Watched = {
    name: 'Brisket',
    unit_type: 'Unit',
    units_per_case: 1,
    weight_type: 'r/w',
    average_unit_weight: '11',
    average_case_weight: null,
    weight_min_lbs: '10',
    weight_max_lbs: '12',
    supplier_rate: null,
    recalled_lots: ['L-7'],
  }
  const doubts = (rows: WeightRow[]) => rowDoubts(brisket, rows, '2026-11-21').map(({ kind }) => kind)

  it('that say something unusual are doubted once each, the gravest first; those as they are stored are not', () => {
    const { rows } = open({ units_ordered: 3, unit_quantity: 1 }, (item) => [
      makePiece(item, { weight_lbs: '99', lot_code: 'L-7' }),
    ])
    expect(doubts(rows)).toEqual([])
    const edited = set(set(rows, 1, { weight: '13' }), 2, { weight: '11', lot: 'l-7' })
    expect(doubts(edited)).toEqual(['recalled', 'weight'])
    const label = { raw: ']C1…', expiry: '2026-11-20', bestBefore: null }
    expect(doubts(set(rows, 1, { lot: 'L-8', label }))).toEqual(['expired'])
  })

  it('with a reason keep it, and the scan that filled them; undo says that it was meant once', () => {
    const { line, rows } = open({ unit_quantity: 2 }, (item) => [makePiece(item, { weight_lbs: '99' })])
    const label = { raw: ']C110L-7', expiry: null, bestBefore: null }
    const edited = set(set(rows, 0, { weight: '8' }), 1, { lot: 'L-7', label })
    const { edits, inverse } = saveWeights(line, edited, ids(), 'Foreman cleared it')!
    expect(edits).toMatchObject([
      { method: 'PATCH', reason: 'Foreman cleared it' },
      { method: 'POST', reason: 'Foreman cleared it', raw_scan: ']C110L-7', body: { raw_scan: ']C110L-7' } },
    ])
    expect(inverse.at(-1)).toMatchObject({
      body: { weight_lbs: '99' },
      reason: expect.stringContaining('Undone'),
    })
  })

  it('an accepted part of a save is not made again, a refused one is', () => {
    const { item, line, rows } = open({ units_ordered: 3 }, (one) => [
      makePiece(one, { weight_lbs: '9.000' }),
    ])
    const typed = set(set(set(rows, 0, { weight: '9.5' }), 1, { weight: '10,25' }), 2, { weight: '11' })
    const act = saveWeights(line, typed, makeId)!
    const [changed, second, third] = act.edits.map(({ entity_id }) => entity_id)

    const left = rowsSaved(typed, act, new Set([second!]))
    expect(left.map(markOf)).toEqual([null, 'new', null])
    expect(left.map(({ piece }) => piece?.id ?? null)).toEqual([changed, null, third])
    const again = saveWeights({ ...line, items: [{ ...item, unit_quantity: 3 }] }, left, makeId)!
    expect(again.edits.map(({ method, body }) => [method, body?.['weight_lbs']])).toEqual([['POST', '10.25']])

    const all = rowsSaved(typed, act, new Set())
    expect(saveWeights({ ...line, items: [{ ...item, unit_quantity: 3 }] }, all, makeId)).toBeNull()
  })

  it('of an open dialog take what another person has weighed meanwhile, and keep what was typed', () => {
    const { item, rows, line } = open({ units_ordered: 3 })
    const typed = set(rows, 1, { weight: '5' })
    const pieces = ['1', '2'].map((weight_lbs) => makePiece(item, { weight_lbs }))
    const after = rowsFollowing(typed, [item], pieces)
    expect(after.map(({ weight }) => weight)).toEqual(['1.00', '5', '2.00'])
    expect(after.map(markOf)).toEqual([null, 'new', null])
    expect(saveWeights(line, after, ids())!.edits[0]).toMatchObject({
      method: 'POST',
      body: { weight_lbs: '5' },
    })
    expect(rowsFollowing(after, [item], pieces)).toEqual(after)
    const corrected = pieces.map((piece) => ({ ...piece, weight_lbs: '8' }))
    expect(rowsFollowing(after, [item], corrected).map(({ weight }) => weight)).toEqual(['8.00', '5', '8.00'])
    expect(rowsFollowing(after, [item], []).map(({ weight }) => weight)).toEqual(['', '5', ''])
  })

  it('that two people have both filled are named before one of them goes', () => {
    const { item, rows } = open({ units_ordered: 2 })
    const typed = set(set(rows, 0, { weight: '5' }), 1, { weight: '6' })
    const pieces = [makePiece(item, { weight_lbs: '4' })]
    const after = rowsFollowing(typed, [item], pieces)
    expect(losesData(after).map(rowWithData)).toEqual(['Unit 3 (4.00 lb)'])
    const counted = rowsFollowing(after, [{ ...item, unit_quantity: 3 }], pieces)
    expect(losesData(counted)).toEqual([])
  })

  it('never give the row with the focus to a piece of another person', () => {
    const { item, rows } = open({ units_ordered: 2 })
    const focused = rows[0]!.key
    const pieces = [makePiece(item, { weight_lbs: '4.2' })]
    const after = rowsFollowing(rows, [item], pieces, { focused })
    expect(after.map(({ weight }) => weight)).toEqual(['', '4.20'])
    const further = rowsFollowing(set(rows, 1, { weight: '6' }), [item], pieces, { focused })
    expect(further.map(({ weight }) => weight)).toEqual(['', '6', '4.20'])
    // The row was left empty: the piece is not above the limit.
    const left = rowsFollowing(further, [item], pieces)
    expect(left.map(({ weight }) => weight)).toEqual(['4.20', '6'])
    expect(losesData(left)).toEqual([])
  })

  it('name a piece of another person that has no row, whatever it says, before it goes', () => {
    const { item, rows } = open({ units_ordered: 1 })
    const typed = set(rows, 0, { weight: '5' })
    const named = (over: Partial<OrderSubitemRow>) =>
      losesData(rowsFollowing(typed, [item], [makePiece(item, over)])).map(rowWithData)
    expect(named({ serial: 'S-1' })).toEqual(['Unit 2 (serial S-1)'])
    expect(named({ raw_scan: '0112' })).toEqual(['Unit 2 (scan 0112)'])
    expect(named({})).toEqual(['Unit 2 (no weight and no lot)'])
    // A177: one that was there before and says nothing goes without a question.
    const empty = [makePiece(item, { weight_lbs: '5' }), makePiece(item)]
    expect(losesData(rowsFollowing(weightRows([item], empty), [item], empty))).toEqual([])
  })

  it('that were typed over another person’s correction are saved over it after a refusal, and say what it was', () => {
    const { item, line, rows } = open({ units_ordered: 2, unit_quantity: 2 }, (one) => [
      makePiece(one, { weight_lbs: '4', lot_code: 'A' }),
      makePiece(one, { weight_lbs: '4', lot_code: 'A' }),
    ])
    const typed = set(set(rows, 0, { weight: '9' }), 1, { lot: 'B' })
    const now = rows.map(({ piece }) => ({ ...piece!, weight_lbs: '5' }))
    const seen = (all: WeightRow[]) => saveWeights(line, all, ids())!.edits.map((edit) => edit.seen)
    const before = rowsFollowing(typed, [item], now)
    expect(seen(before)[0]).toMatchObject({ weight_lbs: '4' })
    const after = rowsFollowing(before, [item], now, { isRefused: true })
    expect(after.map(({ weight, lot }) => [weight, lot])).toEqual([
      ['9', 'A'],
      ['5.00', 'B'],
    ])
    expect(after[0]!.meanwhile).toBe('Now stored: 5.00 lb, lot A')
    expect(seen(after)).toEqual([{ weight_lbs: '5', weight_kg: null }, { lot_code: 'A' }])
    expect(rowsFollowing(after, [item], now, { isRefused: true })).toEqual(after)
    const gone = rowsFollowing(after, [item], [], { isRefused: true })
    const again = saveWeights(line, gone, ids())!.edits
    expect(again.map(({ method, body }) => [method, body?.['lot_code']])).toEqual([
      ['POST', 'A'],
      ['POST', 'B'],
    ])
  })

  it('whose save failed take the piece that it stored all the same', () => {
    const { item, line, rows } = open({ units_ordered: 2, unit_quantity: 2 })
    const piece = makePiece(item, { weight_lbs: '5.000' })
    const sent = new Map([[rows[1]!.key, piece.id]])
    const same = rowsFollowing(set(rows, 1, { weight: '5' }), [item], [piece], { sent })
    expect(same.map(({ weight }) => weight)).toEqual(['', '5.00'])
    expect(same.map(markOf)).toEqual([null, null])
    const corrected = rowsFollowing(set(rows, 1, { weight: '5.5' }), [item], [piece], { sent })
    expect(saveWeights(line, corrected, ids())!.edits).toMatchObject([
      { method: 'PATCH', entity_id: piece.id, body: { weight_lbs: '5.5' } },
    ])
  })

  it('of an order that is invoiced while the dialog is open stay', () => {
    const { rows } = open({ units_ordered: 1 })
    const typed = set(rows, 0, { weight: '5' })
    expect(rowsFollowing(typed, [], [])).toEqual(typed)
  })

  it('a piece that was deleted by a save is gone, and its row takes a new one', () => {
    const { line, rows } = open({ units_ordered: 1 }, (one) => [makePiece(one, { weight_lbs: '9.000' })])
    const typed = set(rows, 0, { dropped: true })
    const [left] = rowsSaved(typed, saveWeights(line, typed, makeId)!, new Set())
    expect(left).toMatchObject({ piece: null, weight: '', dropped: false })
  })
})
