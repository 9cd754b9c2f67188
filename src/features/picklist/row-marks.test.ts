import { isOverridden, lacksLot } from '#contract/picking/overrides.ts'
import type { OutboxRecord } from '#src/db/database.ts'
import { expect, test } from 'vitest'
import { makeItem, makeLine, makeOrder, makePiece, makeProduct } from '#contract/picking/testing.ts'
import { flagOfRow, marksOf, weightRefusal } from './row-marks.ts'

test('A201: a quantity other than the originally ordered one is highlighted', () => {
  const item = makeItem({ units_ordered: 3, units_originally_ordered: 2 })
  expect(isOverridden(item, 'units_ordered')).toBe(true)
  expect(isOverridden(item, 'cases_ordered')).toBe(false)
})

test('A201: a picked quantity is highlighted as soon as it is entered', () => {
  expect(isOverridden(makeItem(), 'unit_quantity')).toBe(false)
  expect(isOverridden(makeItem({ unit_quantity: 1 }), 'unit_quantity')).toBe(true)
  expect(isOverridden(makeItem({ picked: true, scanned: true }), 'unit_quantity')).toBe(true)
  expect(isOverridden(makeItem({ unit_quantity: 2, picked: true }), 'unit_quantity')).toBe(false)
})

test('A245: a lot-tracked item without a lot is marked until its lot is there', () => {
  const item = makeItem({ lot_tracked: true, unit_quantity: 1 })
  const without = makeLine({ items: [item] })
  expect(lacksLot(without)).toBe(true)
  const saved = makeLine({ items: [item], pieces: [makePiece(item, { lot_code: 'L1' })] })
  expect(lacksLot(saved)).toBe(false)
})

test('A245: every picked piece needs a lot; an out-of-stock item needs none', () => {
  const item = makeItem({ lot_tracked: true, unit_quantity: 2 })
  expect(lacksLot(makeLine({ items: [item], pieces: [makePiece(item, { lot_code: 'L1' })] }))).toBe(true)
  expect(lacksLot(makeLine({ items: [{ ...item, unit_quantity: 0 }] }))).toBe(true)
  expect(lacksLot(makeLine({ items: [{ ...item, out_of_stock: true }] }))).toBe(false)
})

test('a lot that lacks on an invoiced order alone marks no row: it cannot be entered any more', () => {
  const item = makeItem({ lot_tracked: true, unit_quantity: 1 })
  const open = makeItem({ order: 2, lot_tracked: true, unit_quantity: 1 })
  const pieces = [makePiece(open, { lot_code: 'L1' })]
  const row = (invoiced: boolean) =>
    makeLine(
      { items: [item, open], pieces, orders: [makeOrder({ id: 1, invoiced }), makeOrder({ id: 2 })] },
      { bulk: true },
    )
  expect(lacksLot(row(false))).toBe(true)
  expect(lacksLot(row(true))).toBe(false)
})

const record = (over: Partial<OutboxRecord> & { method?: 'POST' | 'PATCH' | 'DELETE' }) =>
  ({
    entity: 'orderitems',
    family: 'orderitems:i1',
    state: 'pending',
    call: { method: over.method ?? 'PATCH', path: '', body: {} },
    ...over,
  }) as OutboxRecord

test('A200: rows are new, modified or to be deleted while their edits wait', () => {
  const marks = marksOf([
    record({ method: 'POST' }),
    record({}),
    record({ family: 'orderitems:i2', entity: 'ordersubitems', method: 'POST' }),
    record({ family: 'orderitems:i3', method: 'DELETE' }),
  ])
  expect([...marks.byItem]).toEqual([
    ['i1', 'new'],
    ['i2', 'modified'],
    ['i3', 'to_delete'],
  ])
  expect(marks.deletions).toBe(1)
})

test('A322: a row whose save failed stays marked after any later change', () => {
  const marks = marksOf([record({ state: 'refused' }), record({})])
  const row = makeLine({ items: [makeItem({ id: 'i1' })] })
  expect(flagOfRow(row, marks)).toBe('failed')
  expect(marks.failed).toHaveLength(1)
})

test('A317: a refused weight names its item, with the answer by field, or with the message', () => {
  const row = makeLine({ items: [makeItem()], products: [makeProduct({ name: 'Butter' })] })
  const said = (answer: object | null, last_error: string | null = null) =>
    weightRefusal(row)(record({ state: 'refused', answer: answer as OutboxRecord['answer'], last_error }))
  expect(said({ message: 'No.', fields: { weight_lbs: 'Too heavy.', lot_code: 'Recalled.' } })).toBe(
    'Order item Butter: weight_lbs: Too heavy.\nlot_code: Recalled.',
  )
  expect(said({ message: 'Order 7 is invoiced.' })).toBe('Order item Butter: Order 7 is invoiced.')
  expect(said(null, 'Cut off.')).toBe('Order item Butter: Cut off.')
})
