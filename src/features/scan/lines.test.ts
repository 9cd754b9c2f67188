import { describe, expect, it } from 'vitest'
import { buildLines, isLineDone, lineCount, nextPending, ordered, progressOf, stateOf } from './lines.ts'
import { setQuantity, pressPicked, newMemory } from './item-state.ts'
import { createScanList } from './scan-list.ts'
import { anItem, anOrder, aPiece, aProduct } from './testing.ts'

const products = new Map(
  [
    aProduct('1', { bin: 'A-2' }),
    aProduct('2', { bin: 'A-10' }),
    aProduct('3', { bin: '' }),
    aProduct('4', { bin: 'B-1', warehouse: { id: 4, name: 'Cold' } }),
  ].map((product) => [product.upc, product]),
)
const query = { bulk: false, sorting: 'bin', warehouse: null } as const
const rows = (items: ReturnType<typeof anItem>[]) => ({ orders: [], items, pieces: [], products })
const walk = (lines: { items: readonly { product: string }[] }[]) =>
  lines.map((line) => line.items[0]!.product)

describe('the walk', () => {
  it('goes by bin as one walks past them, what has no bin last, and an item’s own bin wins', () => {
    const items = [anItem('3'), anItem('2'), anItem('1'), anItem('4', { bin_override: 'A-1' })]
    expect(walk(buildLines(rows(items), query))).toEqual(['4', '1', '2', '3'])
  })

  it('A099 A113 goes by order within a bin, and by name within both, as the pick list does', () => {
    const shared = new Map(
      ['1', '2', '3'].map((upc) => [upc, aProduct(upc, { name: `Product ${upc}`, bin: 'A-1' })]),
    )
    const items = [anItem('1', { order: 2 }), anItem('3', { order: 1 }), anItem('2', { order: 1 })]
    expect(walk(buildLines({ ...rows(items), products: shared }, query))).toEqual(['2', '3', '1'])
  })

  it('goes order by order where the pick list was sorted so', () => {
    const items = [anItem('1', { order: 2 }), anItem('2', { order: 1 })]
    expect(walk(buildLines(rows(items), { ...query, sorting: 'order' }))).toEqual(['2', '1'])
  })

  it('shows one warehouse only where the pick list was filtered so', () => {
    expect(walk(buildLines(rows([anItem('1'), anItem('4')]), { ...query, warehouse: 4 }))).toEqual(['4'])
  })

  it('comes round to what was left out before, and ends when nothing is pending', () => {
    const lines = buildLines(
      rows([anItem('1'), anItem('2', { scanned: false }), anItem('4', { picked: true })]),
      query,
    )
    expect(nextPending(lines, lines[1]!.id)).toBe(lines[0])
    expect(nextPending(lines, lines[0]!.id)).toBeNull()
  })
})

describe('a bulk pull', () => {
  const items = [
    anItem('1', { order: 2, units_ordered: 3 }),
    anItem('1', { order: 1, units_ordered: 2 }),
    anItem('2', { order: 1 }),
  ]
  const [line] = buildLines(rows(items), { ...query, bulk: true })

  it('has one line a product over all orders', () => {
    expect(line!.id).toBe('1')
    expect([ordered(line!, 'u'), lineCount(line!)]).toEqual([5, '0 of 5 units'])
  })

  it('is picked for each order at once, and shares a typed quantity out in turn', () => {
    expect(pressPicked(line!, newMemory())!.edits.map((e) => e.body!['unit_quantity'])).toEqual([2, 3])
    expect(setQuantity(line!, 'u', 4)!.edits.map((e) => [e.order, e.body!['unit_quantity']])).toEqual([
      [1, 2],
      [2, 2],
    ])
  })
})

describe('progress', () => {
  it('A050 counts items, picked and left, and an item with nothing on it as done', () => {
    const items = [
      anItem('1', { picked: true, scanned: true }),
      anItem('2', { units_ordered: 0 }),
      anItem('3', { out_of_stock: true }),
      anItem('4', { scanned: false }),
      anItem('4'),
    ]
    const lines = buildLines(rows(items), query)
    expect(progressOf(lines)).toEqual({ items: 5, picked: 3, left: 2, aside: 1 })
    expect(lines.filter(isLineDone).every((line) => stateOf(line) === true)).toBe(true)
  })
})

describe('the list in memory', () => {
  function opened() {
    const list = createScanList(query)
    const items = [anItem('1'), anItem('2')]
    const load = (more: Partial<Parameters<typeof list.load>[0]> = {}) =>
      list.load({ orders: [anOrder(1)], items, pieces: [], products, alternates: new Map(), ...more })
    load()
    return { list, items, load }
  }

  it('changes one line and no other object when one item changes', () => {
    const { list, items } = opened()
    const before = list.get()
    list.apply([{ table: 'items', row: { ...items[1]!, unit_quantity: 1 } }])
    const after = list.get()
    expect(after.lines[0]).toBe(before.lines[0])
    expect(after.lines[1]).not.toBe(before.lines[1])
    expect([after.ids, after.unpickedIds, after.catalogue, after.progress]).toEqual([
      before.ids,
      before.unpickedIds,
      before.catalogue,
      before.progress,
    ])
    expect(after.ids).toBe(before.ids)
    expect(after.catalogue).toBe(before.catalogue)
    expect(after.progress).toBe(before.progress)
  })

  it('keeps its objects when the database says the same again', () => {
    const { list, items, load } = opened()
    const before = list.get()
    load({ items: structuredClone(items) })
    expect(list.get().lines[0]).toBe(before.lines[0])
    expect(list.get().byId.get(items[1]!.id)).toBe(before.lines[1])
  })

  it('gains and loses a piece with its line', () => {
    const { list, items } = opened()
    const piece = aPiece(items[0]!, { weight_lbs: '1.5' })
    list.apply([{ table: 'subitems', row: piece }])
    expect(list.get().lines[0]!.pieces).toEqual([piece])
    list.apply([{ table: 'subitems', gone: piece.id }])
    expect(list.get().lines[0]!.pieces).toEqual([])
  })

  it('moves a line whose bin was changed elsewhere, and leaves other orders’ rows out', () => {
    const { list, items } = opened()
    list.apply([
      { table: 'items', row: { ...items[1]!, bin_override: 'A-1' } },
      { table: 'items', row: anItem('4', { order: 99 }) },
    ])
    expect(walk([...list.get().lines])).toEqual(['2', '1'])
  })

  it('takes a scan in a list of 2,000 lines without working through the list', () => {
    const many = Array.from({ length: 2_000 }, (_, i) => aProduct(String(100_000 + i), { bin: `A-${i}` }))
    const list = createScanList(query)
    const items = many.map(({ upc }) => anItem(upc))
    const byUpc = new Map(many.map((product) => [product.upc, product]))
    list.load({ orders: [anOrder(1)], items, pieces: [], products: byUpc, alternates: new Map() })
    const before = process.cpuUsage()
    for (let i = 0; i < 50; i += 1) list.apply([{ table: 'items', row: { ...items[i]!, unit_quantity: 1 } }])
    // Ms of the processor, generous: sorting the list anew takes several times as long.
    expect(process.cpuUsage(before).user / 1_000 / 50).toBeLessThan(50)
  })
})
