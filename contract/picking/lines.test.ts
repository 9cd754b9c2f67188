import { countOf, isLocked, nameOf, orderedOf } from './lines.ts'
import { expect, test } from 'vitest'
import { makeItem, makeOrder, makePiece, makeProduct, makeLines } from './testing.ts'

const where = (rows: ReturnType<typeof makeLines>) => rows.map((row) => `${row.bin} #${row.items[0]!.order}`)

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
  expect(where(makeLines({ items, products }, { sorting: 'bin' }))).toEqual([
    'A-02-1 #7',
    'A-02-1 #8',
    'A-10-1 #7',
    'A-10-1 #8',
    ' #7',
  ])
  expect(where(makeLines({ items, products }, { sorting: 'order' }))).toEqual([
    'A-02-1 #7',
    'A-10-1 #7',
    ' #7',
    'A-02-1 #8',
    'A-10-1 #8',
  ])
})

test('A099 A113 one bin of one order goes by name', () => {
  const shared = ['1', '2', '3'].map((upc) => makeProduct({ upc, name: `Product ${upc}` }))
  const some = [
    makeItem({ product: '1', order: 2 }),
    makeItem({ product: '3', order: 1 }),
    makeItem({ product: '2', order: 1 }),
  ]
  const lines = makeLines({ items: some, products: shared }, { sorting: 'bin' })
  expect(lines.map(nameOf)).toEqual(['Product 2', 'Product 3', 'Product 1'])
})

test('A100: an item’s own bin wins over its product’s, on screen and for sorting', () => {
  const rows = makeLines(
    { items: [...items.slice(0, 2), makeItem({ order: 9, product: '1', bin_override: 'A-01-1' })], products },
    { sorting: 'bin' },
  )
  expect(where(rows)[0]).toBe('A-01-1 #9')
})

test('A102, A345: a location lists only its own items, summed or not', () => {
  expect(makeLines({ items, products }, { filter: 4 }).map(nameOf)).toEqual(['Product 3'])
  expect(makeLines({ items, products }, { filter: 3, bulk: true }).map(nameOf)).toEqual([
    'Product 1',
    'Product 2',
  ])
})

test('A104: a bulk pull has one row a product with the quantities of every order', () => {
  const both = [
    makeItem({ order: 1, product: '1', units_ordered: 2 }),
    makeItem({ order: 2, product: '1', units_ordered: 3 }),
  ]
  const rows = makeLines({ items: both, products }, { bulk: true })
  expect(rows).toHaveLength(1)
  expect([rows[0]!.id, countOf(rows[0]!, 'units_ordered'), orderedOf(rows[0]!, 'u')]).toEqual(['1', 5, 5])
})

test('A237: items of an invoiced order are locked', () => {
  const [row] = makeLines({ items: [makeItem()], orders: [makeOrder({ invoiced: true })] })
  expect(isLocked(row!)).toBe(true)
})

test('a row that is made of the same stays the same object, and only that one', () => {
  const [a, b] = [makeItem({ product: '1' }), makeItem({ product: '2' })]
  const before = makeLines({ items: [a, b], products })
  const after = makeLines(
    { items: [{ ...a }, { ...b, picked: true }], products },
    {},
    new Map(before.map((row) => [row.id, row])),
  )
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

test('a piece changes the row of its item', () => {
  const item = makeItem()
  const before = makeLines({ items: [item], products })
  const map = new Map(before.map((row) => [row.id, row]))
  expect(makeLines({ items: [item], products, pieces: [makePiece(item)] }, {}, map)[0]).not.toBe(before[0])
})

test('a row keeps its place while the list is open, also where its bin or its product becomes another', () => {
  const rows = makeLines({ items, products }, { sorting: 'bin' })
  // An order that no sorting gives shows that none was done.
  const before = new Map(rows.toReversed().map((row) => [row.id, row]))
  const pressed = items.map((item, n) => (n === 1 ? { ...item, unit_quantity: 5, picked: true } : item))
  expect(where(makeLines({ items: pressed, products }, { sorting: 'bin' }, before))).toEqual(
    where(rows).toReversed(),
  )
  const open = new Map(rows.map((row) => [row.id, row]))
  const idsOf = (some: typeof rows) => some.map(({ id }) => id)
  const other = makeProduct({ upc: '4', name: 'Zucchini', bin: 'Z-01-1' })
  for (const change of [{ bin_override: 'Z-01-1' }, { product: other.upc }]) {
    const moved = items.map((item, n) => (n === 1 ? { ...item, ...change } : item))
    const given = { items: moved, products: [...products, other] }
    const after = makeLines(given, { sorting: 'bin' }, open)
    expect([idsOf(after), after.find(({ id }) => id === items[1]!.id)!.bin]).toEqual([idsOf(rows), 'Z-01-1'])
    // Another row that comes moves none of them.
    const added = [...moved, makeItem({ order: 9, product: '1' })]
    const more = makeLines({ ...given, items: added }, { sorting: 'bin' }, open)
    expect(idsOf(more).filter((id) => id !== added.at(-1)!.id)).toEqual(idsOf(rows))
    // Opened again, the list is in the order of the walk.
    expect(idsOf(makeLines(given, { sorting: 'bin' }))).not.toEqual(idsOf(rows))
  }
  const fewer = items.slice(1)
  expect(where(makeLines({ items: fewer, products }, { sorting: 'bin' }, before))).toEqual(
    where(makeLines({ items: fewer, products }, { sorting: 'bin' })),
  )
})

test('a line that does not keep its place moves with its bin', () => {
  const walk = { sorting: 'bin', keepsPlace: false } as const
  const lines = makeLines({ items, products }, walk)
  const before = new Map(lines.map((line) => [line.id, line]))
  const moved = items.map((item, n) => (n === 1 ? { ...item, bin_override: 'Z-01-1' } : item))
  expect(where(makeLines({ items: moved, products }, walk, before))).toEqual([
    'A-02-1 #7',
    'A-10-1 #7',
    'A-10-1 #8',
    'Z-01-1 #8',
    ' #7',
  ])
})
