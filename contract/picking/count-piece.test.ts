import { parseScan } from '../barcode/parse.ts'
import { describe, expect, it } from 'vitest'
import { countPiece, confirmBeforeCount, unitToCount } from './count-piece.ts'
import { aLine, ids, makeItem, makeProduct } from './testing.ts'

const scan = (raw: string) => ({ raw, parsed: parseScan(raw, { currentYear: 2026 }) })

describe('what a scan counts', () => {
  it('is a case for a product sold by the case, a unit for one sold by the unit', () => {
    const item = makeItem({ product: '1', units_ordered: 1, cases_ordered: 1 })
    expect(unitToCount(item, makeProduct({ upc: '1', unit_type: 'Case' }))).toBe('c')
    expect(unitToCount(item, makeProduct({ upc: '1', unit_type: 'Unit' }))).toBe('u')
  })

  it('is what is still missing where only one of the two is', () => {
    const product = makeProduct({ upc: '1', default_unit_type: 'u' })
    expect(
      unitToCount(makeItem({ product: '1', units_ordered: 1, unit_quantity: 1, cases_ordered: 2 }), product),
    ).toBe('c')
    expect(unitToCount(makeItem({ product: '1', units_ordered: 0, cases_ordered: 2 }), product)).toBe('c')
    expect(
      unitToCount(makeItem({ product: '1', units_ordered: 0, cases_ordered: 2, case_quantity: 2 }), product),
    ).toBe('c')
  })

  it('is the product’s default where both are missing', () => {
    const item = makeItem({ product: '1', units_ordered: 2, cases_ordered: 2 })
    expect(unitToCount(item, makeProduct({ upc: '1', default_unit_type: 'c' }))).toBe('c')
    expect(unitToCount(item, makeProduct({ upc: '1', default_unit_type: 'u' }))).toBe('u')
  })

  it('is doubted where the line is complete, picked or out of stock', () => {
    expect(confirmBeforeCount(makeItem({ product: '1' }))).toBeNull()
    expect(confirmBeforeCount(makeItem({ product: '1', unit_quantity: 2 }))).toBe('done')
    expect(
      confirmBeforeCount(makeItem({ product: '1', unit_quantity: 1, picked: true, scanned: true })),
    ).toBe('done')
    expect(confirmBeforeCount(makeItem({ product: '1', out_of_stock: true }))).toBe('out-of-stock')
  })

  it('makes the piece of a label with weight, lot and serial in the same act', () => {
    const item = makeItem({ product: '1', lot_tracked: true })
    const line = aLine(item, makeProduct({ upc: '1', weight_type: 'r/w' }))
    const raw = ']C1320200123410LOT7\u001d21SER9'
    const { act, needsWeight } = countPiece(line, item, scan(raw), ids())
    expect(needsWeight).toBe(false)
    expect(act.edits[1]).toMatchObject({
      entity: 'ordersubitems',
      method: 'POST',
      order_item: item.id,
      body: {
        unit_type: 'u',
        weight_lbs: '12.34',
        weight_kg: '5.597',
        lot_code: 'LOT7',
        serial: 'SER9',
        raw_scan: raw,
      },
    })
    expect(act.inverse.map((edit) => edit.method)).toEqual(['DELETE', 'PATCH'])
  })

  it('A147 asks for the weight of a random weight product, and of no other', () => {
    const asks = (weight_type: '' | 'fix' | 'r/w') => {
      const item = makeItem({ product: '1' })
      return countPiece(aLine(item, makeProduct({ upc: '1', weight_type })), item, scan('614141'), ids())
        .needsWeight
    }
    expect([asks(''), asks('fix'), asks('r/w')]).toEqual([false, false, true])
  })

  it('asks for the lot of a tracked line whose label has none', () => {
    const item = makeItem({ product: '1', lot_tracked: true })
    expect(countPiece(aLine(item, makeProduct({ upc: '1' })), item, scan('614141'), ids()).needsWeight).toBe(
      true,
    )
    const plain = makeItem({ product: '1' })
    expect(
      countPiece(aLine(plain, makeProduct({ upc: '1' })), plain, scan('614141'), ids()).needsWeight,
    ).toBe(false)
  })
})
