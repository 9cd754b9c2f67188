import { makeItem, makeOrder, makePiece, makeProduct } from '#contract/picking/testing.ts'
import { describe, expect, it } from 'vitest'
import { createScanList } from './scan-list.ts'

const products = new Map(
  [
    makeProduct({ upc: '1', bin: 'A-2' }),
    makeProduct({ upc: '2', bin: 'A-10' }),
    makeProduct({ upc: '4', bin: 'B-1' }),
  ].map((product) => [product.upc, product]),
)
const walk = { bulk: false, sorting: 'bin', filter: null } as const

describe('the list in memory', () => {
  function opened() {
    const list = createScanList(walk)
    const items = [makeItem({ product: '1' }), makeItem({ product: '2' })]
    const load = (more: Partial<Parameters<typeof list.load>[0]> = {}) =>
      list.load({
        orders: [makeOrder({ id: 1 })],
        items,
        pieces: [],
        products,
        alternates: new Map(),
        ...more,
      })
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

  it('keeps its objects when the database reports the same rows again', () => {
    const { list, items, load } = opened()
    const before = list.get()
    load({ items: structuredClone(items) })
    expect(list.get().lines[0]).toBe(before.lines[0])
    expect(list.get().byId.get(items[1]!.id)).toBe(before.lines[1])
  })

  it('gains and loses a piece with its line', () => {
    const { list, items } = opened()
    const piece = makePiece(items[0]!, { weight_lbs: '1.5' })
    list.apply([{ table: 'subitems', row: piece }])
    expect(list.get().lines[0]!.pieces).toEqual([piece])
    list.apply([{ table: 'subitems', gone: piece.id }])
    expect(list.get().lines[0]!.pieces).toEqual([])
  })

  it('moves a line whose bin was changed elsewhere, and leaves other orders’ rows out', () => {
    const { list, items } = opened()
    list.apply([
      { table: 'items', row: { ...items[1]!, bin_override: 'A-1' } },
      { table: 'items', row: makeItem({ product: '4', order: 99 }) },
    ])
    expect(list.get().lines.map((line) => line.items[0]!.product)).toEqual(['2', '1'])
  })

  it('takes a scan in a list of 2,000 lines without working through the list', () => {
    const many = Array.from({ length: 2_000 }, (_, i) =>
      makeProduct({ upc: String(100_000 + i), bin: `A-${i}` }),
    )
    const list = createScanList(walk)
    const items = many.map(({ upc }) => makeItem({ product: upc }))
    const byUpc = new Map(many.map((product) => [product.upc, product]))
    list.load({ orders: [makeOrder({ id: 1 })], items, pieces: [], products: byUpc, alternates: new Map() })
    const before = process.cpuUsage()
    for (let i = 0; i < 50; i += 1) list.apply([{ table: 'items', row: { ...items[i]!, unit_quantity: 1 } }])
    // CPU time in ms. The limit is generous: sorting the whole list again takes several times as long.
    expect(process.cpuUsage(before).user / 1_000 / 50).toBeLessThan(50)
  })
})
