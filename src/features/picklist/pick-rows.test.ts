import { expect, test } from 'vitest'
import { makeItem, makeOrder, makePiece, makeProduct, makeRows } from './make-rows.ts'
import { countOf, filterRows, isLocked, isPicked, nameOf } from './pick-rows.ts'

const where = (rows: ReturnType<typeof makeRows>) => rows.map((row) => `${row.bin} #${row.items[0]!.order}`)

const products = [
  makeProduct({ upc: '1', bin: 'A-02-1' }),
  makeProduct({ upc: '2', bin: 'A-10-1' }),
  makeProduct({ upc: '3', bin: '', warehouse: { id: 4, name: 'Freezer' } }),
]
const items = [
  makeItem({ order: 8, product: '2' }),
  makeItem({ order: 8, product: '1' }),
  makeItem({ order: 7, product: '2' }),
  makeItem({ order: 7, product: '3' }),
  makeItem({ order: 7, product: '1' }),
]

test('A099: bin then order walks the bins once, order then bin walks order after order', () => {
  expect(where(makeRows({ items, products }, { sorting: 'bin' }))).toEqual([
    'A-02-1 #7',
    'A-02-1 #8',
    'A-10-1 #7',
    'A-10-1 #8',
    ' #7',
  ])
  expect(where(makeRows({ items, products }, { sorting: 'order' }))).toEqual([
    'A-02-1 #7',
    'A-10-1 #7',
    ' #7',
    'A-02-1 #8',
    'A-10-1 #8',
  ])
})

test('A100: an item’s own bin wins over its product’s, on screen and for sorting', () => {
  const rows = makeRows(
    { items: [...items.slice(0, 2), makeItem({ order: 9, product: '1', bin_override: 'A-01-1' })], products },
    { sorting: 'bin' },
  )
  expect(where(rows)[0]).toBe('A-01-1 #9')
})

test('A102, A345: a location lists only its own items, summed or not', () => {
  expect(makeRows({ items, products }, { filter: 4 }).map(nameOf)).toEqual(['Product 3'])
  expect(makeRows({ items, products }, { filter: 3, bulk: true }).map(nameOf)).toEqual([
    'Product 1',
    'Product 2',
  ])
})

test('A104: a bulk pull has one row a product with the quantities of every order', () => {
  const both = [
    makeItem({ order: 1, product: '1', units_ordered: 2 }),
    makeItem({ order: 2, product: '1', units_ordered: 3 }),
  ]
  const rows = makeRows({ items: both, products }, { bulk: true })
  expect(rows).toHaveLength(1)
  expect(countOf(rows[0]!, 'units_ordered')).toBe(5)
})

test('A237: items of an invoiced order are locked', () => {
  const [row] = makeRows({ items: [makeItem()], orders: [makeOrder({ invoiced: true })] })
  expect(isLocked(row!)).toBe(true)
})

test('a row that is out of stock is not picked', () => {
  const [row] = makeRows({ items: [makeItem({ out_of_stock: true })] })
  expect(isPicked(row!)).toBe(false)
})

test('a row that is made of the same stays the same object, and only that one', () => {
  const [a, b] = [makeItem({ product: '1' }), makeItem({ product: '2' })]
  const before = makeRows({ items: [a, b], products })
  const after = makeRows(
    { items: [{ ...a }, { ...b, picked: true }], products },
    {},
    new Map(before.map((row) => [row.id, row])),
  )
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

test('a piece changes the row of its item', () => {
  const item = makeItem()
  const before = makeRows({ items: [item], products })
  const map = new Map(before.map((row) => [row.id, row]))
  expect(makeRows({ items: [item], products, pieces: [makePiece(item)] }, {}, map)[0]).not.toBe(before[0])
})

test('the filter finds every typed word in order, bin, code or name', () => {
  const rows = makeRows({ items, products })
  expect(where(filterRows(rows, 'a-10 8') as typeof rows)).toEqual(['A-10-1 #8'])
  expect(filterRows(rows, ' ')).toBe(rows)
})

test('a row keeps its place while the list is open, also where its bin or its product becomes another', () => {
  const rows = makeRows({ items, products }, { sorting: 'bin' })
  // An order that no sorting gives shows that none was done.
  const before = new Map(rows.toReversed().map((row) => [row.id, row]))
  const pressed = items.map((item, n) => (n === 1 ? { ...item, unit_quantity: 5, picked: true } : item))
  expect(where(makeRows({ items: pressed, products }, { sorting: 'bin' }, before))).toEqual(
    where(rows).toReversed(),
  )
  const open = new Map(rows.map((row) => [row.id, row]))
  const idsOf = (some: typeof rows) => some.map(({ id }) => id)
  const other = makeProduct({ upc: '4', name: 'Zucchini', bin: 'Z-01-1' })
  for (const change of [{ bin_override: 'Z-01-1' }, { product: other.upc }]) {
    const moved = items.map((item, n) => (n === 1 ? { ...item, ...change } : item))
    const given = { items: moved, products: [...products, other] }
    const after = makeRows(given, { sorting: 'bin' }, open)
    expect([idsOf(after), after.find(({ id }) => id === items[1]!.id)!.bin]).toEqual([idsOf(rows), 'Z-01-1'])
    // Another row that comes moves none of them.
    const added = [...moved, makeItem({ order: 9, product: '1' })]
    const more = makeRows({ ...given, items: added }, { sorting: 'bin' }, open)
    expect(idsOf(more).filter((id) => id !== added.at(-1)!.id)).toEqual(idsOf(rows))
    // Opened again, the list is in the order of the walk.
    expect(idsOf(makeRows(given, { sorting: 'bin' }))).not.toEqual(idsOf(rows))
  }
  const fewer = items.slice(1)
  expect(where(makeRows({ items: fewer, products }, { sorting: 'bin' }, before))).toEqual(
    where(makeRows({ items: fewer, products }, { sorting: 'bin' })),
  )
})
