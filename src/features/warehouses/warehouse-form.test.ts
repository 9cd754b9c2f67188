import { describe, expect, it } from 'vitest'
import type { Client } from '#src/api/client.ts'
import { addWarehouse, pkOf, WAREHOUSES } from './queries.ts'
import {
  missingFields,
  planOf,
  problemsAt,
  mappingRowsOf,
  valuesOf,
  withFormat,
  withOthersRows,
  type MapRow,
  type KnownWarehouses,
} from './warehouse-form.ts'

const setup = (id: number, name: string) => ({ id, name })
/** A client that is answered so, whatever it asks. */
const answeredBy = (answer: unknown) => ({ api: async () => answer }) as unknown as Client
const maps = [
  { pk: 7, warehouse: 3, category: 'UPC', field: 'product' },
  { pk: 8, warehouse: 3, category: 'CTN', field: 'C' },
]
const known: KnownWarehouses = {
  formats: [{ id: 1, name: 'Packing list' }],
  headers: [
    { id: 1, receipt_format: 1, name: 'UPC', field: 'product' },
    { id: 2, receipt_format: 1, name: 'Pieces', field: 'quantity' },
    { id: 3, receipt_format: 2, name: 'Amount', field: 'total' },
  ],
  words: [{ id: 1, receipt_format: 1, name: 'PC', unit_type: 'U' }],
}
const column = (category: string, field: string, pk: number | null = null): MapRow => ({
  pk,
  kind: 'column',
  category,
  field,
})

describe('the warehouse list', () => {
  it('C112 C114 always has the built-in one with id 1, and once', async () => {
    const listed = (answer: object[]) => WAREHOUSES.read(answeredBy(answer), new AbortController().signal)
    expect((await listed([setup(3, 'Dry'), setup(4, 'Freezer')])).map(({ id }) => id)).toEqual([1, 3, 4])
    const named = [setup(1, 'Main'), setup(3, 'Dry')]
    expect(await listed(named)).toEqual(named)
  })
})

describe('the warehouse wizard', () => {
  it('C308 reads the pk from an object and from an array’s first element', async () => {
    expect(await addWarehouse(answeredBy({ pk: 5 }), 'Annexe', 'k')).toBe(5)
    expect(await addWarehouse(answeredBy([{ pk: 6 }, { pk: 7 }]), 'Annexe', 'k')).toBe(6)
    for (const answer of [null, [], {}, { id: 5 }, 'x']) expect(() => pkOf(answer)).toThrow('did not say')
  })

  it('begins with the columns and words of a known receipt, and keeps existing ones', () => {
    const rows = withFormat(mappingRowsOf(maps), 1, known)
    expect(rows).toEqual([
      column('UPC', 'product', 7),
      { pk: 8, kind: 'unit_type', category: 'CTN', field: 'C' },
      column('Pieces', 'quantity'),
      { pk: null, kind: 'unit_type', category: 'PC', field: 'U' },
    ])
    expect(withFormat(rows, 1, known)).toEqual(rows)
  })

  it('reports an empty or duplicate text, for columns and words separately', () => {
    const rows = [column('UPC', 'product'), column(' upc ', 'total'), column('', 'total')]
    const wrong = (rows: MapRow[]) => Object.keys(problemsAt(1, { name: 'Annexe', rows }))
    expect(wrong(rows)).toEqual(['rows.1.category', 'rows.2.category'])
    const word: MapRow = { pk: null, kind: 'unit_type', category: 'UPC', field: 'U' }
    expect(wrong([rows[0]!, word])).toEqual([])
  })

  it('shows what others have saved beside typed rows, and keeps a typed row that is gone', () => {
    const seen = [column('UPC', 'product', 7), column('Qty', 'quantity', 8), column('Bin', 'item_code', 9)]
    const typed = [column('Item', 'product', 7), seen[1]!, seen[2]!, column('Amount', 'total')]
    const now = [column('Pieces', 'quantity', 8), column('Name', 'product_name', 10)]
    expect(withOthersRows(typed, seen, now)).toEqual([
      column('Item', 'product', 7),
      column('Pieces', 'quantity', 8),
      column('Amount', 'total'),
      column('Name', 'product_name', 10),
    ])
    expect(withOthersRows(seen, seen, seen)).toEqual(seen)
    expect(withOthersRows([seen[0]!], seen, seen)).toEqual([seen[0]])
  })

  it('adds a row again that takes another row’s text, or that is gone', () => {
    const seen = [column('Qty', 'quantity', 7), column('Pieces', 'total', 8)]
    const name = 'Dry'
    const swapped = [column('Pieces', 'quantity', 7), column('Qty', 'total', 8)]
    expect(planOf({ name, rows: swapped }, { name, rows: seen })).toEqual({
      name: null,
      added: [column('Pieces', 'quantity'), column('Qty', 'total')],
      changed: seen.map((row) => ({ ...row, field: '' })),
    })
    const gone = [...seen, column('Item', 'product', 9)]
    expect(planOf({ name, rows: gone }, { name, rows: seen })).toEqual({
      name: null,
      added: [column('Item', 'product')],
      changed: [],
    })
  })

  it('names the required fields of a receipt without a column', () => {
    expect(missingFields([])).toEqual([])
    expect(missingFields([column('UPC', '')])).toEqual([])
    expect(missingFields([column('UPC', 'product'), column('Pieces', 'quantity')])).toEqual([
      'Unit type',
      'Total',
    ])
  })

  it('C309 C311 saves only differences: the name, new mappings, changed and removed ones', () => {
    const stored = valuesOf(setup(3, 'Dry'), maps)
    expect(planOf(stored, stored)).toEqual({ name: null, added: [], changed: [] })
    const [upc, word] = stored.rows
    const rows = [{ ...upc!, category: 'Item' }, column('Amount', 'total'), column('Bin', '')]
    expect(planOf({ name: ' Dry & Chill ', rows }, stored)).toEqual({
      name: 'Dry & Chill',
      added: [column('Amount', 'total')],
      changed: [
        { ...word, field: '' },
        { ...upc, category: 'Item' },
      ],
    })
  })
})
