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
