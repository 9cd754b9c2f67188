import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDatabase, type LarderDatabase } from '#src/db/database.ts'
import { META } from '#src/sync/store/meta.ts'
import { lookElsewhere, watchRows } from './load-rows.ts'
import { createScanList, type ScanRows } from './scan-list.ts'
import { makeItem, makeOrder, makePiece, makeProduct } from '#contract/picking/testing.ts'

let n = 0
let db: LarderDatabase
async function filled() {
  db = openDatabase(1, { name: `larder-scan-${++n}` })
  const item = makeItem({ product: '111' })
  await db.orders.bulkPut([makeOrder({ id: 1 }), makeOrder({ id: 2 })])
  await db.items.bulkPut([item, makeItem({ product: '222', order: 2 })])
  await db.subitems.put(makePiece(item, { weight_lbs: '1.5' }))
  await db.products.bulkPut([
    makeProduct({ upc: '111', acceptable_substitutions: [{ upc: '333' }] }),
    makeProduct({ upc: '222' }),
    makeProduct({ upc: '333' }),
    makeProduct({ upc: '444' }),
  ])
  await db.barcodes.bulkPut([
    { barcode: 'LINKED', product: '111' },
    { barcode: 'ELSEWHERE', product: '444' },
  ])
  await db.meta.put({ key: META.lastPull, value: 1 })
  return item
}
// This test has no page. The watcher needs only the timers of one.
vi.stubGlobal('window', globalThis)
afterEach(() => db.delete())

describe('the rows of a list', () => {
  it('A027 are those of its orders, with their products, substitutes, pieces and linked barcodes', async () => {
    const item = await filled()
    let stop = () => {}
    const rows = await new Promise<ScanRows>((load) => {
      const list = { load, revision: () => 0 }
      stop = watchRows(db, [1], list, (error) => expect.unreachable(String(error)))
    })
    stop()
    expect(rows.items).toEqual([item])
    expect(rows.pieces).toHaveLength(1)
    expect([...rows.products.keys()].sort()).toEqual(['111', '333'])
    expect([...rows.alternates]).toEqual([['LINKED', '111']])
  })

  it('follow the changes of another device', async () => {
    const item = await filled()
    const list = createScanList({ bulk: false, sorting: 'bin', filter: null })
    const stop = watchRows(db, [1], list, (error) => expect.unreachable(String(error)))
    await expect.poll(() => list.get().lines).toHaveLength(1)
    await db.items.put({ ...item, unit_quantity: 2 })
    await expect.poll(() => list.get().lines[0]!.items[0]!.unit_quantity).toBe(2)
    stop()
  })

  it('are read again by themselves after a read that failed, and the trouble is over then', async () => {
    await filled()
    const list = createScanList({ bulk: false, sorting: 'bin', filter: null })
    const troubles: unknown[] = []
    const read = vi.spyOn(db.orders, 'bulkGet').mockImplementationOnce(() => {
      throw new Error('The browser closed the database.')
    })
    const stop = watchRows(db, [1], list, (error) => troubles.push(error))
    await expect.poll(() => list.get().lines, { timeout: 5_000 }).toHaveLength(1)
    expect(troubles.map(String)).toEqual(['Error: The browser closed the database.', 'null'])
    read.mockRestore()
    stop()
  })

  it('A326 a code that only the rest of the catalogue has is known elsewhere', async () => {
    await filled()
    expect(await lookElsewhere(db, '444', {})).toEqual({ links: [], isKnown: true })
    expect(await lookElsewhere(db, 'ELSEWHERE', {})).toEqual({
      links: [{ barcode: 'ELSEWHERE', product: '444' }],
      isKnown: true,
    })
    expect(await lookElsewhere(db, '999999999993', {})).toEqual({ links: [], isKnown: false })
  })

  it('while the first pull is under way, a code that is not found may still come', async () => {
    await filled()
    await db.meta.delete(META.lastPull)
    for (const code of ['444', '999999999993'])
      await expect(lookElsewhere(db, code, {})).rejects.toThrow(
        /^This device has not loaded all products yet\./,
      )
    expect((await lookElsewhere(db, 'ELSEWHERE', {})).isKnown).toBe(true)
  })
})
