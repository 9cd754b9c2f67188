import { describe, expect, it } from 'vitest'
import { newMemory, pressPicked, setQuantity } from './presses.ts'
import {
  isLineDone,
  isPicked,
  leftOver,
  lineCount,
  lockedUndone,
  piecesLacking,
  nextPending,
  progressOf,
  stateOf,
  wantedText,
} from './state.ts'
import { makeItem, makeLine, makeLines, makeOrder } from './testing.ts'

it('the next line is pending, comes round to what was left out before, and is none when nothing is pending', () => {
  const lines = makeLines({
    items: [
      makeItem({ product: '1' }),
      makeItem({ product: '2', scanned: false }),
      makeItem({ product: '4', picked: true }),
    ],
  })
  expect(nextPending(lines, lines[1]!.id)).toBe(lines[0])
  expect(nextPending(lines, lines[0]!.id)).toBeNull()
})

it('the walk leaves out lines of invoiced orders, which no person can change', () => {
  const lines = makeLines({
    orders: [makeOrder({ id: 1, invoiced: true }), makeOrder({ id: 2 })],
    items: [makeItem({ product: '1', order: 2 }), makeItem({ product: '2', order: 1 })],
  })
  expect(nextPending(lines, null)?.items[0]!.order).toBe(2)
  expect(nextPending(lines, lines.find(({ items }) => items[0]!.order === 2)!.id)).toBeNull()
})

it('when nothing is pending, weights and lots that are missing are named beside what was set aside', () => {
  const item = makeItem({ lot_tracked: true, picked: true, scanned: true, unit_quantity: 2 })
  const aside = makeItem({ product: '2', scanned: false })
  expect(leftOver(makeLines({ items: [item] }))).toBe('2 lots missing')
  expect(leftOver(makeLines({ items: [item, aside] }))).toBe('1 set aside, 2 lots missing')
  expect(leftOver(makeLines({ items: [item], orders: [makeOrder({ invoiced: true })] }))).toBe('')
  const { price_snapshot } = item
  const weighed = makeItem({
    picked: true,
    unit_quantity: 1,
    price_snapshot: { ...price_snapshot, weight_type: 'r/w' },
  })
  expect(leftOver(makeLines({ items: [weighed] }))).toBe('1 to weigh')
})

it('lines of invoiced orders that are not done are counted alone', () => {
  const items = [makeItem({ product: '1' }), makeItem({ product: '2', picked: true, scanned: true })]
  expect(lockedUndone(makeLines({ items }))).toBe(0)
  expect(lockedUndone(makeLines({ items, orders: [makeOrder({ invoiced: true })] }))).toBe(1)
})

it('A050 progress counts items, picked and left, and an item with nothing on it as done', () => {
  const lines = makeLines({
    items: [
      makeItem({ product: '1', picked: true, scanned: true }),
      makeItem({ product: '2', units_ordered: 0 }),
      makeItem({ product: '3', out_of_stock: true }),
      makeItem({ product: '4', scanned: false }),
      makeItem({ product: '4' }),
    ],
  })
  expect(progressOf(lines)).toEqual({ items: 5, picked: 3, left: 2, aside: 1 })
  expect(lines.filter(isLineDone).every((line) => stateOf(line) === true)).toBe(true)
})

it('what goes into the box is what is ordered, and once some of it is in there how much of it', () => {
  const text = (over: Parameters<typeof makeItem>[0]) =>
    wantedText(makeLine({ items: [makeItem({ units_ordered: 0, ...over })] }))
  expect(text({ cases_ordered: 2 })).toBe('2 cases')
  expect(text({ units_ordered: 1 })).toBe('1 unit')
  expect(text({ units_ordered: 1, cases_ordered: 2, case_quantity: 1 })).toBe('1 unit · 1 of 2 cases')
  expect(text({ units_ordered: 1, unit_quantity: 1 })).toBe('1 unit')
  expect(text({})).toBe('Nothing ordered')
})

it('a line that is out of stock is done, and not picked', () => {
  const line = makeLine({ items: [makeItem({ out_of_stock: true })] })
  expect([isLineDone(line), isPicked(line)]).toEqual([true, false])
})

describe('a line of a bulk pull', () => {
  const line = makeLine(
    {
      items: [makeItem({ order: 2, units_ordered: 3 }), makeItem({ order: 1, units_ordered: 2 })],
    },
    { bulk: true },
  )

  it('says what is picked of all orders', () => {
    expect(lineCount(line)).toBe('0 of 5 units')
  })

  it('lacks no weight and no lot of an invoiced order', () => {
    const picked = { picked: true, scanned: true, unit_quantity: 2, lot_tracked: true }
    const { price_snapshot } = makeItem()
    const items = [1, 2].map((order) =>
      makeItem({ ...picked, order, price_snapshot: { ...price_snapshot, weight_type: 'r/w' } }),
    )
    const missing = (invoiced: boolean) =>
      piecesLacking(
        makeLine({ items, orders: [makeOrder({ id: 1, invoiced }), makeOrder({ id: 2 })] }, { bulk: true }),
      )
    expect(missing(false)).toEqual({ weights: 4, lots: 4 })
    expect(missing(true)).toEqual({ weights: 2, lots: 2 })
  })

  it('is picked for each order at once, and shares a typed quantity out in turn', () => {
    expect(pressPicked(line, newMemory())!.edits.map((e) => e.body!['unit_quantity'])).toEqual([2, 3])
    expect(setQuantity(line, 'u', 4)!.edits.map((e) => [e.order, e.body!['unit_quantity']])).toEqual([
      [1, 2],
      [2, 2],
    ])
  })
})
