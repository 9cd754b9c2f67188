import { describe, expect, it } from 'vitest'
import { newMemory, pressPicked, setQuantity } from './presses.ts'
import { isLineDone, isPicked, lineCount, nextPending, progressOf, stateOf, wantedText } from './state.ts'
import { makeItem, makeLine, makeLines } from './testing.ts'

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

  it('is picked for each order at once, and shares a typed quantity out in turn', () => {
    expect(pressPicked(line, newMemory())!.edits.map((e) => e.body!['unit_quantity'])).toEqual([2, 3])
    expect(setQuantity(line, 'u', 4)!.edits.map((e) => [e.order, e.body!['unit_quantity']])).toEqual([
      [1, 2],
      [2, 2],
    ])
  })
})
